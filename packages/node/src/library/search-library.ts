/**
 * The rows of a library that are most likely of a class: over all of it, or where a condition on the metadata
 * holds.
 */
import { type Among, type Model, UnseenError } from '@unseen/core'
import {
  type NamedQuery,
  defined,
  hasRivals,
  libraryQuery,
  proportionsFingerprint
} from '@unseen/core/internal'
import { type Hit, hitsOf } from './hits.js'
import { places } from './layout.js'
import type { OpenLibrary } from './open-library.js'
import { type WhereOptions, rowsWhere } from './where.js'
import { createHash } from 'node:crypto'
import { readdir, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Which rows of a library are wanted. */
export interface LibrarySearchOptions {
  /** How many rows. Default 50. */
  readonly top?: number
  /** a model that knows the class, where the library's own does not; its training must be the same */
  readonly model?: Model
  /** the classes it must beat: the other unseen classes of the library's model unless given; [] for none */
  readonly background?: Among
  /** a condition on ids and metadata, in the language that `language` names */
  readonly where?: string
  /**
   * 'sql' unless given: anything DuckDB can select by, as much memory as that takes. 'plain' for conditions of
   * strangers: columns, comparisons, and, or, not, in, between, like and null (docs/search.md)
   */
  readonly language?: 'sql' | 'plain'
  /** How long the condition may take. */
  readonly whereSeconds?: WhereOptions['seconds']
  /** Stops it when it fires. */
  readonly signal?: AbortSignal
  /** Called with rows done, of how many. */
  readonly onProgress?: (done: number, total: number) => void
}

/** Rows that are most likely of a class. */
export interface SearchResult {
  /** That was searched for. */
  readonly class: string
  /** margin over the background, or cosine of centred proportions where there is none */
  readonly by: 'margin' | 'cosine'
  /** without the class itself */
  readonly background: readonly string[]
  /** of the library */
  readonly rows: number
  /** rows for which the condition holds */
  readonly wanted: number
  /** the background was new, so that its best scores had to be found for all rows */
  readonly prepared: boolean
  /** Best first. */
  readonly hits: readonly Hit[]
}

const TOP = 50
const MOST = 100_000
/** Caches of this many backgrounds are kept. */
const KEPT = 4

/**
 * Finds the rows of a library that are most likely of a class, labelled or not.
 *
 * @param library of `openLibrary`
 * @param name of a class that the model knows
 * @param options how many rows, which conditions
 */
export async function searchLibrary(
  library: OpenLibrary,
  name: string,
  {
    top = TOP,
    model = library.model,
    background = library.model.unseen,
    where,
    language = 'sql',
    whereSeconds,
    signal,
    onProgress
  }: LibrarySearchOptions = {}
): Promise<SearchResult> {
  if (!Number.isInteger(top) || top < 1 || top > MOST)
    throw new UnseenError('options.value', `top must be a whole number from 1 to ${MOST}, got ${top}.`, {
      where: { option: 'top' }
    })
  if (model !== library.model && proportionsFingerprint(model) !== library.manifest.fingerprint)
    throw new UnseenError(
      'library.model',
      'The library was indexed with another model, or the model was trained again since.',
      { remedy: 'Index the rows anew with this model into another folder.' }
    )
  const { folder, blocks, rows, scanner } = library
  const query = libraryQuery(model, name, background)
  const wanted =
    where === undefined || rows === 0
      ? undefined
      : await rowsWhere(folder, blocks, where, {
          signal,
          ...defined({
            seconds: whereSeconds,
            columns: language === 'plain' ? library.columns : undefined
          })
        })
  const key = backgroundKey(query)
  const plain = { class: query.class, background: query.background, position: query.position }
  const { ranked, rivalsFound } = await scanner.scan(
    {
      folder,
      blocks: blocks.map(({ number, first, rows: size }) => ({ number, first, rows: size })),
      query: plain,
      top,
      mean: meanOf(library),
      background: key,
      mask: wanted?.mask
    },
    { signal, onProgress }
  )
  if (hasRivals(query)) await (rivalsFound ? forgetOldest(folder, key) : markUsed(folder, key))
  return {
    class: name,
    by: hasRivals(query) ? 'margin' : 'cosine',
    background: query.names.filter(rival => rival !== name),
    rows,
    wanted: wanted?.rows ?? rows,
    prepared: rivalsFound,
    hits: await hitsOf(library, query, ranked, key)
  }
}

/**
 * Of the centred proportions of all rows, whatever the condition: a class looks alike in every part of a
 * library.
 */
function meanOf({ blocks, rows, manifest: { seen } }: OpenLibrary): Float64Array {
  const total = new Float64Array(seen.length)
  for (const block of blocks)
    block.total.forEach((value, s) => {
      total[s] += value
    })
  return rows === 0 ? total : total.map(value => value / rows)
}

/** Changes with whatever the best background scores depend on. */
function backgroundKey({ background }: NamedQuery): string {
  const hash = createHash('sha256').update(`unseen rivals 1 ${background.length}`)
  for (const { mixture, bias } of background) hash.update(mixture).update(Float64Array.of(bias))
  return hash.digest('hex').slice(0, 16)
}

async function markUsed(folder: string, used: string): Promise<void> {
  const now = new Date()
  await utimes(places.rivals(folder, used), now, now).catch(() => undefined)
}

/** Keeps the caches that were used last; the one in use is new. */
async function forgetOldest(folder: string, used: string): Promise<void> {
  const above = dirname(places.rivals(folder, used))
  const caches = await Promise.all(
    (await readdir(above).catch(() => [])).map(async name => ({
      name,
      time: (await stat(join(above, name)).catch(() => undefined))?.mtimeMs ?? 0
    }))
  )
  for (const { name } of caches
    .filter(cache => cache.name !== used)
    .sort((a, b) => b.time - a.time)
    .slice(KEPT - 1))
    await rm(join(above, name), { recursive: true, force: true })
}
