/** What those who run the server ask: is it alive, is it ready, how much does it do, what does it offer. */
import { versions } from '../../runs/versions.js'
import { caller, needs } from '../gate/gate.js'
import type { RouteGroup } from '../parts.js'
import { security } from './say.js'
import { createRoute, z } from '@hono/zod-openapi'

const state = z.object({ status: z.string() })
const health = createRoute({
  method: 'get',
  path: '/healthz',
  operationId: 'health',
  summary: 'Whether the process answers',
  responses: { 200: { description: 'it does', content: { 'application/json': { schema: state } } } }
})
const ready = createRoute({
  method: 'get',
  path: '/readyz',
  operationId: 'ready',
  summary: 'Whether requests are taken',
  responses: {
    200: { description: 'they are', content: { 'application/json': { schema: state } } },
    503: { description: 'not yet, or no more', content: { 'application/json': { schema: state } } }
  }
})
const metrics = createRoute({
  method: 'get',
  path: '/metrics',
  operationId: 'metrics',
  summary: 'Figures for Prometheus',
  security,
  responses: { 200: { description: 'in its text format', content: { 'text/plain': { schema: z.string() } } } }
})

export const addOperationRoutes: RouteGroup = (app, parts) => {
  app.openapi(health, c => c.json({ status: 'alive' }, 200))
  app.openapi(ready, c =>
    parts.state.ready && !parts.state.stopping
      ? c.json({ status: 'ready' }, 200)
      : c.json({ status: parts.state.stopping ? 'stopping' : 'starting' }, 503)
  )
  app.use('/metrics', caller(parts), needs('read'))
  app.openapi(metrics, async c => {
    const { registry } = parts.metrics
    return c.text(await registry.metrics(), 200, { 'content-type': registry.contentType })
  })
  app.openAPIRegistry.registerComponent('securitySchemes', 'token', {
    type: 'http',
    scheme: 'bearer',
    description:
      'made by `unseen serve token add`; scopes read, describe and admin, each allowing what those before it do'
  })
  app.get('/openapi.json', c =>
    c.json(
      app.getOpenAPI31Document({
        openapi: '3.1.0',
        info: {
          title: 'Unseen',
          version: versions()['unseen'] ?? '',
          description: 'Recognises classes that have no training image, by their descriptions.'
        }
      })
    )
  )
}
