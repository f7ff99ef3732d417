/**
 * The server's interface as functions, for Node and browsers. Types come from the schemas by which the
 * server checks what it is sent; a refusal is the same `UnseenError` that the library would throw.
 */
import { type ErrorCode, UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import type { found, libraryList, pictures, searchBody } from './library-schemas.js'
import type * as schemas from './schemas.js'
import type { z } from '@hono/zod-openapi'

type Of<Schema extends z.ZodType> = z.infer<Schema>

/** How the server is reached. */
export interface ClientOptions {
  /** Sent with every request; needed where the server asks for one. */
  readonly token?: string
  /** Sends the requests. Default: the platform's own. */
  readonly fetch?: typeof fetch
  /** Ends all requests when it fires. */
  readonly signal?: AbortSignal
}

/** Rows of numbers, the bytes of a .npy file, of an Arrow stream, or images. */
export type Rows =
  | readonly ArrayLike<number>[]
  | { readonly npy: Uint8Array }
  | { readonly arrow: Uint8Array }
  | { readonly images: readonly { readonly name: string; readonly bytes: Uint8Array }[] }

/** One model of a server. */
export interface ModelClient {
  /** What the server knows about the model: its classes, settings and notes. */
  show(): Promise<Of<typeof schemas.modelDetail>>
  /** The best classes of each row. */
  recognise(
    rows: Rows,
    options?: z.input<typeof schemas.recogniseOptions>
  ): Promise<Of<typeof schemas.recognised>>
  /** Why each row got its score for a class. */
  explain(rows: Rows, options: z.input<typeof schemas.explainOptions>): Promise<Of<typeof schemas.explained>>
  /** Why one class and not another. */
  contrast(
    rows: Rows,
    options: z.input<typeof schemas.contrastOptions>
  ): Promise<Of<typeof schemas.contrasted>>
  /** The model's bytes with the classes of that version; undefined where they are those of `etag`. */
  file(etag?: string): Promise<ModelFile | undefined>
  /** All classes; with `since`, those that were described after that version. */
  classes(options?: { readonly since?: number }): Promise<Of<typeof schemas.classList>>
  /** One class with its mixture, and how well it is expressed. */
  class(name: string): Promise<Of<typeof schemas.judged>>
  /** New classes, all or none. */
  describe(
    classes: readonly z.input<typeof schemas.namedDescription>[]
  ): Promise<Of<typeof schemas.described>>
  /** Describes a class anew. `version`: it must still have it; `isNew`: it must not be there. */
  change(
    name: string,
    description: z.input<typeof schemas.description>,
    condition?: Condition
  ): Promise<Of<typeof schemas.classDetail>>
  /** Takes a described class away; `version`: it must still have it. */
  forget(name: string, condition?: Pick<Condition, 'version'>): Promise<Of<typeof schemas.forgotten>>
  /** Images that were shown of a class, and how much they count. */
  examples(name: string): Promise<Of<typeof schemas.shownImages>>
  /** A few images of a described class, or of a new one: they move it. Gaussian weights only. */
  showExamples(
    name: string,
    rows: Rows,
    options?: Omit<z.input<typeof schemas.examplesBody>, 'rows'>
  ): Promise<Of<typeof schemas.shownImages>>
  /** Takes images back: these rows, or all. */
  takeBack(name: string, rows?: Rows): Promise<Of<typeof schemas.shownImages>>
  /** Who described or forgot what, newest first. */
  changes(page?: {
    readonly limit?: number
    readonly before?: number
  }): Promise<Of<typeof schemas.changeList>>
  /** Reads the model's file again. */
  reload(): Promise<Of<typeof schemas.reloaded>>
}

export interface ModelFile {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly version: number
  readonly etag: string
}

/** A server of Unseen. */
export interface Client {
  /** The models it has. */
  models(): Promise<Of<typeof schemas.modelList>>
  /** One of its models, by name; nothing is asked until a method is called. */
  model(name: string): ModelClient
  /** The libraries of rows it can search. */
  libraries(): Promise<Of<typeof libraryList>>
  /** The rows of a library that are most likely of a class, best first. */
  search(library: string, wanted: z.input<typeof searchBody>): Promise<Of<typeof found>>
  /** Small pictures of rows, as data: addresses. */
  pictures(library: string, rows: readonly number[]): Promise<Of<typeof pictures>>
  /** Whether the process is alive. */
  health(): Promise<{ readonly status: string }>
  /** Whether it takes requests. */
  ready(): Promise<{ readonly status: string }>
  /** Counters for Prometheus, as text. */
  metrics(): Promise<string>
  /** Its description as OpenAPI. */
  openapi(): Promise<Readonly<Record<string, unknown>>>
}

export interface Condition {
  readonly version?: number
  readonly isNew?: boolean
}

interface Sent {
  readonly body: string | Uint8Array<ArrayBuffer> | FormData
  readonly type?: string
  readonly query?: URLSearchParams
}

/**
 * A client for `unseen serve`, in Node and in the browser. Refusals of the server are thrown as
 * `UnseenError`.
 *
 * @param url of the server, e.g. `http://127.0.0.1:8711`
 * @param options a token where the server asks for one, `fetch` and a signal to stop
 * @example
 * ```ts
 * import { createClient } from '@unseen/client'
 *
 * const zoo = createClient(url, { token }).model('zoo')
 * const { answers } = await zoo.recognise(rows, { top: 3 })
 * ```
 */
export function createClient(url: string, { token, fetch: ask = fetch, signal }: ClientOptions = {}): Client {
  const root = url.replace(/\/+$/, '')
  const send = async (
    method: string,
    path: string,
    { body, type, query }: Partial<Sent> = {},
    extra: Readonly<Record<string, string>> = {}
  ): Promise<Response> => {
    const headers = {
      ...extra,
      ...defined({ 'content-type': type, authorization: token === undefined ? undefined : `Bearer ${token}` })
    }
    const answer = await reach(
      ask,
      `${root}${path}${query === undefined || query.size === 0 ? '' : `?${query.toString()}`}`,
      { method, headers, ...defined({ body, signal }) }
    )
    if (!answer.ok && answer.status !== NOT_MODIFIED) throw await refusal(answer)
    return answer
  }
  const get = async <T>(path: string, query?: URLSearchParams): Promise<T> =>
    (await send('GET', path, query === undefined ? {} : { query })).json() as Promise<T>
  const put = async <T>(
    method: string,
    path: string,
    value: unknown,
    extra: Readonly<Record<string, string>> = {}
  ): Promise<T> =>
    (await send(method, path, value === undefined ? {} : json(value), extra)).json() as Promise<T>
  return {
    models: () => get('/v1/models'),
    libraries: () => get('/v1/libraries'),
    search: (library, wanted) => put('POST', `/v1/libraries/${encodeURIComponent(library)}/search`, wanted),
    pictures: (library, rows) =>
      put('POST', `/v1/libraries/${encodeURIComponent(library)}/pictures`, { rows }),
    health: () => get('/healthz'),
    ready: () => get('/readyz'),
    metrics: async () => (await send('GET', '/metrics')).text(),
    openapi: () => get('/openapi.json'),
    model(name) {
      const at = `/v1/models/${encodeURIComponent(name)}`
      const classAt = (known: string): string => `${at}/classes/${encodeURIComponent(known)}`
      const rows = async <T>(operation: string, given: Rows, options: object): Promise<T> =>
        (await send('POST', `${at}/${operation}`, bodyOf(given, options))).json() as Promise<T>
      return {
        show: () => get(at),
        recognise: (given, options = {}) => rows('recognise', given, options),
        explain: (given, options) => rows('explain', given, options),
        contrast: (given, options) => rows('contrast', given, options),
        async file(etag) {
          const answer = await send(
            'GET',
            `${at}/file`,
            {},
            etag === undefined ? {} : { 'if-none-match': etag }
          )
          if (answer.status === NOT_MODIFIED) return undefined
          const told = answer.headers.get('etag') ?? ''
          return {
            bytes: new Uint8Array(await answer.arrayBuffer()),
            version: Number(/^"(\d+)\./.exec(told)?.[1] ?? 0),
            etag: told
          }
        },
        classes: (options = {}) => get(`${at}/classes`, queryOf(options)),
        class: known => get(classAt(known)),
        describe: classes => put('POST', `${at}/classes`, { classes }),
        change: (known, description, { version, isNew = false } = {}) =>
          put('PUT', classAt(known), description, {
            ...match(version),
            ...defined({ 'if-none-match': isNew ? '*' : undefined })
          }),
        forget: (known, { version } = {}) => put('DELETE', classAt(known), undefined, match(version)),
        examples: known => get(`${classAt(known)}/examples`),
        showExamples: async (known, given, options = {}) =>
          (await send('POST', `${classAt(known)}/examples`, bodyOf(given, options))).json() as Promise<
            Of<typeof schemas.shownImages>
          >,
        takeBack: async (known, given) =>
          (await send('DELETE', `${classAt(known)}/examples`, given && bodyOf(given, {}))).json() as Promise<
            Of<typeof schemas.shownImages>
          >,
        changes: (page = {}) => get(`${at}/changes`, queryOf(page)),
        reload: () => put('POST', `${at}/reload`, undefined)
      }
    }
  }
}

const NOT_MODIFIED = 304

async function reach(ask: typeof fetch, ...request: Parameters<typeof fetch>): Promise<Response> {
  try {
    return await ask(...request)
  } catch (cause) {
    if (cause instanceof Error && cause.name !== 'TypeError') throw cause
    throw new UnseenError('network.unreachable', 'The server cannot be reached.', {
      remedy: 'Is it running, and is there a network?',
      cause
    })
  }
}

function match(version: number | undefined): Readonly<Record<string, string>> {
  return version === undefined ? {} : { 'if-match': `"${version}"` }
}

function json(value: unknown): Sent {
  return { body: JSON.stringify(value), type: 'application/json' }
}

/** Beside rows of numbers the options go into the body, beside anything else into the query. */
function bodyOf(rows: Rows, options: object): Sent {
  if (Array.isArray(rows))
    return json({ rows: (rows as readonly ArrayLike<number>[]).map(row => Array.from(row)), ...options })
  const query = queryOf(options)
  if ('npy' in rows) return { body: plain(rows.npy), type: 'application/x-npy', query }
  if ('arrow' in rows) return { body: plain(rows.arrow), type: 'application/vnd.apache.arrow.stream', query }
  const form = new FormData()
  for (const { name, bytes } of (
    rows as { readonly images: readonly { readonly name: string; readonly bytes: Uint8Array }[] }
  ).images)
    form.append('image', new Blob([plain(bytes)]), name)
  return { body: form, query }
}

/** A list becomes one entry for each of its values. */
function queryOf(options: object): URLSearchParams {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(options) as [string, unknown][])
    for (const one of Array.isArray(value) ? value : value === undefined ? [] : [value])
      query.append(key, String(one))
  return query
}

/** In memory of its own: browsers send no shared memory. */
function plain(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer ? (bytes as Uint8Array<ArrayBuffer>) : Uint8Array.from(bytes)
}

async function refusal(answer: Response): Promise<UnseenError> {
  const said = (await answer.json().catch(() => ({}))) as Partial<Of<typeof schemas.problem>>
  const code = (said.code === undefined || said.code === 'defect' ? 'network.broken' : said.code) as ErrorCode
  const seconds = Number(answer.headers.get('retry-after') ?? '')
  return new UnseenError(code, said.detail ?? `The server answered ${answer.status}.`, {
    where: {
      ...said.where,
      status: answer.status,
      ...defined({ seconds: seconds > 0 ? seconds : undefined })
    },
    ...defined({ remedy: said.remedy })
  })
}
