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
import { needs } from '../gate/gate.js'
import { type RouteGroup, type ServerEnv, type ServerParts, modelNamed } from '../parts.js'
import type { ServedModel } from '../served-model.js'
import type { Operation } from '../work/messages.js'
import type { WaitingTask } from '../work/pool.js'
import { imageBodies, rowBodies, rowsIn } from './row-bodies.js'
import { answers, modelParam, security } from './say.js'
import { createRoute, z } from '@hono/zod-openapi'
import type { Context } from 'hono'

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
  const written = await rowsIn(c, served.model, parts)
  return written.media === 'json'
    ? { key, operation, ...written }
    : { key, operation, ...written, options: queryOptions(c) }
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
