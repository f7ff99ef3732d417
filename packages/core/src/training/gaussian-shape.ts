/**
 * What a Gaussian model keeps of the common shape, and how many images a description is worth in it:
 *
 *   worth kappa = e_n / e_p    e_n  mean of |L^-1 (x - m_y)|^2, how far an image lies from its class
 *                              e_p = tr(J G J') / S, how far a foretold mean lies from the true one
 *
 * Where the error of foretold means joined the shape (`predictive`), A + M'J'J M / S is measured with:
 *
 *   (A + M'J'J M / S)^-1 = A^-1 - V J' (S I + J G J')^-1 J V'
 *
 * which is A^-1 with S rows more. kappa is always taken without it.
 */
import type { Arena } from '../kernels/arena.js'
import { factorise } from '../linalg/cholesky.js'
import type { StoredRows } from '../problems/stored-rows.js'
import type { ClassRange } from '../problems/transformed-rows.js'
import type { CommonShape, ShapedMeans } from '../solvers/common-shape.js'
import { takeForward } from '../solvers/kept-shape.js'
import type { ShapeParts } from './trained.js'

/** Rows of a class that tell how far images lie from their class. */
const ROWS_OF_A_CLASS = 10

export interface ShapeRequest {
  readonly shrinkage: number
  /** all of it, however large */
  readonly whole: boolean
  /** J G J' where it is asked what a description is worth */
  readonly error: Float64Array | undefined
}

/** The plain shape, and what a description is worth in it. */
export function keepShape(
  shape: CommonShape,
  rows: StoredRows,
  ranges: readonly ClassRange[],
  { shrinkage, whole, error }: ShapeRequest
): ShapeParts {
  const worth = error === undefined ? 0 : spread(shape, rows, ranges, shrinkage) / meanDiagonal(error)
  return { ...shape.keep(shrinkage, whole), centre: shape.centre, worth }
}

function meanDiagonal(matrix: Float64Array): number {
  const size = Math.sqrt(matrix.length)
  let sum = 0
  for (let s = 0; s < size; s++) sum += matrix[s * (size + 1)]
  return sum / size
}

/** e_n, from one row of every class at a time */
function spread(
  shape: CommonShape,
  rows: StoredRows,
  ranges: readonly ClassRange[],
  shrinkage: number
): number {
  const d = rows.columns
  const vectors = new Float64Array(ranges.length * d)
  const row = new Float32Array(d)
  let [sum, count] = [0, 0]
  for (let turn = 0; turn < ROWS_OF_A_CLASS; turn++) {
    vectors.fill(0)
    ranges.forEach((range, y) => {
      if (turn >= range.count) return
      rows.copyDense(range.first + turn, 1, row)
      for (let m = 0; m < d; m++) vectors[y * d + m] = row[m] - shape.means[y * d + m]
      count++
    })
    for (const length of shape.squaredLengths(vectors, shrinkage)) sum += length
  }
  return sum / count
}

/** With the error of foretold means in it: S rows more. `error` is J G J', `map` J. */
export function widenShape(
  arena: Arena,
  kept: ShapeParts,
  { weights }: ShapedMeans,
  error: Float64Array,
  map: Float64Array
): ShapeParts {
  const seen = Math.sqrt(map.length)
  const d = weights.length / seen
  const mark = arena.mark()
  const system = arena.float64(seen * seen)
  for (let at = 0; at < system.length; at++) system[at] = error[at] + (at % (seen + 1) === 0 ? seen : 0)
  factorise(arena.kernels, system, seen)
  const foretold = new Float64Array(seen * d)
  for (let s = 0; s < seen; s++)
    for (let m = 0; m < d; m++) {
      let sum = 0
      for (let t = 0; t < seen; t++) sum += map[s * seen + t] * weights[m * seen + t]
      foretold[s * d + m] = sum
    }
  const more = takeForward(system, seen, foretold)
  arena.release(mark)
  const rows = new Float32Array(kept.rows.length + more.length)
  rows.set(kept.rows)
  rows.set(more, kept.rows.length)
  return { ...kept, rows }
}
