/**
 * Feature rows inside the kernels' memory, dense or sparse, whichever is less work, sorted by class
 * so that the rows of a class are one range. The rest of the library speaks of rows by number and
 * never asks which form they have.
 */
import { type Normalisation, readNormalised } from '../input/normalise.js'
import { type Arena, arrayBytes } from '../kernels/arena.js'
import type { Kernels, Pointer } from '../kernels/kernels.js'
import type { Matrix } from '../linalg/matrix.js'

/** Below this share of non-zeros the sparse kernels are faster. */
const SPARSE_BELOW = 0.6

/** Where the rows lie; plain data, so that threads can be told. */
export interface RowsLayout {
  readonly rows: number
  readonly columns: number
  /** rows that are zero everywhere */
  readonly zeroRows: number
  readonly dense?: Pointer
  readonly sparse?: { readonly starts: Pointer; readonly indices: Pointer; readonly values: Pointer }
}

export function nonZeros(matrix: Matrix): number {
  const values = matrix.kind === 'dense' ? matrix.data : matrix.values
  let total = 0
  for (let k = 0; k < values.length; k++) if (values[k] !== 0) total++
  return total
}

/** Bytes that `storeRows` will take. */
export function storedBytes({ rows, columns }: Matrix, entries: number): number {
  return entries < SPARSE_BELOW * rows * columns
    ? arrayBytes(rows + 1, 4) + 2 * arrayBytes(entries, 4)
    : arrayBytes(rows * columns, 4)
}

/** Writes the rows in the given order, normalised. */
export function storeRows(
  arena: Arena,
  matrix: Matrix,
  order: ArrayLike<number>,
  entries: number,
  normalisation: Normalisation
): RowsLayout {
  const { columns } = matrix
  const rows = order.length
  const row = new Float64Array(columns)
  let zeroRows = 0
  const read = (i: number): void => {
    if (!readNormalised(matrix, order[i], normalisation, row)) zeroRows++
  }
  if (entries >= SPARSE_BELOW * matrix.rows * columns) {
    const data = arena.float32(rows * columns)
    for (let i = 0; i < rows; i++) {
      read(i)
      data.set(row, i * columns)
    }
    return { rows, columns, zeroRows, dense: data.byteOffset }
  }
  const starts = arena.uint32(rows + 1)
  const indices = arena.uint32(entries)
  const values = arena.float32(entries)
  let at = 0
  for (let i = 0; i < rows; i++) {
    read(i)
    for (let k = 0; k < columns; k++) {
      if (row[k] === 0) continue
      indices[at] = k
      values[at++] = row[k]
    }
    starts[i + 1] = at
  }
  return {
    rows,
    columns,
    zeroRows,
    sparse: { starts: starts.byteOffset, indices: indices.byteOffset, values: values.byteOffset }
  }
}

/** The kernels of Eq. 5 on rows by number. `v` (d x s), `s` a multiple of 4. */
export class StoredRows {
  readonly layout: RowsLayout
  readonly columns: number
  private readonly kernels: Kernels
  private readonly dense: Pointer
  private readonly starts: Uint32Array
  private readonly startsAt: Pointer
  private readonly indices: Pointer
  private readonly values: Pointer

  constructor(kernels: Kernels, layout: RowsLayout) {
    this.kernels = kernels
    this.layout = layout
    this.columns = layout.columns
    this.dense = layout.dense ?? 0
    this.startsAt = layout.sparse?.starts ?? 0
    this.indices = layout.sparse?.indices ?? 0
    this.values = layout.sparse?.values ?? 0
    this.starts = new Uint32Array(
      kernels.memory.buffer,
      this.startsAt,
      layout.sparse === undefined ? 0 : layout.rows + 1
    )
  }

  /** out (count x s) = proportions of rows first .. first + count - 1 */
  forward(first: number, count: number, v: Pointer, w: Pointer, out: Pointer, s: number): void {
    if (this.dense !== 0) this.kernels.forward(this.rowAt(first), count, v, w, out, this.columns, s)
    else this.kernels.forwardSparse(this.startsAt + 4 * first, this.indices, this.values, count, v, w, out, s)
  }

  /** a = Phi_i' beta, in the row's own form; returns |a|^2 */
  adjoint(row: number, v: Pointer, beta: Pointer, a: Pointer, s: number): number {
    if (this.dense !== 0) return this.kernels.adjointRow(this.rowAt(row), v, beta, a, this.columns, s)
    const first = this.starts[row]
    return this.kernels.adjointRowSparse(
      this.indices + 4 * first,
      this.values + 4 * first,
      this.starts[row + 1] - first,
      v,
      beta,
      a,
      s
    )
  }

  /** w += step a, with `a` as `adjoint` left it */
  update(row: number, a: Pointer, step: number, w64: Pointer, w: Pointer): void {
    if (this.dense !== 0) return this.kernels.update(a, step, w64, w, this.columns)
    const first = this.starts[row]
    this.kernels.updateSparse(this.indices + 4 * first, a, this.starts[row + 1] - first, step, w64, w)
  }

  /** out64 (d) += sum over the rows of Phi_i' beta_i; beta (count x s) */
  adjointSum(first: number, count: number, v: Pointer, beta: Pointer, out64: Pointer, s: number): void {
    if (this.dense !== 0) this.kernels.adjointSum(this.rowAt(first), count, v, beta, out64, this.columns, s)
    else
      this.kernels.adjointSumSparse(
        this.startsAt + 4 * first,
        this.indices,
        this.values,
        count,
        v,
        beta,
        out64,
        s
      )
  }

  /** out (d x s) += sum over the rows of c_is [x_im > v_ms]; c (count x s) */
  mask(first: number, count: number, v: Pointer, c: Pointer, out: Pointer, s: number): void {
    if (this.dense !== 0) this.kernels.mask(this.rowAt(first), count, v, c, out, this.columns, s)
    else this.kernels.maskSparse(this.startsAt + 4 * first, this.indices, this.values, count, v, c, out, s)
  }

  /** out (d x s) += sum over the rows of max(0, x_im - v_ms) */
  transformSum(first: number, count: number, v: Pointer, out: Pointer, s: number): void {
    if (this.dense !== 0) this.kernels.transformSum(this.rowAt(first), count, v, out, this.columns, s)
    else
      this.kernels.transformSumSparse(this.startsAt + 4 * first, this.indices, this.values, count, v, out, s)
  }

  /** Calls visit(column, value) for the row's entries. */
  each(row: number, visit: (column: number, value: number) => void): void {
    const { buffer } = this.kernels.memory
    if (this.dense !== 0) {
      const values = new Float32Array(buffer, this.rowAt(row), this.columns)
      for (let m = 0; m < this.columns; m++) visit(m, values[m])
      return
    }
    const first = this.starts[row]
    const length = this.starts[row + 1] - first
    const indices = new Uint32Array(buffer, this.indices + 4 * first, length)
    const values = new Float32Array(buffer, this.values + 4 * first, length)
    for (let k = 0; k < length; k++) visit(indices[k], values[k])
  }

  /** The rows as dense float32, (count x d), into `out`. */
  copyDense(first: number, count: number, out: Float32Array): void {
    const { buffer } = this.kernels.memory
    const { columns } = this
    if (this.dense !== 0) return out.set(new Float32Array(buffer, this.rowAt(first), count * columns))
    const from = this.starts[first]
    const length = this.starts[first + count] - from
    const indices = new Uint32Array(buffer, this.indices + 4 * from, length)
    const values = new Float32Array(buffer, this.values + 4 * from, length)
    out.fill(0, 0, count * columns)
    for (let i = 0; i < count; i++) {
      const end = this.starts[first + i + 1] - from
      for (let k = this.starts[first + i] - from; k < end; k++) out[i * columns + indices[k]] = values[k]
    }
  }

  private rowAt(row: number): Pointer {
    return this.dense + 4 * row * this.columns
  }
}
