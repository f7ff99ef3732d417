/**
 * The systems of Newton's steps (solvers/proximal-newton.ts), many in a row, each with other rows U:
 *
 *   (sigma I + U'U) x = sigma b        or, with fewer rows than columns,
 *   x = b - U' (sigma I + UU')^-1 U b
 *
 * Whichever side is smaller is summed and factored, in one memory of its own that is made once. Small
 * systems are summed in float64, others in panels of float32 products; where such a sum is not positive
 * definite for rounding, sigma is raised: the step is shorter, but still one of descent.
 */
import type { Job, Progress } from '../base/progress.js'
import { ARENA_START, Arena, arrayBytes, createMemory } from '../kernels/arena.js'
import { SCRATCH_BYTES, wasmKernels } from '../kernels/wasm.js'
import { solveFactored } from '../linalg/cholesky.js'
import { addGram } from '../linalg/gemm.js'

const PANEL = 256
/** Up to this size sums run in float64. */
const SMALL = 128
/** Systems of more columns take too much memory. */
const MOST_COLUMNS = 8192
/** What float32 products leave of a sum's mean diagonal to chance. */
const ROUNDING = 1e-7

export class NewtonSystem {
  private readonly columns: number
  private readonly arena: Arena

  static fits(columns: number): boolean {
    return columns <= MOST_COLUMNS
  }

  constructor(columns: number) {
    this.columns = columns
    const bytes =
      SCRATCH_BYTES +
      arrayBytes(columns * columns, 8) +
      arrayBytes(columns, 8) +
      arrayBytes(Math.max(PANEL, columns) * columns, 4)
    this.arena = new Arena(
      wasmKernels(createMemory(bytes, false), ARENA_START),
      ARENA_START + SCRATCH_BYTES,
      ARENA_START + bytes
    )
  }

  /**
   * x for `count` rows; read(i, row) writes row i of U into `row` (columns). `sign` is given now and then;
   * undefined when told to stop.
   */
  *solve(
    count: number,
    read: (i: number, row: Float64Array) => void,
    sigma: number,
    b: Float64Array,
    sign: Progress
  ): Job<Float64Array | undefined> {
    const { arena, columns } = this
    const byRows = count < columns
    const n = byRows ? count : columns
    if (n === 0) return b.slice()
    const mark = arena.mark()
    const matrix = arena.float64(n * n)
    const right = arena.float64(n)
    // On the side of the rows they are kept, as columns (columns x n); on the other one panel at a time.
    const rows = arena.float32(byRows ? columns * n : PANEL * columns)
    const row = new Float64Array(columns)
    let shift = 0
    for (let attempt = 0; ; attempt++) {
      if (attempt > 0) matrix.fill(0)
      if (byRows) this.sumRows(count, read, rows, matrix)
      else if (!(yield* this.sumColumns(count, read, rows, matrix, sign))) {
        arena.release(mark)
        return undefined
      }
      let trace = 0
      for (let i = 0; i < n; i++) trace += matrix[i * n + i]
      const least = n <= SMALL ? 0 : (ROUNDING * trace) / n
      shift = attempt === 0 ? Math.max(sigma, least) : 30 * Math.max(shift, (ROUNDING * trace) / n)
      for (let i = 0; i < n; i++) matrix[i * n + i] += shift
      if (arena.kernels.cholesky64(matrix.byteOffset, n) < 0) break
    }
    const x = new Float64Array(columns)
    if (byRows) {
      for (let i = 0; i < n; i++) {
        read(i, row)
        right[i] = dot(row, b)
      }
      solveFactored(arena.kernels, matrix, right, n, 1)
      x.set(b)
      for (let i = 0; i < n; i++) {
        read(i, row)
        for (let m = 0; m < columns; m++) x[m] -= right[i] * row[m]
      }
    } else {
      right.set(b)
      solveFactored(arena.kernels, matrix, right, n, 1)
      for (let m = 0; m < columns; m++) x[m] = sigma * right[m]
    }
    arena.release(mark)
    return x
  }

  /** matrix (columns x columns) += U'U; false when told to stop */
  private *sumColumns(
    count: number,
    read: (i: number, row: Float64Array) => void,
    panel: Float32Array,
    matrix: Float64Array,
    sign: Progress
  ): Job<boolean> {
    const { arena, columns } = this
    const row = new Float64Array(columns)
    let filled = 0
    for (let i = 0; i < count; i++) {
      read(i, row)
      if (columns <= SMALL) {
        for (let a = 0; a < columns; a++)
          for (let c = 0; row[a] !== 0 && c <= a; c++) matrix[a * columns + c] += row[a] * row[c]
        continue
      }
      panel.set(row, filled++ * columns)
      if (filled < PANEL && i < count - 1) continue
      addGram(arena.kernels, panel, matrix, columns, filled)
      filled = 0
      if (yield sign) return false
    }
    return true
  }

  /** matrix (count x count) += UU' */
  private sumRows(
    count: number,
    read: (i: number, row: Float64Array) => void,
    transposed: Float32Array,
    matrix: Float64Array
  ): void {
    const { arena, columns } = this
    const rows: Float64Array[] = []
    const row = new Float64Array(columns)
    for (let i = 0; i < count; i++) {
      read(i, row)
      if (count <= SMALL) {
        rows.push(row.slice())
        for (let c = 0; c <= i; c++) matrix[i * count + c] += dot(row, rows[c])
      } else for (let m = 0; m < columns; m++) transposed[m * count + i] = row[m]
    }
    if (count > SMALL) addGram(arena.kernels, transposed, matrix, count, columns)
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let m = 0; m < a.length; m++) sum += a[m] * b[m]
  return sum
}
