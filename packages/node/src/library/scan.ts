/**
 * The scan itself: blocks are taken one after the other off a counter that all threads share, scored
 * tile by tile and offered to the best rows. Of a block only a few numbers per row are held in memory;
 * the system's cache of files keeps a library warm. Rivals that are not cached yet are found on the way and written.
 */
import {
  BestRows,
  BlockScorer,
  type LibraryQuery,
  LibraryRanker,
  type RankedRow,
  hasRivals,
  rivalsWithout
} from '@unseen/core/internal'
import { ArrayFile, fileBlock, writeArray } from './block-files.js'
import { places } from './layout.js'
import { existsSync, mkdirSync } from 'node:fs'

export interface ScannedBlock {
  readonly number: number
  readonly first: number
  readonly rows: number
}

export interface ScanJob {
  readonly folder: string
  readonly blocks: readonly ScannedBlock[]
  readonly query: LibraryQuery
  readonly top: number
  /** the mean of the library's centred proportions, (seen) */
  readonly mean: Float64Array
  /** names the cache of the background */
  readonly background: string
  /** one bit for each row that may be an answer; all unless given */
  readonly mask?: Uint8Array | undefined
  /** [0]: the next block; at or beyond the end: stop. [1]: blocks that are done. [2]: rivals were found. */
  readonly counter: Int32Array
}

const STOP = 0x3fffffff

/** Tells all threads of a job to end. */
export function stopScan(counter: Int32Array): void {
  Atomics.store(counter, 0, STOP)
}

export async function scanBlocks(job: ScanJob): Promise<RankedRow[]> {
  const { blocks, query, counter, top } = job
  const scorer = new BlockScorer(query.class.mixture.length)
  const best = new BestRows(top)
  for (let at = Atomics.add(counter, 0, 1); at < blocks.length; at = Atomics.add(counter, 0, 1)) {
    const block = blocks[at]
    if (hasAny(job.mask, block)) await scanBlock(block, job, scorer, best)
    Atomics.add(counter, 1, 1)
    // Where this is the only thread, others have their turn between blocks.
    await new Promise(resolve => setImmediate(resolve))
  }
  return best.ranked()
}

async function scanBlock(
  block: ScannedBlock,
  job: ScanJob,
  scorer: BlockScorer,
  best: BestRows
): Promise<void> {
  const { folder, query, mask } = job
  const { mixture } = query.class
  const { number, first, rows } = block
  const file = new ArrayFile(places.part(folder, number, 'proportions'), 'float32', [mixture.length, rows])
  try {
    const ranker = new LibraryRanker(fileBlock(file, rows), scorer)
    const values = hasRivals(query)
      ? ranker.margins(query.class, await beatenOf(block, job, ranker)).margins
      : ranker.cosines({ mixture, mean: job.mean }, centresOf(folder, block))
    for (let i = 0; i < rows; i++) {
      const row = first + i
      const isWanted = mask === undefined || (mask[row >>> 3] & (1 << (row & 7))) !== 0
      if (isWanted && values[i] >= best.floor) best.offer(row, values[i])
    }
  } finally {
    file.close()
  }
}

function centresOf(folder: string, { number, rows }: ScannedBlock) {
  const [sums, lengths] = readLists(places.part(folder, number, 'centres'), 2, rows)
  return { sums, lengths }
}

/** What each row must beat, from the cache of rivals; found and written where it is missing or cut. */
async function beatenOf(
  { number, rows }: ScannedBlock,
  { folder, query: { background: others, position }, background, counter }: ScanJob,
  ranker: LibraryRanker
): Promise<Float64Array> {
  const path = places.rival(folder, background, number)
  if (existsSync(path)) {
    try {
      // A class outside the background must beat the best; only one inside needs to know whose that is.
      const [best, second, which] = readLists(path, 3, rows, position < 0 ? 1 : 3)
      return position < 0 ? best : rivalsWithout({ best, second, which }, position)
    } catch {
      // A cache that is broken is made again.
    }
  }
  const rivals = ranker.rivals(others)
  const all = new Float64Array(3 * rows)
  ;[rivals.best, rivals.second, rivals.which].forEach((list, at) => all.set(list, at * rows))
  Atomics.store(counter, 2, 1)
  try {
    mkdirSync(places.rivals(folder, background), { recursive: true })
    await writeArray(path, 'float64', [3, rows], all)
  } catch {
    // A library that cannot be written can be searched all the same, only without the cache.
  }
  return rivalsWithout(rivals, position)
}

/** The first lists of a file that has `count` of them, one value per row in each. */
function readLists(path: string, count: number, rows: number, wanted = count): Float64Array[] {
  const file = new ArrayFile(path, 'float64', [count, rows])
  try {
    return Array.from({ length: wanted }, (_, at) => {
      const list = new Float64Array(rows)
      file.read(at * rows, list)
      return list
    })
  } finally {
    file.close()
  }
}

/** Whether any row of the block is wanted. */
function hasAny(mask: Uint8Array | undefined, { first, rows }: ScannedBlock): boolean {
  if (mask === undefined) return true
  for (let byte = first >>> 3; byte <= (first + rows - 1) >>> 3; byte++) if (mask[byte] !== 0) return true
  return false
}
