/** Libraries: which there are, and their rows ranked for a class of a served model, or one described in the request. */
import { createRoute, z } from '@hono/zod-openapi'
import { UnseenError, proportionsFingerprint, type Model } from '@unseen/core'
import type { OpenLibrary } from '../../library/open-library.js'
import { needs } from '../gate/gate.js'
import type { RouteGroup, ServerParts } from '../parts.js'
import { among, description } from '../schemas.js'
import { signatureOf } from './class-changes.js'
import { answers, security } from './say.js'

const MOST = 1000
const libraryParam = z.string().openapi({ param: { name: 'library', in: 'path' }, description: 'as GET /v1/libraries names it' })
export const libraryList = z.object({ libraries: z.array(z.object({ name: z.string(), rows: z.number(), columns: z.array(z.object({ name: z.string(), type: z.string() })), fingerprint: z.string() })) })
export const searchBody = z.strictObject({
  class: z.string().min(1),
  top: z.int().min(1).max(MOST).optional(),
  background: z.union([among, z.array(z.string()).max(0)]).optional().openapi({ description: 'the classes to beat; an empty list for none; the other unseen classes unless given' }),
  where: z.string().max(10_000).optional().openapi({ description: 'SQL on id and metadata', example: "taken_at > '2026-01-01'" }),
  description: description.optional().openapi({ description: 'of a class that no model knows; it is not kept' }),
}).openapi('SearchBody')
const value = z.union([z.string(), z.number(), z.boolean(), z.null()])
export const found = z.object({
  class: z.string(), by: z.enum(['margin', 'cosine']), background: z.array(z.string()), rows: z.number(), wanted: z.number(), prepared: z.boolean(),
  hits: z.array(z.object({ rank: z.number(), row: z.number(), id: z.string(), score: z.number(), rival: z.string().optional(), source: z.string(), sourceRow: z.number(), metadata: z.record(z.string(), value) })),
}).openapi('SearchResult')

const list = createRoute({ method: 'get', path: '/v1/libraries', operationId: 'listLibraries', summary: 'Every library', security, middleware: needs('read'), responses: answers(libraryList, 'the libraries') })
const search = createRoute({ method: 'post', path: '/v1/libraries/{library}/search', operationId: 'searchLibrary', summary: 'The rows that are most likely of a class, best first', security, middleware: needs('read'), request: { params: z.object({ library: libraryParam }), body: { required: true, content: { 'application/json': { schema: searchBody } } } }, responses: answers(found, 'the rows') })

export const addLibraryRoutes: RouteGroup = (app, parts) => {
  app.openapi(list, (c) => c.json({ libraries: [...parts.libraries].map(([name, { rows, columns, manifest }]) => ({ name, rows, columns: columns.map((column) => ({ ...column })), fingerprint: manifest.fingerprint })) }, 200))
  app.openapi(search, async (c) => {
    const library = libraryNamed(parts, c.req.valid('param').library)
    const { class: name, description: said, background, top, where } = c.req.valid('json')
    const known = modelOf(library, parts)
    const model = said === undefined ? known : known.describe(name, (await signatureOf(known, name, said)).after.signature)
    // DuckDB comes with it: only those who search wait for that.
    const { searchLibrary } = await import('../../library/search-library.js')
    const result = await searchLibrary(library, name, {
      model, background: background ?? known.unseen, signal: AbortSignal.timeout(parts.limits.timeout), whereSeconds: parts.limits.timeout / 1000,
      ...(top !== undefined && { top }), ...(where !== undefined && { where }),
    })
    return c.json({ ...result, background: [...result.background], hits: result.hits.map((hit) => ({ ...hit, metadata: { ...hit.metadata } })) }, 200)
  })
}

function libraryNamed({ libraries }: ServerParts, name: string): OpenLibrary {
  const library = libraries.get(name)
  if (library === undefined) throw new UnseenError('serve.unknown', `The server has no library "${name}".`, { where: { library: name }, remedy: 'GET /v1/libraries lists them.' })
  return library
}

/** A served model of the same training, with the classes it knows now; else the library's own. */
function modelOf(library: OpenLibrary, { models }: ServerParts): Model {
  return [...models.values()].map(({ model }) => model).find((model) => proportionsFingerprint(model) === library.manifest.fingerprint) ?? library.model
}
