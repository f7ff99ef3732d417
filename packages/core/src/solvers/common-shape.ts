/**
 * The common shape of clouds around class means, for many shrinkages:
 *
 *   W = sum over rows of (x - m_y)(x - m_y)',  t = tr W / (N d),  A = W / N + shrinkage t I
 *   V = A^-1 M_c',  G = M_c V                  M_c = class means less their mean m0
 *
 * Rows are centred before they are multiplied, so nothing cancels. W is summed once, on whichever side is
 * smaller; on the side of the rows, R the centred rows and r = shrinkage t,
 *
 *   A^-1 B = (B - R' (N r I + R R')^-1 R B) / r
 *
 * Every shrinkage costs one Cholesky. Sums run in float64 over panels of float32 products.
 * Tests: ../../test/training/gaussian.test.ts
 */
import { UnseenError } from '../base/errors.js'
import type { Job } from '../base/progress.js'
import { type Arena, arrayBytes } from '../kernels/arena.js'
import { factorise, solveFactored } from '../linalg/cholesky.js'
import { addGram, addProduct, transpose } from '../linalg/gemm.js'
import type { StoredRows } from '../problems/stored-rows.js'
import type { ClassRange } from '../problems/transformed-rows.js'
import {
  type KeptShape,
  isKeptWhole,
  shapeOfRows,
  shortShape,
  shortShapeBytes,
  timesMatrix,
  timesRows,
  wholeShape
} from './kept-shape.js'

const TILE = 256

/** `kept`: whether `keep` will be asked for as well. */
export function commonShapeBytes(rows: number, d: number, seen: number, kept = false): number {
  const n = Math.min(rows, d)
  const side =
    rows < d
      ? 2 * arrayBytes(rows * d, 4) +
        2 * arrayBytes(d * seen, 4) +
        arrayBytes(rows * seen, 4) +
        arrayBytes(d * seen, 8)
      : arrayBytes(TILE * d, 4)
  const short = kept && !isKeptWhole(rows, d) ? shortShapeBytes(rows, d) : 0
  return 2 * arrayBytes(n * n, 8) + arrayBytes(n * seen, 8) + side + short
}

export interface ShapedMeans {
  /** V, row-major (d x seen) */
  readonly weights: Float64Array
  /** G = M_c V, symmetric (seen x seen) */
  readonly gram: Float64Array
}

export class CommonShape {
  /** class means, (seen x d) */
  readonly means: Float64Array
  /** m0, the mean of the class means, (d) */
  readonly centre: Float64Array
  /** tr W / (N d): the unit of shrinkage */
  readonly unit: number
  private readonly arena: Arena
  private readonly rows: number
  private readonly columns: number
  private readonly seen: number
  private readonly size: number
  /** W (d x d), or R R' (N x N) where the rows are fewer; lower triangle */
  private readonly scatter: Float64Array
  private readonly factor: Float64Array
  private factored: number | undefined
  private readonly solution: Float64Array
  /** R (N x d), where the rows are fewer than the columns */
  private readonly residuals: Float32Array | undefined
  /** R' (d x N), beside it */
  private readonly transposed: Float32Array | undefined

  private constructor(arena: Arena, columns: number, rows: number, means: Float64Array, unit: number) {
    this.arena = arena
    this.rows = rows
    this.columns = columns
    this.means = means
    this.seen = means.length / columns
    this.unit = unit
    this.centre = new Float64Array(columns)
    for (let at = 0; at < means.length; at++) this.centre[at % columns] += means[at] / this.seen
    this.size = Math.min(rows, columns)
    this.scatter = arena.float64(this.size * this.size)
    this.factor = arena.float64(this.size * this.size)
    this.solution = arena.float64(this.size * this.seen)
    this.residuals = rows < columns ? arena.float32(rows * columns) : undefined
    this.transposed = rows < columns ? arena.float32(rows * columns) : undefined
  }

  /** Reads the rows twice, for their means and around them; undefined when told to stop. */
  static *create(
    arena: Arena,
    rows: StoredRows,
    ranges: readonly ClassRange[]
  ): Job<CommonShape | undefined> {
    const d = rows.columns
    const total = ranges.reduce((sum, { count }) => sum + count, 0)
    const small = new Float32Array(TILE * d)
    const means = new Float64Array(ranges.length * d)
    for (const [y, range] of ranges.entries()) {
      for (const [first, size] of tiles(range)) {
        rows.copyDense(first, size, small)
        for (let at = 0; at < size * d; at++) means[y * d + (at % d)] += small[at] / range.count
      }
      if (yield { stage: 'prepare', message: `means ${y + 1} of ${ranges.length}` }) return undefined
    }

    // How far rows lie from their means, which is the unit of shrinkage, comes with the products.
    let squares = 0
    const shape = new CommonShape(arena, d, total, means, 0)
    const { residuals } = shape
    const tile = residuals ?? arena.float32(TILE * d)
    let filled = 0
    let done = 0
    for (const [y, range] of ranges.entries()) {
      for (let at = 0; at < range.count;) {
        const size = Math.min((residuals === undefined ? TILE : total) - filled, range.count - at, TILE)
        const part = tile.subarray(filled * d, (filled + size) * d)
        rows.copyDense(range.first + at, size, part)
        for (let k = 0; k < part.length; k++) {
          part[k] -= means[y * d + (k % d)]
          squares += part[k] * part[k]
        }
        at += size
        done += size
        filled += size
        // Small classes share a tile: a product with few rows costs as much in memory as one with many.
        if (residuals === undefined && (filled === TILE || done === total)) {
          addGram(arena.kernels, tile, shape.scatter, d, filled)
          filled = 0
        }
        if (yield { stage: 'prepare', message: `rows ${done} of ${total}` }) return undefined
      }
    }
    if (residuals !== undefined && shape.transposed !== undefined) {
      transpose(residuals, shape.transposed, total, d)
      addGram(arena.kernels, shape.transposed, shape.scatter, total, d)
    }
    return Object.assign(shape, { unit: squares / (total * d) })
  }

  /** One shrinkage, in units of the mean variance of a feature. */
  solve(shrinkage: number): ShapedMeans {
    const { columns: d, seen, means, centre } = this
    const shift = shrinkage * this.unit
    if (!(shift > 0))
      throw new UnseenError(
        'training.singular',
        'All rows of each class are the same: clouds have no shape.',
        {
          remedy: 'Use weights "class".'
        }
      )
    const centred = means.map((value, at) => value - centre[at % d])
    const weights = this.solveAt(centred, shift)
    const gram = new Float64Array(seen * seen)
    for (let s = 0; s < seen; s++)
      for (let m = 0; m < d; m++) {
        const value = centred[s * d + m]
        for (let t = 0; t < seen; t++) gram[s * seen + t] += value * weights[m * seen + t]
      }
    return { weights, gram: symmetric(gram, seen) }
  }

  /** |L^-1 v|^2 of one vector for each class, (seen x d) */
  squaredLengths(vectors: Float64Array, shrinkage: number): Float64Array {
    const { columns: d, seen } = this
    const solved = this.solveAt(vectors, shrinkage * this.unit)
    const lengths = new Float64Array(seen)
    for (let s = 0; s < seen; s++)
      for (let m = 0; m < d; m++) lengths[s] += vectors[s * d + m] * solved[m * seen + s]
    return lengths
  }

  /** A^-1 B' for B (seen x d), as (d x seen) */
  private solveAt(vectors: Float64Array, shift: number): Float64Array {
    return this.residuals === undefined ? this.solveColumns(vectors, shift) : this.solveRows(vectors, shift)
  }

  /** The shape at one shrinkage, to be kept: whole, or what matters of it. */
  keep(shrinkage: number, whole: boolean): KeptShape {
    const { arena, columns: d, rows, factor, scatter, residuals, transposed, unit } = this
    const shift = shrinkage * unit
    if (whole || isKeptWhole(rows, d)) {
      this.factoriseAt(shift)
      return residuals === undefined ? wholeShape(factor, d) : shapeOfRows(factor, residuals, rows, shift)
    }
    const mark = arena.mark()
    const kept =
      residuals === undefined || transposed === undefined
        ? shortShape(arena, d, unit * d, shift, timesMatrix(arena, scatter, rows, d))
        : shortShape(arena, d, unit * d, shift, timesRows(arena, residuals, transposed, rows, d))
    arena.release(mark)
    return kept
  }

  /** L of A = W / N + shift I, or of N shift I + R R'; once for the same shift. */
  private factoriseAt(shift: number): void {
    if (this.factored === shift) return
    const { arena, size, rows, factor, scatter, residuals } = this
    const [scale, added] = residuals === undefined ? [1 / rows, shift] : [1, rows * shift]
    for (let at = 0; at < size * size; at++) factor[at] = scatter[at] * scale
    for (let m = 0; m < size; m++) factor[m * (size + 1)] += added
    factorise(arena.kernels, factor, size)
    this.factored = shift
  }

  /** A^-1 M_c' by W itself */
  private solveColumns(centred: Float64Array, shift: number): Float64Array {
    const { arena, columns: d, seen, factor, solution } = this
    this.factoriseAt(shift)
    for (let s = 0; s < seen; s++) for (let m = 0; m < d; m++) solution[m * seen + s] = centred[s * d + m]
    solveFactored(arena.kernels, factor, solution, d, seen)
    return Float64Array.from(solution)
  }

  /** A^-1 M_c' by the products of the rows */
  private solveRows(centred: Float64Array, shift: number): Float64Array {
    const { arena, columns: d, seen, rows, factor, solution, residuals, transposed } = this
    if (residuals === undefined || transposed === undefined) return new Float64Array(0)
    const mark = arena.mark()
    const right = arena.float32(d * seen)
    for (let s = 0; s < seen; s++) for (let m = 0; m < d; m++) right[m * seen + s] = centred[s * d + m]
    this.factoriseAt(shift)
    solution.fill(0)
    addProduct(arena.kernels, transposed, right, solution, rows, seen, d)
    solveFactored(arena.kernels, factor, solution, rows, seen)
    const rounded = arena.float32(rows * seen)
    rounded.set(solution)
    const back = arena.float64(d * seen)
    back.fill(0)
    addProduct(arena.kernels, residuals, rounded, back, d, seen, rows)
    const weights = new Float64Array(d * seen)
    for (let m = 0; m < d; m++)
      for (let s = 0; s < seen; s++) weights[m * seen + s] = (centred[s * d + m] - back[m * seen + s]) / shift
    arena.release(mark)
    return weights
  }
}

function* tiles({ first, count }: ClassRange): Generator<readonly [number, number]> {
  for (let at = 0; at < count; at += TILE) yield [first + at, Math.min(TILE, count - at)]
}

/** The mean of a square matrix and its transpose. */
export function symmetric(matrix: Float64Array, size: number): Float64Array {
  return matrix.map((value, at) => (value + matrix[(at % size) * size + Math.floor(at / size)]) / 2)
}
