/**
 * The scan itself: blocks are taken one after the other off a counter that all threads share, scored
 * tile by tile and offered to the best rows. Nothing but a tile is held in memory; the system's cache
 * of files keeps a library warm. Rivals that are not cached yet are found on the way and written.
 */
import {
  BestRows,
  BlockScorer,
  type LibraryQuery,
  type RankedRow,
  type Rivals,
  findRivals,
  hasRivals,
  offerCosines,
  offerMargins,
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
  const { number, first, rows } = block
  const isWanted =
    mask === undefined ? () => true : (row: number) => (mask[row >>> 3] & (1 << (row & 7))) !== 0
  const withRivals = hasRivals(query)
  const rivals = withRivals ? await rivalsOf(block, job, scorer) : undefined
  const proportions = new ArrayFile(places.part(folder, number, 'proportions'), 'float32', [
    query.class.mixture.length,
    rows
  ])
  const facts = rivals ?? new ArrayFile(places.part(folder, number, 'centres'), 'float64', [2, rows])
  try {
    const source = fileBlock(proportions, rows)
    const room = {
      best: new Float64Array(scorer.tileRows),
      second: new Float64Array(scorer.tileRows),
      which: new Float64Array(scorer.tileRows)
    }
    const read = (list: number, start: number, out: Float64Array): Float64Array => {
      facts.read(list * rows + start, out)
      return out
    }
    for (let start = 0; start < rows; start += scorer.tileRows) {
      const count = scorer.open(source, start)
      const [one, two, three] = [room.best, room.second, room.which].map(list => list.subarray(0, count))
      if (withRivals) {
        read(0, start, one)
        // A class outside the background must beat the best; only one inside needs to know whose that is.
        const beaten =
          query.position < 0
            ? one
            : rivalsWithout(
                { best: one, second: read(1, start, two), which: read(2, start, three) },
                query.position,
                count,
                two
              )
        offerMargins(scorer.scores(query.class), beaten, first + start, best, isWanted)
      } else {
        const { mixture } = query.class
        three.set(scorer.scores({ mixture: job.mean, bias: 0 }))
        offerCosines(
          scorer.scores({ mixture, bias: 0 }),
          three,
          { sums: read(0, start, one), lengths: read(1, start, two) },
          { mixture, mean: job.mean },
          first + start,
          best,
          isWanted
        )
      }
    }
  } finally {
    proportions.close()
    facts.close()
  }
}

/** The block's rivals from the cache; found and written where they are missing or cut. */
async function rivalsOf(
  { number, rows }: ScannedBlock,
  { folder, query, background, counter }: ScanJob,
  scorer: BlockScorer
): Promise<ArrayFile> {
  const path = places.rival(folder, background, number)
  if (existsSync(path)) {
    try {
      return new ArrayFile(path, 'float64', [3, rows])
    } catch {
      // A cache that is broken is made again.
    }
  }
  const all = new Float64Array(3 * rows)
  const list = (at: number, start: number, count: number): Float64Array =>
    all.subarray(at * rows + start, at * rows + start + count)
  const file = new ArrayFile(places.part(folder, number, 'proportions'), 'float32', [
    query.class.mixture.length,
    rows
  ])
  try {
    for (let start = 0; start < rows; start += scorer.tileRows) {
      const count = scorer.open(fileBlock(file, rows), start)
      const found: Rivals = {
        best: list(0, start, count),
        second: list(1, start, count),
        which: list(2, start, count)
      }
      findRivals(scorer, query.background, count, found)
    }
  } finally {
    file.close()
  }
  mkdirSync(places.rivals(folder, background), { recursive: true })
  await writeArray(path, 'float64', [3, rows], all)
  Atomics.store(counter, 2, 1)
  return new ArrayFile(path, 'float64', [3, rows])
}

/** Whether any row of the block is wanted. */
function hasAny(mask: Uint8Array | undefined, { first, rows }: ScannedBlock): boolean {
  if (mask === undefined) return true
  for (let byte = first >>> 3; byte <= (first + rows - 1) >>> 3; byte++) if (mask[byte] !== 0) return true
  return false
}
