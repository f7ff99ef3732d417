/**
 * Libraries: which there are, their rows ranked for a class of a served model, or one described in the
 * request, and small pictures of rows.
 */
import { found, libraryList, pictures, picturesBody, searchBody } from '@unseen/client/internal'
import { type Model, UnseenError } from '@unseen/core'
import { defined, proportionsFingerprint } from '@unseen/core/internal'
import type { OpenLibrary } from '../../library/open-library.js'
import type { Pictures } from '../../library/pictures.js'
import { needs } from '../gate/gate.js'
import { type RouteGroup, type ServerParts, modelNamed } from '../parts.js'
import { signatureOf } from './class-changes.js'
import { answers, security } from './say.js'
import { createRoute, z } from '@hono/zod-openapi'

const libraryParam = z
  .string()
  .openapi({ param: { name: 'library', in: 'path' }, description: 'as GET /v1/libraries names it' })

const list = createRoute({
  method: 'get',
  path: '/v1/libraries',
  operationId: 'listLibraries',
  summary: 'Every library',
  security,
  middleware: needs('read'),
  responses: answers(libraryList, 'the libraries')
})
const search = createRoute({
  method: 'post',
  path: '/v1/libraries/{library}/search',
  operationId: 'searchLibrary',
  summary: 'The rows that are most likely of a class, best first',
  security,
  middleware: needs('read'),
  request: {
    params: z.object({ library: libraryParam }),
    body: { required: true, content: { 'application/json': { schema: searchBody } } }
  },
  responses: answers(found, 'the rows')
})

const show = createRoute({
  method: 'post',
  path: '/v1/libraries/{library}/pictures',
  operationId: 'libraryPictures',
  summary: 'Small pictures of rows',
  security,
  middleware: needs('read'),
  request: {
    params: z.object({ library: libraryParam }),
    body: { required: true, content: { 'application/json': { schema: picturesBody } } }
  },
  responses: answers(pictures, 'the pictures')
})

export const addLibraryRoutes: RouteGroup = (app, parts) => {
  const opened = new Map<OpenLibrary, Pictures>()
  app.openapi(list, c =>
    c.json(
      {
        libraries: [...parts.libraries].map(([name, { rows, columns, manifest }]) => ({
          name,
          models: modelsOf(manifest.fingerprint, parts),
          rows,
          columns: columns.map(column => ({ ...column })),
          fingerprint: manifest.fingerprint
        }))
      },
      200
    )
  )
  app.openapi(search, async c => {
    const library = libraryNamed(parts, c.req.valid('param').library)
    const {
      class: name,
      model: wanted,
      description: said,
      background = 'unseen',
      top,
      where
    } = c.req.valid('json')
    const known = modelOf(library, parts, wanted)
    const model =
      said === undefined
        ? known
        : known.describe(name, (await signatureOf(known, name, said, parts.encoder)).after.signature)
    // DuckDB comes with it: only those who search wait for that.
    const { searchLibrary } = await import('../../library/search-library.js')
    const result = await searchLibrary(library, name, {
      model,
      background: rivalsOf(known, name, background),
      // Whoever asks: SQL can take all memory, and no limit of the database holds it.
      language: 'plain',
      signal: AbortSignal.any([AbortSignal.timeout(parts.limits.timeout), c.req.raw.signal]),
      whereSeconds: parts.limits.timeout / 1000,
      ...defined({ top, where })
    })
    return c.json(
      {
        ...result,
        background: [...result.background],
        hits: result.hits.map(hit => ({ ...hit, metadata: { ...hit.metadata } }))
      },
      200
    )
  })
  app.openapi(show, async c => {
    const library = libraryNamed(parts, c.req.valid('param').library)
    const rows = [...new Set(c.req.valid('json').rows)]
    const [{ placesOf }, { openPictures }] = await Promise.all([
      import('../../library/hits.js'),
      import('../../library/pictures.js')
    ])
    const pictureOf = opened.get(library) ?? openPictures(library)
    opened.set(library, pictureOf)
    const places = [...(await placesOf(library, rows))]
    const images = await pictureOf(places.map(([, place]) => place))
    const found = new Map(places.map(([row], at) => [row, images[at]]))
    return c.json({ pictures: rows.map(row => ({ row, image: dataAddress(found.get(row)) })) }, 200)
  })
}

const dataAddress = (image: Buffer | undefined): string | null =>
  image === undefined ? null : `data:image/webp;base64,${image.toString('base64')}`

function libraryNamed({ libraries }: ServerParts, name: string): OpenLibrary {
  const library = libraries.get(name)
  if (library === undefined)
    throw new UnseenError('serve.unknown', `The server has no library "${name}".`, {
      where: { library: name },
      remedy: 'GET /v1/libraries lists them.'
    })
  return library
}

/**
 * Without the class itself: while its description is being changed, the others stay a background whose best
 * scores are known.
 */
function rivalsOf(
  { seen, unseen }: Model,
  name: string,
  background: NonNullable<z.infer<typeof searchBody>['background']>
): readonly string[] {
  const names =
    background === 'all'
      ? [...seen, ...unseen]
      : background === 'seen'
        ? seen
        : background === 'unseen'
          ? unseen
          : background
  return names.filter(each => each !== name)
}

function modelsOf(fingerprint: string, { models }: ServerParts): string[] {
  return [...models.values()]
    .filter(({ model }) => proportionsFingerprint(model) === fingerprint)
    .map(({ name }) => name)
}

/** A served model of the same training, with the classes it knows now; else the library's own. */
function modelOf({ manifest, model }: OpenLibrary, parts: ServerParts, wanted: string | undefined): Model {
  const [first] = modelsOf(manifest.fingerprint, parts)
  if (wanted !== undefined) return modelNamed(parts, wanted).model
  return first === undefined ? model : modelNamed(parts, first).model
}
