/**
 * Rows for solvers that multiply them with whole matrices: dense float32 in the kernels' memory, less
 * their mean, with a last column of ones for an intercept. A free intercept makes centring an exact
 * change of variables, and without the common direction of non-negative features gradient methods need
 * far fewer steps.
 */
import type { Job } from '../../base/progress.js'
import { ARENA_START, Arena, arrayBytes, createMemory } from '../../kernels/arena.js'
import { SCRATCH_BYTES, wasmKernels } from '../../kernels/wasm.js'
import { factorise, solveFactored } from '../../linalg/cholesky.js'
import type { DenseMatrix } from '../../linalg/matrix.js'

/** Rows per kernel call: a job can stop between calls. */
const TILE = 512
/** Beyond this many columns a matrix of their products costs more than it saves. */
const LARGEST_GRAM = 5000

/** Outputs in kernels come in fours. */
export function paddedColumns(columns: number): number {
  return Math.ceil(columns / 4) * 4
}

export class CentredRows {
  readonly rows: number
  /** columns of a row, the intercept included */
  readonly columns: number
  /** (columns - 1) */
  readonly mean: Float64Array
  private readonly arena: Arena
  private readonly x: Float32Array
  /** (columns x width): one side of a product */
  private readonly factors: Float32Array
  /** (rows x width): the other side */
  private readonly outputs: Float32Array
  private readonly sums: Float64Array
  private readonly width: number
  /** (columns x columns), lower triangle; empty where there are too many columns */
  private readonly gram: Float64Array
  private readonly factor: Float64Array
  private gramKnown = false
  /** what the factor is of */
  private prepared = ''

  /** `width`: columns of a product that are made together */
  constructor(features: DenseMatrix, width: number) {
    const { rows, columns: d, data } = features
    const s = paddedColumns(width)
    const gramLength = d < LARGEST_GRAM ? (d + 1) * (d + 1) : 0
    const bytes =
      SCRATCH_BYTES +
      arrayBytes(rows * (d + 1), 4) +
      arrayBytes((d + 1) * s, 4) +
      arrayBytes(rows * s, 4) +
      arrayBytes((d + 1) * s, 8) +
      2 * arrayBytes(gramLength, 8)
    this.rows = rows
    this.width = s
    this.columns = d + 1
    this.mean = new Float64Array(d)
    this.arena = new Arena(
      wasmKernels(createMemory(bytes, false), ARENA_START),
      ARENA_START + SCRATCH_BYTES,
      ARENA_START + bytes
    )
    this.x = this.arena.float32(rows * (d + 1))
    this.factors = this.arena.float32((d + 1) * s)
    this.outputs = this.arena.float32(rows * s)
    this.sums = this.arena.float64((d + 1) * s)
    this.gram = this.arena.float64(gramLength)
    this.factor = this.arena.float64(gramLength)
    for (let i = 0; i < rows; i++) for (let m = 0; m < d; m++) this.mean[m] += data[i * d + m] / rows
    for (let i = 0; i < rows; i++) {
      for (let m = 0; m < d; m++) this.x[i * (d + 1) + m] = data[i * d + m] - this.mean[m]
      this.x[i * (d + 1) + d] = 1
    }
  }

  /** out (rows x s) = X t for t (columns x s), s a multiple of 4; false when told to stop */
  *multiply(t: Float32Array, s: number, out: Float32Array): Job<boolean> {
    const { columns, rows, x, factors, outputs } = this
    for (const { first: column, width } of this.blocks(s)) {
      copyColumns(t, s, column, factors, width, 0, width, columns)
      for (let first = 0; first < rows; first += TILE) {
        this.arena.kernels.linear(
          x.byteOffset + 4 * first * columns,
          Math.min(TILE, rows - first),
          factors.byteOffset,
          outputs.byteOffset + 4 * first * width,
          columns,
          width
        )
        if (yield { stage: 'prepare', message: 'rows times weights' }) return false
      }
      copyColumns(outputs, width, 0, out, s, column, width, rows)
    }
    return true
  }

  /** out (columns x s) = X' r for r (rows x s), s a multiple of 4; false when told to stop */
  *adjoint(r: Float32Array, s: number, out: Float64Array): Job<boolean> {
    const { columns, rows, x, outputs, sums } = this
    for (const { first: column, width } of this.blocks(s)) {
      copyColumns(r, s, column, outputs, width, 0, width, rows)
      sums.fill(0, 0, columns * width)
      for (let first = 0; first < rows; first += TILE) {
        this.arena.kernels.gemmTN(
          x.byteOffset + 4 * first * columns,
          columns,
          outputs.byteOffset + 4 * first * width,
          width,
          sums.byteOffset,
          width,
          columns,
          width,
          Math.min(TILE, rows - first),
          false
        )
        if (yield { stage: 'prepare', message: 'gradient' }) return false
      }
      copyColumns(sums, width, 0, out, s, column, width, columns)
    }
    return true
  }

  /** So many columns in parts that there is room for. */
  private blocks(s: number): { first: number; width: number }[] {
    return Array.from({ length: Math.ceil(s / this.width) }, (_, at) => ({
      first: at * this.width,
      width: Math.min(this.width, s - at * this.width)
    }))
  }

  /**
   * Makes `precondition` solve systems of weight X'X + lambda I (the intercept without lambda); false when
   * told to stop.
   */
  *prepareSystem(weight: number, lambda: number): Job<boolean> {
    const { columns, rows, x, gram, factor, arena } = this
    for (let first = 0; first < rows && gram.length > 0 && !this.gramKnown; first += TILE) {
      arena.kernels.gemmTN(
        x.byteOffset + 4 * first * columns,
        columns,
        x.byteOffset + 4 * first * columns,
        columns,
        gram.byteOffset,
        columns,
        columns,
        columns,
        Math.min(TILE, rows - first),
        true
      )
      if (yield { stage: 'prepare', message: 'products of features' }) {
        gram.fill(0)
        return false
      }
    }
    this.gramKnown = true
    const wanted = `${weight} ${lambda}`
    if (gram.length === 0 || this.prepared === wanted) return true
    this.prepared = wanted
    for (let at = 0; at < gram.length; at++) factor[at] = weight * gram[at]
    for (let m = 0; m < columns - 1; m++) factor[m * columns + m] += lambda
    factorise(arena.kernels, factor, columns)
    return true
  }

  /** v (columns x s) becomes the solution of the prepared system, where there is one. */
  precondition(v: Float64Array, s: number): void {
    const { columns, factor, sums, arena } = this
    if (factor.length === 0) return
    for (const { first, width } of this.blocks(s)) {
      copyColumns(v, s, first, sums, width, 0, width, columns)
      solveFactored(arena.kernels, factor, sums.subarray(0, columns * width), columns, width)
      copyColumns(sums, width, 0, v, s, first, width, columns)
    }
  }

  /** The other way round: weights on rows as they are as weights on centred rows. */
  centre(weights: Float64Array, s: number): Float64Array {
    const { columns, mean } = this
    const centred = Float64Array.from(weights)
    for (let m = 0; m < columns - 1; m++)
      for (let c = 0; c < s; c++) centred[(columns - 1) * s + c] += mean[m] * weights[m * s + c]
    return centred
  }

  /** Weights on centred rows (columns x s, the last row the intercepts) as weights on rows as they are. */
  uncentre(weights: Float64Array, s: number): Float64Array {
    const { columns, mean } = this
    const plain = Float64Array.from(weights)
    for (let m = 0; m < columns - 1; m++)
      for (let c = 0; c < s; c++) plain[(columns - 1) * s + c] -= mean[m] * weights[m * s + c]
    return plain
  }
}

/** Columns `first` .. of rows with `s` of them into columns `place` .. of rows with `t`. */
function copyColumns<Numbers extends Float32Array | Float64Array>(
  from: Numbers,
  s: number,
  first: number,
  to: Numbers,
  t: number,
  place: number,
  width: number,
  rows: number
): void {
  if (s === width && t === width) to.set(from.subarray(0, rows * width))
  else
    for (let i = 0; i < rows; i++) to.set(from.subarray(i * s + first, i * s + first + width), i * t + place)
}
