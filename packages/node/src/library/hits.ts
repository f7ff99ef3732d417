/**
 * What is known of the best rows: id and metadata from the library's tables, rivals from their proportions.
 */
import { type NamedQuery, type RankedRow, type ScoredClass, defined } from '@unseen/core/internal'
import { ArrayFile } from './block-files.js'
import { type BlockEntry, places } from './layout.js'
import type { OpenLibrary } from './open-library.js'
import type { MetaValue } from './row-table.js'

/** A row that was found. */
export interface Hit {
  /** from 1 */
  readonly rank: number
  /** number of the row in the library */
  readonly row: number
  /** As it was indexed: a file name, or a column of the metadata. */
  readonly id: string
  /** the margin or the cosine rows are ranked by */
  readonly score: number
  /** the background class that comes next, or before it where the score is negative */
  readonly rival?: string
  /** The source that the row came from. */
  readonly source: string
  /** Its number there, from 0. */
  readonly sourceRow: number
  /** What else is known about it. */
  readonly metadata: Readonly<Record<string, MetaValue>>
}

export async function hitsOf(
  library: OpenLibrary,
  query: NamedQuery,
  ranked: readonly RankedRow[],
  /** of the background, as the scan has named its cache */
  cache: string
): Promise<Hit[]> {
  if (ranked.length === 0) return []
  const blocks = new Map(ranked.map(({ row }) => [row, blockOf(library.blocks, row)]))
  const known = await library.table.rows(
    [...new Set(blocks.values())],
    ranked.map(({ row }) => row)
  )
  const rivals = rivalsOf(library, query, blocks, cache)
  return ranked.map(({ row, score }, at) => {
    const { id, unseen_source: source, unseen_source_row: sourceRow, ...metadata } = known.get(row) ?? {}
    const rival = rivals.get(row)
    return {
      rank: at + 1,
      row,
      id: String(id),
      score,
      ...defined({ rival }),
      source: String(source),
      sourceRow: Number(sourceRow),
      metadata
    }
  })
}

/** Where rows came from, by their numbers in the library; those it does not have are left out. */
export async function placesOf(
  library: OpenLibrary,
  rows: readonly number[]
): Promise<Map<number, Pick<Hit, 'id' | 'source' | 'sourceRow'>>> {
  const there = rows.filter(row => row < library.rows)
  if (there.length === 0) return new Map()
  const known = await library.table.rows([...new Set(there.map(row => blockOf(library.blocks, row)))], there)
  return new Map(
    [...known].map(([row, { id, unseen_source: source, unseen_source_row: sourceRow }]) => [
      row,
      { id: String(id), source: String(source), sourceRow: Number(sourceRow) }
    ])
  )
}

function blockOf(blocks: readonly BlockEntry[], row: number): BlockEntry {
  let [low, high] = [0, blocks.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (blocks[middle].first <= row) low = middle
    else high = middle - 1
  }
  return blocks[low]
}

/**
 * For each row, the background class with the largest score but for the class itself. The scan has found the
 * best and kept it; only where that is the class itself, or the cache is gone, all are looked at again.
 */
function rivalsOf(
  { folder }: OpenLibrary,
  { background, names, position }: NamedQuery,
  blocks: ReadonlyMap<number, BlockEntry>,
  cache: string
): Map<number, string> {
  const found = new Map<number, string>()
  if (background.length === 0) return found
  const seen = background[0].mixture.length
  const best = new Float64Array(1)
  const one = new Float32Array(1)
  for (const block of new Set(blocks.values())) {
    const { number, rows, first } = block
    const proportions = new ArrayFile(places.part(folder, number, 'proportions'), 'float32', [seen, rows])
    const rivals = openRivals(places.rival(folder, cache, number), rows)
    try {
      for (const [row] of [...blocks].filter(([, its]) => its === block)) {
        rivals?.read(2 * rows + row - first, best)
        const known = rivals === undefined || best[0] === position ? undefined : best[0]
        const rival =
          known ??
          bestOf(background, position, s => {
            proportions.read(s * rows + row - first, one)
            return one[0]
          })
        if (rival >= 0) found.set(row, names[rival])
      }
    } finally {
      proportions.close()
      rivals?.close()
    }
  }
  return found
}

function openRivals(path: string, rows: number): ArrayFile | undefined {
  try {
    return new ArrayFile(path, 'float64', [3, rows])
  } catch {
    return undefined
  }
}

/** The first of the classes with the largest score, but for the one at `position`; -1 where there is none. */
function bestOf(
  background: readonly ScoredClass[],
  position: number,
  proportion: (seen: number) => number
): number {
  const proportions = Float32Array.from(background[0].mixture, (_, s) => proportion(s))
  let [best, most] = [-1, -Infinity]
  for (const [at, { mixture, bias }] of background.entries()) {
    if (at === position) continue
    let score = 0
    for (let s = 0; s < proportions.length; s++) score += mixture[s] * proportions[s]
    if (score + bias > most) [best, most] = [at, score + bias]
  }
  return best
}
