/**
 * Models: which there are, what each is like, its file with the classes it has now, and reading a file again.
 */
import { modelDetail, modelList, reloaded } from '@unseen/client/internal'
import { toBytes } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { needs } from '../gate/gate.js'
import { type RouteGroup, type ServerParts, modelNamed } from '../parts.js'
import type { ServedModel } from '../served-model.js'
import { answers, modelParam, refusals, security } from './say.js'
import { createHash } from 'node:crypto'
import { createRoute, z } from '@hono/zod-openapi'

const params = z.object({ model: modelParam })
const list = createRoute({
  method: 'get',
  path: '/v1/models',
  operationId: 'listModels',
  summary: 'Every model',
  security,
  middleware: needs('read'),
  responses: answers(modelList, 'the models')
})
const show = createRoute({
  method: 'get',
  path: '/v1/models/{model}',
  operationId: 'showModel',
  summary: 'One model',
  security,
  middleware: needs('read'),
  request: { params },
  responses: answers(modelDetail, 'the model')
})
const file = createRoute({
  method: 'get',
  path: '/v1/models/{model}/file',
  operationId: 'modelFile',
  summary: 'The model as a file, with the classes it knows now',
  security,
  middleware: needs('read'),
  request: {
    params,
    headers: z.object({
      'if-none-match': z
        .string()
        .optional()
        .openapi({ description: 'the ETag of the file that is there already' })
    })
  },
  responses: {
    200: {
      description: 'the file; its ETag is its version, a point and its SHA-256',
      content: { 'application/octet-stream': { schema: z.string().openapi({ format: 'binary' }) } }
    },
    304: { description: 'it is the same' },
    ...refusals
  }
})
const reload = createRoute({
  method: 'post',
  path: '/v1/models/{model}/reload',
  operationId: 'reloadModel',
  summary: 'Read the model file again; described classes stay, no request is dropped',
  security,
  middleware: needs('admin'),
  request: { params },
  responses: answers(reloaded, 'the model as it is now')
})

export const addModelRoutes: RouteGroup = (app, parts) => {
  app.openapi(list, c =>
    c.json({ models: [...parts.models.values()].map(served => summaryOf(served, parts)) }, 200)
  )
  app.openapi(show, c => {
    const served = modelNamed(parts, c.req.valid('param').model)
    const { notes, settings } = served.model
    return c.json(
      {
        ...summaryOf(served, parts),
        ...defined({ attributes: notes.attributes === undefined ? undefined : [...notes.attributes] }),
        sentences: notes.encoder !== undefined,
        settings: { ...settings }
      },
      200
    )
  })
  app.openapi(file, c => {
    const { model, store } = modelNamed(parts, c.req.valid('param').model)
    const bytes = Uint8Array.from(toBytes(model))
    const etag = `"${store.version}.${createHash('sha256').update(bytes).digest('hex')}"`
    if (c.req.valid('header')['if-none-match'] === etag) return c.body(null, 304, { etag })
    return c.body(bytes, 200, { etag, 'content-type': 'application/octet-stream' })
  })
  app.openapi(reload, async c => {
    const served = modelNamed(parts, c.req.valid('param').model)
    const remarks = await served.reload()
    return c.json({ ...summaryOf(served, parts), remarks: [...remarks] }, 200)
  })
}

function summaryOf(served: ServedModel, { images }: ServerParts) {
  const { model, store, identity } = served
  return {
    name: served.name,
    version: store.version,
    seen: model.trained.seen,
    described: model.classes.length - model.trained.seen,
    columns: model.trained.columns,
    signature: model.classes[0].signature.length,
    fingerprint: identity.fingerprint,
    images: images !== undefined && typeof model.notes.preprocessing?.['digest'] === 'string'
  }
}
