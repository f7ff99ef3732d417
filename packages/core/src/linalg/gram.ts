/**
 * One Gram matrix and the systems that share it:
 *
 *   side 'columns'  G = X'X (d x d)             (X'X + r I)^-1 X'Y = W
 *   side 'rows'     G = XX' (n x n), n < d      X' (XX' + r I)^-1 Y = W, the same W
 *
 * G is summed once, of whichever side is smaller, in float64 over panels of float32 products; every
 * shift r costs one Cholesky. X may be the difference of two sets of rows, `all` without `left out`:
 * then G is a difference too, which saves most of the work when few rows are left out.
 */
import type { Job } from '../base/progress.js'
import { ARENA_START, Arena, arrayBytes, createMemory } from '../kernels/arena.js'
import { SCRATCH_BYTES, wasmKernels } from '../kernels/wasm.js'
import { factorise, solveFactored } from './cholesky.js'
import { addGram, addProduct, transpose } from './gemm.js'
import type { DenseMatrix } from './matrix.js'

const TILE = 256

export class Gram {
  readonly side: 'columns' | 'rows'
  readonly size: number
  /** (size x size), of which the lower triangle counts */
  readonly matrix: Float64Array
  private readonly arena: Arena
  private readonly factor: Float64Array
  private readonly solution: Float64Array
  /** X (n x d), on the side of the rows */
  private readonly dense: Float32Array | undefined
  private readonly columns: number

  /** Room for systems with up to `width` right-hand sides. */
  private constructor(rows: number, columns: number, side: 'columns' | 'rows', width: number) {
    this.side = side
    this.columns = columns
    this.size = side === 'rows' ? rows : columns
    const { size } = this
    const forRows =
      side === 'rows'
        ? 2 * arrayBytes(rows * columns, 4) + arrayBytes(rows * width, 4) + arrayBytes(columns * width, 8)
        : arrayBytes(TILE * columns, 4)
    const bytes = SCRATCH_BYTES + 2 * arrayBytes(size * size, 8) + arrayBytes(size * width, 8) + forRows
    this.arena = new Arena(
      wasmKernels(createMemory(bytes, false), ARENA_START),
      ARENA_START + SCRATCH_BYTES,
      ARENA_START + bytes
    )
    this.matrix = this.arena.float64(size * size)
    this.factor = this.arena.float64(size * size)
    this.solution = this.arena.float64(size * width)
    this.dense = side === 'rows' ? this.arena.float32(rows * columns) : undefined
  }

  /** Sums the Gram matrix; undefined when told to stop. */
  static *of(x: DenseMatrix, width: number): Job<Gram | undefined> {
    const gram = new Gram(x.rows, x.columns, x.rows < x.columns ? 'rows' : 'columns', width)
    if (gram.dense === undefined) return (yield* gram.add(x)) ? gram : undefined
    gram.dense.set(x.data)
    const mark = gram.arena.mark()
    const transposed = gram.arena.float32(x.data.length)
    transpose(gram.dense, transposed, x.rows, x.columns)
    addGram(gram.arena.kernels, transposed, gram.matrix, x.rows, x.columns)
    gram.arena.release(mark)
    return gram
  }

  /**
   * The Gram matrix of all rows but those left out; undefined when told to stop. Both stand on the side of
   * the columns.
   */
  static *without(all: Gram, leftOut: DenseMatrix, width: number): Job<Gram | undefined> {
    const gram = new Gram(0, all.columns, 'columns', width)
    if (!(yield* gram.add(leftOut))) return undefined
    for (let k = 0; k < gram.matrix.length; k++) gram.matrix[k] = all.matrix[k] - gram.matrix[k]
    return gram
  }

  /** W (columns x k) for Y (rows x k), given as X'Y (columns x k) on the side of the columns. */
  solve(shift: number, right: Float64Array): Float64Array {
    const { size, matrix, factor, solution, arena } = this
    const k = right.length / size
    factor.set(matrix)
    for (let i = 0; i < size; i++) factor[i * size + i] += shift
    factorise(arena.kernels, factor, size)
    solution.set(right)
    solveFactored(arena.kernels, factor, solution, size, k)
    return this.toColumns(solution.subarray(0, right.length))
  }

  /** X'A (columns x k) for A (rows x k) on the side of the rows; on the other side a copy. */
  toColumns(a: Float64Array): Float64Array {
    const { arena, columns, size, dense } = this
    if (dense === undefined) return Float64Array.from(a)
    const k = a.length / size
    const mark = arena.mark()
    const rounded = arena.float32(a.length)
    rounded.set(a)
    const product = arena.float64(columns * k)
    addProduct(arena.kernels, dense, rounded, product, columns, k, size)
    const result = Float64Array.from(product)
    arena.release(mark)
    return result
  }

  private *add({ rows, columns, data }: DenseMatrix): Job<boolean> {
    const { arena } = this
    const mark = arena.mark()
    const tile = arena.float32(TILE * columns)
    for (let first = 0; first < rows; first += TILE) {
      const count = Math.min(TILE, rows - first)
      tile.set(data.subarray(first * columns, (first + count) * columns))
      addGram(arena.kernels, tile, this.matrix, columns, count)
      if (yield { stage: 'prepare', message: `rows ${first + count} of ${rows}` }) return false
    }
    arena.release(mark)
    return true
  }
}
