/** A few images of a described class: shown, listed and taken back, each on the disk like any change of classes. */
import { examplesBody, shownImages } from '@unseen/client/internal'
import type { Model } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { bodyOf, needs } from '../gate/gate.js'
import { type RouteGroup, modelNamed } from '../parts.js'
import type { PlannedChange } from '../classes/class-store.js'
import { decodeExamples } from '../work/decode-rows.js'
import { imageBodies, rowBodies, rowsIn } from './row-bodies.js'
import { answers, modelParam, security } from './say.js'
import { createRoute, z } from '@hono/zod-openapi'

const params = z.object({
  model: modelParam,
  name: z
    .string()
    .openapi({ param: { name: 'name', in: 'path' }, description: 'percent-encoded', example: 'zebra' })
})
const path = '/v1/models/{model}/classes/{name}/examples'
const content = { 'application/json': { schema: examplesBody }, ...rowBodies, ...imageBodies }

const list = createRoute({
  method: 'get',
  path,
  operationId: 'listExamples',
  summary: 'Images that were shown of a class, and how much they count',
  security,
  middleware: needs('read'),
  request: { params },
  responses: answers(shownImages, 'the images, by fingerprint and name')
})
const show = createRoute({
  method: 'post',
  path,
  operationId: 'showExamples',
  summary: 'A few images of a described class, or of a new one, move it (Gaussian weights)',
  security,
  request: { params, body: { required: true, content } },
  responses: answers(shownImages, 'all images of the class, on the disk')
})
const takeBack = createRoute({
  method: 'delete',
  path,
  operationId: 'takeBackExamples',
  summary: 'Take images of a class back: those of the body, or all where there is none',
  security,
  request: { params, body: { required: false, content } },
  responses: answers(shownImages, 'the images that are left')
})

export const addExampleRoutes: RouteGroup = (app, parts) => {
  app.openapi(list, c => {
    const { model: of, name } = c.req.valid('param')
    const { name: model, store } = modelNamed(parts, of)
    store.model.find(name)
    return c.json({ model, version: store.version, ...shownOf(store.model, name) }, 200)
  })
  // Described for the document alone: bodies are not looked at before they are decoded.
  for (const route of [show, takeBack]) {
    app.openAPIRegistry.registerPath(route)
    app.on(
      route.method.toUpperCase(),
      '/v1/models/:model/classes/:name/examples',
      needs('describe'),
      async c => {
        const served = modelNamed(parts, c.req.param('model'))
        const name = c.req.param('name')
        c.set('model', served.name)
        const isAll = route === takeBack && bodyOf(c).length === 0
        const expected = { columns: served.model.trained.columns, maxRows: parts.limits.rows }
        const given = isAll ? undefined : await decodeExamples(await rowsIn(c, served.model, parts), expected)
        const { model, version } = await served.store.change(c.get('caller').name, ({ model: present }) => [
          exampleChange(
            present,
            name,
            route === takeBack || given === undefined
              ? present.takeBack(name, given?.matrix)
              : present.show(name, given.matrix, defined({ names: given.names })),
            served.store.entry(name)?.described?.sentence
          )
        ])
        return c.json({ model: served.name, version, ...shownOf(model, name) }, 200)
      }
    )
  }
}

/** What becomes of the class, as a change that the log can tell again. */
export function exampleChange(before: Model, name: string, after: Model, sentence?: string): PlannedChange {
  if (!after.knows(name)) return { class: name, after: null }
  const { signature, examples = null, mixture, residual, constant } = after.find(name)
  return {
    class: name,
    after: { signature: Array.from(signature, value => value + 0), ...defined({ sentence }) },
    examples,
    embedded: { mixture, residual, constant, trained: before.trained }
  }
}

function shownOf(model: Model, name: string): Omit<z.infer<typeof shownImages>, 'model' | 'version'> {
  const found = model.shown.find(each => each.class === name)
  return found === undefined
    ? { class: name, images: 0, ids: [], share: 0, described: model.knows(name) }
    : { ...found, ids: [...found.ids] }
}
