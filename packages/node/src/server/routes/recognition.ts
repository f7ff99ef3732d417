/**
 * Rows and images to answers. Bodies are not looked at here: they go to the worker threads as they came,
 * and the answers come back as bytes, so that this thread has time for everybody.
 */
import {
  contrastBody,
  contrasted,
  explainBody,
  explained,
  recogniseBody,
  recognised
} from '@unseen/client/internal'
import { UnseenError, count } from '@unseen/core'
import { bodyOf, needs } from '../gate/gate.js'
import { type RouteGroup, type ServerEnv, type ServerParts, modelNamed } from '../parts.js'
import type { ServedModel } from '../served-model.js'
import type { Media, Operation } from '../work/messages.js'
import type { WaitingTask } from '../work/pool.js'
import { answers, modelParam, security } from './say.js'
import { createRoute, z } from '@hono/zod-openapi'
import type { Context } from 'hono'

const ARROW = 'application/vnd.apache.arrow.stream'
const binary = z.string().openapi({ type: 'string', format: 'binary' })
const rowBodies = {
  'application/x-npy': { schema: binary.openapi({ description: 'a matrix as numpy saves it' }) },
  [ARROW]: { schema: binary.openapi({ description: 'one column of lists, or one column for each feature' }) }
}
const imageBodies = {
  'multipart/form-data': {
    schema: z.object({ image: z.array(binary) }).openapi({ description: 'one or more image files' })
  },
  'image/*': { schema: binary }
}

const among = z
  .array(z.string())
  .optional()
  .openapi({
    param: { name: 'among', in: 'query' },
    description: 'unseen, seen, all, or a class; as often as needed (for bodies that are no JSON)'
  })
const whole = z.string().optional()
const queries = {
  recognise: z.object({
    among,
    top: whole.openapi({ param: { name: 'top', in: 'query' } }),
    reject: whole.openapi({ param: { name: 'reject', in: 'query' } }),
    falseAlarms: whole.openapi({ param: { name: 'falseAlarms', in: 'query' } }),
    explain: z
      .enum(['true', 'false'])
      .optional()
      .openapi({ param: { name: 'explain', in: 'query' } })
  }),
  explain: z.object({ among, class: whole.openapi({ param: { name: 'class', in: 'query' } }) }),
  contrast: z.object({
    among,
    first: whole.openapi({ param: { name: 'first', in: 'query' } }),
    second: whole.openapi({ param: { name: 'second', in: 'query' } })
  })
}

const routes = {
  recognise: route(
    'recognise',
    'Which class each row or image is',
    recogniseBody,
    answers(recognised, 'for each row, the best classes first')
  ),
  explain: route(
    'explain',
    'Why each row got its score for a class: contributions that sum to it',
    explainBody,
    answers(explained, 'one explanation for each row')
  ),
  contrast: route(
    'contrast',
    'Why one class and not another, for each row, and what would flip it',
    contrastBody,
    answers(contrasted, 'one contrast for each row')
  )
}

const medias: Readonly<Record<string, Media>> = {
  'application/json': 'json',
  'application/x-npy': 'npy',
  'application/octet-stream': 'npy',
  [ARROW]: 'arrow'
}

function route(
  operation: Operation,
  summary: string,
  body: z.ZodType,
  responses: ReturnType<typeof answers>
) {
  const content = { 'application/json': { schema: body }, ...rowBodies, ...imageBodies }
  return createRoute({
    method: 'post',
    path: `/v1/models/{model}/${operation}`,
    operationId: operation,
    summary,
    security,
    request: {
      params: z.object({ model: modelParam }),
      query: queries[operation],
      body: { required: true, content }
    },
    responses
  })
}

export const addRecognitionRoutes: RouteGroup = (app, parts) => {
  for (const operation of ['recognise', 'explain', 'contrast'] as const) {
    // Described for the document alone: the worker threads check the body.
    app.openAPIRegistry.registerPath(routes[operation])
    app.post(`/v1/models/:model/${operation}`, needs('read'), async c => {
      const served = modelNamed(parts, c.req.param('model'))
      c.set('model', served.name)
      const task = await taskOf(c, operation, served, parts)
      return c.body((await parts.pool.run(task)) as Uint8Array<ArrayBuffer>, 200, {
        'content-type': 'application/json'
      })
    })
  }
}

async function taskOf(
  c: Context<ServerEnv>,
  operation: Operation,
  served: ServedModel,
  parts: ServerParts
): Promise<WaitingTask> {
  const key = (): string => served.key
  const type = (c.req.header('content-type') ?? '').split(';')[0].trim().toLowerCase()
  const media = Object.hasOwn(medias, type) ? medias[type] : undefined
  if (media === 'json') return { key, operation, media, bytes: bodyOf(c) }
  const options = queryOptions(c)
  if (media !== undefined) return { key, operation, media, bytes: bodyOf(c), options }
  if (type !== 'multipart/form-data' && !type.startsWith('image/'))
    throw new UnseenError(
      'serve.media',
      type === ''
        ? 'The request does not say what its body is.'
        : 'The body is of a kind that is not read here.',
      {
        remedy: `Content-Type is one of ${Object.keys(medias).slice(0, 4).join(', ')}, multipart/form-data or image/...`
      }
    )
  if (parts.images === undefined)
    throw new UnseenError('serve.media', 'The server has no backbone, so that it cannot read images.', {
      remedy: 'Start it with --backbone NETWORK.onnx, or send features.'
    })
  const images =
    type === 'multipart/form-data'
      ? await filesOf(c, parts.limits.rows)
      : [{ name: 'image', bytes: bodyOf(c) }]
  const features = await parts.images.features(
    served.model,
    images.map(({ bytes }) => bytes)
  )
  return {
    key,
    operation,
    media: 'float32',
    bytes: new Uint8Array(features.buffer as ArrayBuffer, features.byteOffset, features.byteLength),
    options,
    names: images.map(({ name }) => name)
  }
}

interface UploadedFile {
  readonly name: string
  arrayBuffer(): Promise<ArrayBuffer>
}

async function filesOf(
  c: Context<ServerEnv>,
  most: number
): Promise<{ readonly name: string; readonly bytes: Uint8Array }[]> {
  const form = await c.req.formData().catch((cause: unknown) => {
    throw new UnseenError('serve.request', 'The form cannot be read.', { cause })
  })
  const files = ([...form.values()] as (string | UploadedFile)[]).filter(value => typeof value !== 'string')
  if (files.length === 0)
    throw new UnseenError('serve.request', 'The form has no file in it.', {
      remedy: 'Send images as files: curl -F image=@photo.jpg.'
    })
  if (files.length > most)
    throw new UnseenError(
      'serve.size',
      `A request may have ${count(most)} images, this one has ${count(files.length)}.`
    )
  return Promise.all(
    files.map(async file => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }))
  )
}

/** What is no text in JSON. */
const words: ReadonlyMap<string, boolean | string> = new Map<string, boolean | string>([
  ['true', true],
  ['false', false],
  ['margin', 'margin'],
  ['expressed', 'expressed']
])

/** What stands beside the rows in JSON stands in the query of everything else. */
function queryOptions(c: Context<ServerEnv>): Record<string, unknown> {
  const given = c.req.queries()
  return Object.fromEntries(
    Object.entries(given).map(([name, values]): [string, unknown] => {
      if (name === 'among')
        return [
          name,
          values.length === 1 && ['unseen', 'seen', 'all'].includes(values[0]) ? values[0] : values
        ]
      const [value] = values
      if (name === 'top' || name === 'falseAlarms' || (name === 'reject' && !words.has(value)))
        return [name, Number(value)]
      return [name, name === 'reject' || name === 'explain' ? (words.get(value) ?? value) : value]
    })
  )
}
