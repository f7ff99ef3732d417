/**
 * Ridge regression of one-hot labels on rows, for many ridges:
 *
 *   minimise over W   |X W - Y|^2 + r |W|^2        W = (X'X + r I)^-1 X'Y = X' (XX' + r I)^-1 Y
 *
 * The Gram matrix is summed once, of whichever side is smaller; every ridge costs one Cholesky.
 * Sums run in float64 over panels of float32 products.
 */
import type { Job } from '../base/progress.js'
import { type Arena, arrayBytes } from '../kernels/arena.js'
import { factorise, solveFactored } from '../linalg/cholesky.js'
import { addGram, addProduct, transpose } from '../linalg/gemm.js'
import type { StoredRows } from '../problems/stored-rows.js'
import type { ClassRange } from '../problems/transformed-rows.js'

const TILE = 256

export function ridgeBytes(rows: number, d: number, seen: number): number {
  const n = Math.min(rows, d)
  const transposed =
    rows < d ? 2 * arrayBytes(rows * d, 4) + arrayBytes(rows * seen, 4) : arrayBytes(TILE * d, 4)
  return 2 * arrayBytes(n * n, 8) + arrayBytes(n * seen, 8) + arrayBytes(d * seen, 8) + transposed
}

export interface RidgeSolution {
  /** (d x seen) */
  readonly weights: Float64Array
  /** |X w_k - y_k|^2 + r |w_k|^2, (seen) */
  readonly objectives: Float64Array
}

export class RidgeSystem {
  private readonly arena: Arena
  private readonly size: number
  private readonly columns: number
  private readonly seen: number
  private readonly total: number
  /** rows of each class */
  private readonly counts: readonly number[]
  /** (size x size), lower triangle */
  private readonly gram: Float64Array
  private readonly factor: Float64Array
  /** (size x seen): X'Y, or Y where the rows are fewer than the columns */
  private readonly targets: Float64Array
  private readonly solution: Float64Array
  /** X (rows x d), where the rows are fewer than the columns */
  private readonly dense: Float32Array | undefined
  /** mean squared length of a row: the unit of ridges */
  private scale = 0

  private constructor(arena: Arena, columns: number, ranges: readonly ClassRange[]) {
    this.arena = arena
    this.columns = columns
    this.seen = ranges.length
    this.counts = ranges.map(({ count }) => count)
    this.total = this.counts.reduce((sum, count) => sum + count, 0)
    this.size = Math.min(this.total, columns)
    this.gram = arena.float64(this.size * this.size)
    this.factor = arena.float64(this.size * this.size)
    this.targets = new Float64Array(this.size * this.seen)
    this.solution = arena.float64(this.size * this.seen)
    this.dense = this.total < columns ? arena.float32(this.total * columns) : undefined
  }

  /**
   * Reads the rows, each passed through `change` first (a transform), and sums the Gram matrix; undefined
   * when told to stop.
   */
  static *create(
    arena: Arena,
    rows: StoredRows,
    ranges: readonly ClassRange[],
    change?: (row: Float32Array) => void
  ): Job<RidgeSystem | undefined> {
    const system = new RidgeSystem(arena, rows.columns, ranges)
    const d = rows.columns
    const { dense } = system
    const tile = dense ?? arena.float32(TILE * d)
    const capacity = dense === undefined ? TILE : system.total
    let filled = 0
    let done = 0
    for (const [y, { first, count }] of ranges.entries()) {
      for (let at = 0; at < count;) {
        const size = Math.min(capacity - filled, count - at, TILE)
        const part = tile.subarray(filled * d, (filled + size) * d)
        rows.copyDense(first + at, size, part)
        for (let i = 0; i < size && change !== undefined; i++) change(part.subarray(i * d, (i + 1) * d))
        system.addTargets(part, size, y, done)
        at += size
        done += size
        filled += size
        // Small classes share a tile: a product with few rows costs as much in memory as one with many.
        if (dense === undefined && (filled === TILE || done === system.total)) {
          addGram(arena.kernels, tile, system.gram, d, filled)
          filled = 0
        }
        if (yield { stage: 'prepare', message: `rows ${done} of ${system.total}` }) return undefined
      }
    }
    system.scale /= Math.max(1, system.total)
    if (dense !== undefined) system.sumRowProducts(dense)
    return system
  }

  /** One ridge, in units of the mean squared row length. */
  solve(ridge: number): RidgeSolution {
    const { arena, size, seen, factor, gram, solution, targets } = this
    const { kernels } = arena
    const shift = ridge * this.scale
    factor.set(gram)
    for (let i = 0; i < size; i++) factor[i * size + i] += shift
    factorise(kernels, factor, size)
    solution.set(targets)
    solveFactored(kernels, factor, solution, size, seen)
    // At the optimum the objective is |y_k|^2 - <w_k, X'y_k>; on the side of the rows that is r <a_k, y_k>.
    const explained = new Float64Array(seen)
    for (let k = 0; k < targets.length; k++) explained[k % seen] += targets[k] * solution[k]
    if (this.dense === undefined)
      return {
        weights: Float64Array.from(solution),
        objectives: explained.map((part, k) => this.counts[k] - part)
      }
    return { weights: this.weightsFromRows(this.dense), objectives: explained.map(part => shift * part) }
  }

  /**
   * Adds rows of class y, the first of them row number `done`, to the targets and to the mean squared length.
   */
  private addTargets(part: Float32Array, rows: number, y: number, done: number): void {
    const { columns: d, targets, seen } = this
    let squares = 0
    for (let i = 0; i < rows; i++) {
      if (this.dense !== undefined) targets[(done + i) * seen + y] = 1
      for (let m = 0; m < d; m++) {
        const value = part[i * d + m]
        squares += value * value
        if (this.dense === undefined) targets[m * seen + y] += value
      }
    }
    this.scale += squares
  }

  /** XX', by way of the transposed rows */
  private sumRowProducts(dense: Float32Array): void {
    const { arena, columns: d, total, gram } = this
    const mark = arena.mark()
    const transposed = arena.float32(d * total)
    transpose(dense, transposed, total, d)
    addGram(arena.kernels, transposed, gram, total, d)
    arena.release(mark)
  }

  /** W = X' A for the dual answer A */
  private weightsFromRows(dense: Float32Array): Float64Array {
    const { arena, columns: d, total, seen, solution } = this
    const mark = arena.mark()
    const coefficients = arena.float32(total * seen)
    coefficients.set(solution)
    const weights = arena.float64(d * seen)
    addProduct(arena.kernels, dense, coefficients, weights, d, seen, total)
    const result = Float64Array.from(weights)
    arena.release(mark)
    return result
  }
}
