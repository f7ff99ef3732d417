/**
 * Ridge regression of one-hot labels (ridge.ts) again and again, each time without some classes:
 *
 *   (X'X - Xh'Xh + r I) W = X'Y   without the columns of the hidden classes h
 *
 * The Gram matrix of all rows is summed once; leaving classes out costs the Gram matrix of their rows
 * and one Cholesky. Where the rows are fewer than the features, XX' is summed once and classes are
 * left out by leaving out its rows and columns.
 */
import type { Job } from '../base/progress.js'
import { type Arena, arrayBytes } from '../kernels/arena.js'
import { factorise, solveFactored } from '../linalg/cholesky.js'
import { addGram, addProduct, transpose } from '../linalg/gemm.js'
import type { StoredRows } from '../problems/stored-rows.js'
import type { ClassRange } from '../problems/transformed-rows.js'

const TILE = 256

export function ridgeWithoutBytes(rows: number, d: number, seen: number): number {
  const n = Math.min(rows, d)
  const dual =
    rows < d
      ? 2 * arrayBytes(rows * d, 4) + arrayBytes(rows * seen, 4) + arrayBytes(d * seen, 8)
      : arrayBytes(TILE * d, 4)
  return 2 * arrayBytes(n * n, 8) + arrayBytes(n * seen, 8) + dual
}

export class RidgeWithout {
  private readonly arena: Arena
  private readonly rows: StoredRows
  private readonly ranges: readonly ClassRange[]
  private readonly total: number
  private readonly size: number
  /** (size x size), lower triangle */
  private readonly gram: Float64Array
  private readonly factor: Float64Array
  private readonly solution: Float64Array
  /**
   * X (rows x d) and, until it is summed, its transpose: where the rows are fewer than the features;
   * otherwise a tile of rows
   */
  private readonly tile: Float32Array
  /** X'Y, (d x classes); empty where the rows are fewer */
  private readonly targets: Float64Array
  /** sum of squares of the rows of each class */
  private readonly squares: Float64Array

  private constructor(arena: Arena, rows: StoredRows, ranges: readonly ClassRange[]) {
    this.arena = arena
    this.rows = rows
    this.ranges = ranges
    this.total = ranges.reduce((sum, { count }) => sum + count, 0)
    const d = rows.columns
    this.size = Math.min(this.total, d)
    this.gram = arena.float64(this.size * this.size)
    this.factor = arena.float64(this.size * this.size)
    this.solution = arena.float64(this.size * ranges.length)
    this.tile = arena.float32((this.isDual ? this.total : TILE) * d)
    this.targets = new Float64Array(this.isDual ? 0 : d * ranges.length)
    this.squares = new Float64Array(ranges.length)
  }

  /**
   * Sums over all rows of the ranges, which follow each other from the first row on; undefined when told to
   * stop.
   */
  static *create(
    arena: Arena,
    rows: StoredRows,
    ranges: readonly ClassRange[]
  ): Job<RidgeWithout | undefined> {
    const system = new RidgeWithout(arena, rows, ranges)
    const d = rows.columns
    for (const [y, { first, count }] of ranges.entries()) {
      for (let at = 0; at < count; at += TILE) {
        const size = Math.min(TILE, count - at)
        const part = system.isDual
          ? system.tile.subarray((first + at) * d, (first + at + size) * d)
          : system.tile.subarray(0, size * d)
        rows.copyDense(first + at, size, part)
        for (let k = 0; k < part.length; k++) {
          system.squares[y] += part[k] * part[k]
          if (!system.isDual) system.targets[(k % d) * ranges.length + y] += part[k]
        }
      }
    }
    if (!system.isDual) return (yield* system.addRows(ranges, system.gram)) ? system : undefined
    const mark = arena.mark()
    const transposed = arena.float32(d * system.total)
    transpose(system.tile, transposed, system.total, d)
    addGram(arena.kernels, transposed, system.gram, system.total, d)
    arena.release(mark)
    return system
  }

  /**
   * Weights without the hidden classes, (remaining x d); the ridge in units of the mean squared length of the
   * remaining rows. Undefined when told to stop.
   */
  *solve(hidden: ReadonlySet<number>, ridge: number): Job<Float32Array | undefined> {
    const {
      ranges,
      arena,
      rows: { columns: d }
    } = this
    const rest = ranges.map((_, k) => k).filter(k => !hidden.has(k))
    const left = rest.reduce((sum, k) => sum + ranges[k].count, 0)
    const shift = (ridge * rest.reduce((sum, k) => sum + this.squares[k], 0)) / Math.max(1, left)
    const size = this.isDual ? left : d
    if (this.isDual) this.takeRows(rest)
    else if (!(yield* this.takeOff(hidden))) return undefined
    for (let i = 0; i < size; i++) this.factor[i * size + i] += shift
    if (yield { stage: 'prepare', message: 'factorising' }) return undefined
    factorise(arena.kernels, this.factor, size)
    const solution = this.solution.subarray(0, size * rest.length)
    let row = 0
    if (this.isDual)
      for (const [k, y] of rest.entries())
        for (let i = 0; i < ranges[y].count; i++, row++)
          for (let c = 0; c < rest.length; c++) solution[row * rest.length + c] = c === k ? 1 : 0
    else
      for (let m = 0; m < d; m++)
        for (const [k, y] of rest.entries())
          solution[m * rest.length + k] = this.targets[m * ranges.length + y]
    solveFactored(arena.kernels, this.factor, solution, size, rest.length)
    const columns = this.isDual ? this.fromRows(rest, solution) : solution
    const weights = new Float32Array(rest.length * d)
    for (let m = 0; m < d; m++)
      for (let k = 0; k < rest.length; k++) weights[k * d + m] = columns[m * rest.length + k]
    return weights
  }

  private get isDual(): boolean {
    return this.total < this.rows.columns
  }

  /** factor = XX' of the remaining rows */
  private takeRows(rest: readonly number[]): void {
    const { gram, factor, ranges, total } = this
    const kept = rest.flatMap(k => Array.from({ length: ranges[k].count }, (_, i) => ranges[k].first + i))
    for (let i = 0; i < kept.length; i++)
      for (let j = 0; j <= i; j++) factor[i * kept.length + j] = gram[kept[i] * total + kept[j]]
  }

  /** factor = X'X less that of the hidden rows */
  private *takeOff(hidden: ReadonlySet<number>): Job<boolean> {
    const { gram, factor, ranges } = this
    factor.fill(0)
    if (
      !(yield* this.addRows(
        ranges.filter((_, k) => hidden.has(k)),
        factor
      ))
    )
      return false
    for (let k = 0; k < gram.length; k++) factor[k] = gram[k] - factor[k]
    return true
  }

  /** Adds the Gram matrix of the rows; false when told to stop. */
  private *addRows(ranges: readonly ClassRange[], out: Float64Array): Job<boolean> {
    const { rows, tile, arena } = this
    const d = rows.columns
    let filled = 0
    let left = ranges.reduce((sum, { count }) => sum + count, 0)
    for (const { first, count } of ranges) {
      for (let at = 0; at < count;) {
        const size = Math.min(TILE - filled, count - at)
        rows.copyDense(first + at, size, tile.subarray(filled * d, (filled + size) * d))
        at += size
        filled += size
        left -= size
        if (filled < TILE && left > 0) continue
        addGram(arena.kernels, tile, out, d, filled)
        filled = 0
        if (yield { stage: 'prepare', message: `${left} rows left` }) return false
      }
    }
    return true
  }

  /** W = X'A, (d x remaining); hidden rows take no part */
  private fromRows(rest: readonly number[], solution: Float64Array): Float64Array {
    const {
      arena,
      ranges,
      total,
      tile,
      rows: { columns: d }
    } = this
    const mark = arena.mark()
    const coefficients = arena.float32(total * rest.length)
    let row = 0
    for (const y of rest)
      for (let i = 0; i < ranges[y].count; i++, row++)
        coefficients.set(
          solution.subarray(row * rest.length, (row + 1) * rest.length),
          (ranges[y].first + i) * rest.length
        )
    const weights = arena.float64(d * rest.length)
    addProduct(arena.kernels, tile, coefficients, weights, d, rest.length, total)
    const result = Float64Array.from(weights)
    arena.release(mark)
    return result
  }
}
