/** The nearest neighbours of every row, exactly: by Euclidean distance, the row itself first. */
import { type Job, UnseenError } from '@unseen/core'
import { NearestList } from './nearest-list.js'

/** Rows in one array. */
export interface RowsToPlace {
  /** row-major (rows x columns) */
  readonly data: Float32Array
  /** How many. */
  readonly rows: number
  /** Entries of each. */
  readonly columns: number
}

/** How far a map is: rows whose neighbours are known, then rounds of the layout. */
export interface MapProgress {
  /** What is being done. */
  readonly stage: 'neighbours' | 'layout'
  /** Rows or rounds so far. */
  readonly done: number
  /** Rows or rounds in all. */
  readonly total: number
}

/** The nearest rows of every row, nearest first. */
export interface Neighbours {
  /** Their numbers. */
  readonly indices: number[][]
  /** How far they are. */
  readonly distances: number[][]
}

/** Rows compared at once with each other row, which is then read from memory only once for all of them. */
const BLOCK = 4

/**
 * The nearest rows of every row, the row itself first, as a job that tells how far it is. Every pair is
 * looked at once.
 *
 * @param input all rows
 * @param count how many of each; all where there are fewer
 */
export function* nearestNeighbours(
  { data, rows, columns }: RowsToPlace,
  count: number
): Job<Neighbours, MapProgress> {
  const products = new Float64Array(BLOCK)
  const squares = Float64Array.from({ length: rows }, (_, i) => {
    multiply(data, i * columns, 1, i * columns, columns, products)
    return products[0]
  })
  const lists = Array.from({ length: rows }, (_, i) => new NearestList(i, Math.min(count, rows)))
  for (let from = 0; from < rows; from += BLOCK) {
    const size = Math.min(BLOCK, rows - from)
    for (let k = from + 1; k < rows; k++) {
      multiply(data, from * columns, size, k * columns, columns, products)
      for (let i = from; i < from + size && i < k; i++) {
        const distance = Math.max(0, squares[i] + squares[k] - 2 * products[i - from])
        lists[i].offer(k, distance)
        lists[k].offer(i, distance)
      }
    }
    // Work is a triangle: the first rows meet all others, the last ones none.
    const left = 1 - (from + size) / rows
    if (yield { stage: 'neighbours', done: Math.round(rows * (1 - left * left)), total: rows })
      throw new UnseenError('cancelled', 'The map was stopped before it was ready.')
  }
  return { indices: lists.map(({ indices }) => indices), distances: lists.map(list => list.distances()) }
}

/**
 * Inner products of up to four rows from `at` with the row at `other`, in a fixed order. Missing rows repeat
 * the first.
 */
function multiply(
  data: Float32Array,
  at: number,
  size: number,
  other: number,
  columns: number,
  out: Float64Array
): void {
  const second = size > 1 ? at + columns : at
  const third = size > 2 ? second + columns : at
  const fourth = size > 3 ? third + columns : at
  let s0 = 0
  let s1 = 0
  let s2 = 0
  let s3 = 0
  for (let m = 0; m < columns; m++) {
    const value = data[other + m]
    s0 += data[at + m] * value
    s1 += data[second + m] * value
    s2 += data[third + m] * value
    s3 += data[fourth + m] * value
  }
  out[0] = s0
  out[1] = s1
  out[2] = s2
  out[3] = s3
}
