/** Classes: list, look at, describe, change and forget; what was changed, when, and by whom. */
import {
  changeList,
  classDetail,
  classList,
  describeBody,
  described,
  description,
  forgotten,
  judged
} from '@unseen/client/internal'
import type { Model } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { judgeClass } from '../../use/judge-class.js'
import { breath } from '../breath.js'
import { needs } from '../gate/gate.js'
import { type RouteGroup, modelNamed } from '../parts.js'
import type { ServedModel } from '../served-model.js'
import { checkNew, checkVersion, newClasses, preconditions, signatureOf } from './class-changes.js'
import { answers, modelParam, security } from './say.js'
import { createRoute, z } from '@hono/zod-openapi'
import type { TypedResponse } from 'hono'

const ofModel = z.object({ model: modelParam })
const ofClass = ofModel.extend({
  name: z
    .string()
    .openapi({ param: { name: 'name', in: 'path' }, description: 'percent-encoded', example: 'zebra' })
})
const conditions = z.object({
  'if-match': z
    .string()
    .optional()
    .openapi({ description: 'the ETag of the class as it was read', example: '"7"' }),
  'if-none-match': z.string().optional().openapi({ description: '* for a class that must not be there' })
})
const body = <Schema extends z.ZodType>(schema: Schema) =>
  ({ required: true, content: { 'application/json': { schema } } }) as const
const readers = needs('read')
const writers = needs('describe')

const list = createRoute({
  method: 'get',
  path: '/v1/models/{model}/classes',
  operationId: 'listClasses',
  summary:
    'Every class, seen and described; with `since`, whole those that were described after that version',
  security,
  middleware: readers,
  request: { params: ofModel, query: z.object({ since: z.coerce.number().int().min(0).optional() }) },
  responses: answers(classList, 'the classes')
})
const show = createRoute({
  method: 'get',
  path: '/v1/models/{model}/classes/{name}',
  operationId: 'showClass',
  summary: 'One class: its signature, what it is made of, and what to know of it',
  security,
  middleware: readers,
  request: { params: ofClass },
  responses: answers(judged, 'the class; its version is the ETag')
})
const describe = createRoute({
  method: 'post',
  path: '/v1/models/{model}/classes',
  operationId: 'describeClasses',
  summary: 'Describe new classes, all or none',
  security,
  middleware: writers,
  request: { params: ofModel, body: body(describeBody) },
  responses: answers(described, 'the classes, on the disk')
})
const change = createRoute({
  method: 'put',
  path: '/v1/models/{model}/classes/{name}',
  operationId: 'changeClass',
  summary: 'Describe a class, or describe it anew',
  security,
  middleware: writers,
  request: { params: ofClass, headers: conditions, body: body(description) },
  responses: answers(classDetail, 'the class, on the disk')
})
const forget = createRoute({
  method: 'delete',
  path: '/v1/models/{model}/classes/{name}',
  operationId: 'forgetClass',
  summary: 'Forget a described class',
  security,
  middleware: writers,
  request: { params: ofClass, headers: conditions },
  responses: answers(forgotten, 'it is forgotten')
})
const changes = createRoute({
  method: 'get',
  path: '/v1/models/{model}/changes',
  operationId: 'listChanges',
  summary: 'What was changed, when, by whom, before and after; the newest first',
  security,
  middleware: needs('admin'),
  request: {
    params: ofModel,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(1000).default(100),
      before: z.coerce.number().int().min(1).optional()
    })
  },
  responses: answers(changeList, 'the changes')
})

export const addClassRoutes: RouteGroup = (app, parts) => {
  app.openapi(list, async c => {
    const served = modelNamed(parts, c.req.valid('param').model)
    const { store, model } = served
    const { since } = c.req.valid('query')
    const classes = model.classes.map(({ name, seen }) => ({
      name,
      seen,
      version: store.entry(name)?.version ?? 0
    }))
    const changed =
      since === undefined
        ? undefined
        : classes.filter(({ version }) => version > since).map(({ name }) => name)
    const { version } = store
    return jsonWithList<z.infer<typeof classList>, string>(
      { model: served.name, version, fingerprint: served.identity.fingerprint, classes },
      'changed',
      changed,
      name => detailOf(served, model, name)
    )
  })
  app.openapi(show, c => {
    const { model, name } = c.req.valid('param')
    const served = modelNamed(parts, model)
    const detail = detailOf(served, served.model, name)
    return c.json({ ...detail, warnings: [...judgeClass(served.model, name).warnings] }, 200, {
      etag: `"${detail.version}"`
    })
  })
  app.openapi(describe, async c => {
    const served = modelNamed(parts, c.req.valid('param').model)
    const planned = await newClasses(served.model, c.req.valid('json').classes, parts.encoder)
    const { model, version } = await served.store.change(c.get('caller').name, present => {
      for (const { class: name } of planned.changes) checkNew(present, name)
      return planned.changes
    })
    return jsonWithList<z.infer<typeof described>, { readonly class: string }>(
      { model: served.name, version, remarks: [...planned.remarks] },
      'classes',
      planned.changes,
      ({ class: name }) => detailOf(served, model, name)
    )
  })
  app.openapi(change, async c => {
    const { model: of, name } = c.req.valid('param')
    const served = modelNamed(parts, of)
    const wanted = preconditions(c.req.valid('header'))
    const { after } = await signatureOf(served.model, name, c.req.valid('json'), parts.encoder)
    const { model, version } = await served.store.change(c.get('caller').name, present => {
      checkVersion(present, name, wanted)
      return [{ class: name, after }]
    })
    return c.json({ ...detailOf(served, model, name), version }, 200, { etag: `"${version}"` })
  })
  app.openapi(forget, async c => {
    const { model: of, name } = c.req.valid('param')
    const served = modelNamed(parts, of)
    const wanted = preconditions(c.req.valid('header'))
    const { version } = await served.store.change(c.get('caller').name, present => {
      checkVersion(present, name, wanted)
      return [{ class: name, after: null }]
    })
    return c.json({ model: served.name, version }, 200)
  })
  app.openapi(changes, async c => {
    const served = modelNamed(parts, c.req.valid('param').model)
    const { limit, before } = c.req.valid('query')
    const found = await served.log.history(limit, before)
    return c.json(
      {
        changes: found.map(record => ({
          version: record.seq,
          at: record.at,
          by: record.by,
          kind: record.kind,
          ...defined({
            classes:
              record.kind === 'classes'
                ? record.changes.map(({ class: name, before: old, after }) => ({
                    class: name,
                    before: old,
                    after
                  }))
                : undefined
          })
        }))
      },
      200
    )
  })
}

/** The answer as c.json makes it, with a list that is written down part by part while others are let in. */
async function jsonWithList<Body, Item>(
  head: Partial<Body>,
  key: keyof Body & string,
  list: readonly Item[] | undefined,
  valueOf: (item: Item) => unknown
): Promise<Response & TypedResponse<Body, 200, 'json'>> {
  const others = breath()
  const parts: string[] = []
  for (const item of list ?? []) {
    parts.push(JSON.stringify(valueOf(item)))
    await others()
  }
  const rest = list === undefined ? '' : `,${JSON.stringify(key)}:[${parts.join(',')}]`
  return new Response(`${JSON.stringify(head).slice(0, -1)}${rest}}`, {
    headers: { 'content-type': 'application/json' }
  }) as Response & TypedResponse<Body, 200, 'json'>
}

function detailOf({ store }: ServedModel, model: Model, name: string) {
  const { seen, signature } = model.find(name)
  const { shares, residual } = model.mixture(name)
  const entry = store.entry(name)
  const sentence = entry?.described?.sentence
  return {
    name,
    seen,
    version: entry?.version ?? 0,
    signature: Array.from(signature),
    mixture: [...shares],
    residual,
    ...defined({
      by: entry?.by,
      at: entry?.at,
      sentence
    })
  }
}
