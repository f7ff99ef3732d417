/**
 * The k nearest neighbours of every row among the others, Euclidean, by products of tiles: memory is a
 * tile times the rows, never rows times rows. Of equal distances the earlier row counts.
 */
import { ARENA_START, Arena, arrayBytes, createMemory } from '../../kernels/arena.js'
import { SCRATCH_BYTES, wasmKernels } from '../../kernels/wasm.js'
import { paddedColumns } from '../solvers/centred-rows.js'

const TILE = 32

export interface Neighbours {
  readonly k: number
  /** (rows x k), nearest first */
  readonly rows: Int32Array
  /** squared, (rows x k) */
  readonly distances: Float64Array
}

/** points (count x length); k is cut to count - 1 */
export function nearestNeighbours(
  points: Float64Array,
  count: number,
  length: number,
  wanted: number
): Neighbours {
  const k = Math.max(0, Math.min(wanted, count - 1))
  const s = paddedColumns(count)
  const bytes =
    SCRATCH_BYTES + arrayBytes(length * s, 4) + arrayBytes(TILE * length, 4) + arrayBytes(TILE * s, 4)
  const arena = new Arena(
    wasmKernels(createMemory(bytes, false), ARENA_START),
    ARENA_START + SCRATCH_BYTES,
    ARENA_START + bytes
  )
  const turned = arena.float32(length * s)
  const tile = arena.float32(TILE * length)
  const products = arena.float32(TILE * s)
  const squares = new Float64Array(count)
  for (let i = 0; i < count; i++) {
    for (let m = 0; m < length; m++) {
      turned[m * s + i] = points[i * length + m]
      squares[i] += points[i * length + m] ** 2
    }
  }
  const rows = new Int32Array(count * k)
  const distances = new Float64Array(count * k)
  for (let first = 0; first < count && k > 0; first += TILE) {
    const size = Math.min(TILE, count - first)
    tile.set(points.subarray(first * length, (first + size) * length))
    arena.kernels.linear(tile.byteOffset, size, turned.byteOffset, products.byteOffset, length, s)
    for (let i = 0; i < size; i++) {
      const at = first + i
      keepNearest(
        at,
        count,
        k,
        j => Math.max(0, squares[at] + squares[j] - 2 * products[i * s + j]),
        rows.subarray(at * k, (at + 1) * k),
        distances.subarray(at * k, (at + 1) * k)
      )
    }
  }
  return { k, rows, distances }
}

/** Insertion into the k best so far: most rows are refused by one comparison. */
function keepNearest(
  self: number,
  count: number,
  k: number,
  distanceTo: (j: number) => number,
  rows: Int32Array,
  distances: Float64Array
): void {
  distances.fill(Infinity)
  for (let j = 0; j < count; j++) {
    if (j === self) continue
    const distance = distanceTo(j)
    if (distance >= distances[k - 1]) continue
    let place = k - 1
    for (; place > 0 && distances[place - 1] > distance; place--) {
      distances[place] = distances[place - 1]
      rows[place] = rows[place - 1]
    }
    distances[place] = distance
    rows[place] = j
  }
}
