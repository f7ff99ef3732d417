/** Rows and images as bodies of requests: how they may be written, and where they are found. */
import { type Model, UnseenError, count } from '@unseen/core'
import { bodyOf } from '../gate/gate.js'
import type { ServerEnv, ServerParts } from '../parts.js'
import type { Media, Task } from '../work/messages.js'
import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'

const ARROW = 'application/vnd.apache.arrow.stream'
const binary = z.string().openapi({ type: 'string', format: 'binary' })
export const rowBodies = {
  'application/x-npy': { schema: binary.openapi({ description: 'a matrix as numpy saves it' }) },
  [ARROW]: { schema: binary.openapi({ description: 'one column of lists, or one column for each feature' }) }
}
export const imageBodies = {
  'multipart/form-data': {
    schema: z.object({ image: z.array(binary) }).openapi({ description: 'one or more image files' })
  },
  'image/*': { schema: binary }
}

const medias: Readonly<Record<string, Media>> = {
  'application/json': 'json',
  'application/x-npy': 'npy',
  'application/octet-stream': 'npy',
  [ARROW]: 'arrow'
}

/** The rows of a request as they came; images become features first. */
export async function rowsIn(
  c: Context<ServerEnv>,
  model: Model,
  parts: ServerParts
): Promise<Pick<Task, 'media' | 'bytes' | 'names'>> {
  const type = (c.req.header('content-type') ?? '').split(';')[0].trim().toLowerCase()
  const media = Object.hasOwn(medias, type) ? medias[type] : undefined
  if (media !== undefined) return { media, bytes: bodyOf(c) }
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
    model,
    images.map(({ bytes }) => bytes)
  )
  return {
    media: 'float32',
    bytes: new Uint8Array(features.buffer as ArrayBuffer, features.byteOffset, features.byteLength),
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
