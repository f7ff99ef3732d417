/**
 * Rows of numbers as users bring them: dense or sparse (CSR). Whatever the door is given becomes one
 * of the two; shapes are checked here, once.
 */
import { UnseenError, count } from '../base/errors.js'

/** Rows of numbers in one array. */
export interface DenseMatrix {
  /** Tells it from a sparse one. */
  readonly kind: 'dense'
  /** How many. */
  readonly rows: number
  /** Entries of each row. */
  readonly columns: number
  /** row-major (rows x columns) */
  readonly data: Float32Array | Float64Array
}

/** Rows of which most entries are 0; only the others are stored (CSR). */
export interface SparseMatrix {
  /** Tells it from a dense one. */
  readonly kind: 'sparse'
  /** How many. */
  readonly rows: number
  /** Entries of each row, zeros included. */
  readonly columns: number
  /** (rows + 1): row i has the entries starts[i] .. starts[i + 1] - 1 */
  readonly starts: Uint32Array
  /** column of each entry, ascending within a row */
  readonly indices: Uint32Array
  /** Value of each entry. */
  readonly values: Float32Array | Float64Array
}

/** Rows of numbers, dense or sparse. The value of the same name makes, joins and cuts them. */
export type Matrix = DenseMatrix | SparseMatrix
/** Anything that can be read as a matrix: one, or rows of numbers. */
export type MatrixLike = Matrix | readonly ArrayLike<number>[]

/** What a matrix holds: it names the error. */
type Subject = 'features' | 'signatures'

function dense(
  rows: number,
  columns: number,
  data: Float32Array | Float64Array,
  subject: Subject = 'features'
): DenseMatrix {
  checkSize(rows, columns, subject)
  if (data.length !== rows * columns) {
    throw new UnseenError(
      `${subject}.shape`,
      `A ${count(rows)} x ${count(columns)} matrix needs ${count(rows * columns)} values, got ${count(data.length)}.`
    )
  }
  return { kind: 'dense', rows, columns, data }
}

function sparse(
  rows: number,
  columns: number,
  starts: Uint32Array,
  indices: Uint32Array,
  values: Float32Array | Float64Array,
  subject: Subject = 'features'
): SparseMatrix {
  checkSize(rows, columns, subject)
  const refuse = (message: string, where = {}): never => {
    throw new UnseenError(`${subject}.shape`, message, { where })
  }
  if (starts.length !== rows + 1)
    refuse(
      `A sparse matrix of ${count(rows)} rows needs ${count(rows + 1)} row starts, got ${count(starts.length)}.`
    )
  if (indices.length !== values.length)
    refuse(`${count(indices.length)} column indices, but ${count(values.length)} values.`)
  if (starts[0] !== 0 || starts[rows] !== values.length)
    refuse(`Row starts must run from 0 to ${count(values.length)}.`)
  // All starts before any entry: one that is too large would be walked to.
  for (let i = 0; i < rows; i++)
    if (starts[i + 1] < starts[i]) refuse(`Row starts must not fall (row ${i}).`, { row: i })
  for (let i = 0; i < rows; i++) {
    for (let k = starts[i]; k < starts[i + 1]; k++) {
      if (indices[k] >= columns)
        refuse(`Column ${indices[k]} in row ${i}, but there are ${count(columns)} columns.`, {
          row: i,
          column: indices[k]
        })
      if (k > starts[i] && indices[k] <= indices[k - 1])
        refuse(`Columns of row ${i} must rise.`, { row: i, column: indices[k] })
    }
  }
  return { kind: 'sparse', rows, columns, starts, indices, values }
}

function checkSize(rows: number, columns: number, subject: Subject): void {
  if (!Number.isSafeInteger(rows) || !Number.isSafeInteger(columns) || rows < 0 || columns < 0) {
    throw new UnseenError(`${subject}.shape`, `A matrix cannot be ${rows} x ${columns}.`)
  }
}

function from(source: MatrixLike, subject: Subject = 'features'): Matrix {
  if ('kind' in source)
    return source.kind === 'dense'
      ? dense(source.rows, source.columns, source.data, subject)
      : sparse(source.rows, source.columns, source.starts, source.indices, source.values, subject)
  const rows = source.length
  const columns = rows === 0 ? 0 : source[0].length
  const data = new Float64Array(rows * columns)
  for (let i = 0; i < rows; i++) {
    if (source[i].length !== columns) {
      throw new UnseenError(
        subject === 'features' ? 'features.ragged' : 'signatures.shape',
        `Row ${i} has ${count(source[i].length)} values, row 0 has ${count(columns)}.`,
        { where: { row: i } }
      )
    }
    data.set(source[i], i * columns)
  }
  return { kind: 'dense', rows, columns, data }
}

/** The rows named by `order`, in that order. */
function select(matrix: DenseMatrix, order: ArrayLike<number>): DenseMatrix
function select(matrix: Matrix, order: ArrayLike<number>): Matrix
function select(matrix: Matrix, order: ArrayLike<number>): Matrix {
  const rows = order.length
  const { columns } = matrix
  if (matrix.kind === 'dense') {
    const data = new (matrix.data instanceof Float32Array ? Float32Array : Float64Array)(rows * columns)
    for (let i = 0; i < rows; i++)
      data.set(matrix.data.subarray(order[i] * columns, (order[i] + 1) * columns), i * columns)
    return { kind: 'dense', rows, columns, data }
  }
  const starts = new Uint32Array(rows + 1)
  for (let i = 0; i < rows; i++)
    starts[i + 1] = starts[i] + matrix.starts[order[i] + 1] - matrix.starts[order[i]]
  const indices = new Uint32Array(starts[rows])
  const values = new (matrix.values instanceof Float32Array ? Float32Array : Float64Array)(starts[rows])
  for (let i = 0; i < rows; i++) {
    indices.set(matrix.indices.subarray(matrix.starts[order[i]], matrix.starts[order[i] + 1]), starts[i])
    values.set(matrix.values.subarray(matrix.starts[order[i]], matrix.starts[order[i] + 1]), starts[i])
  }
  return { kind: 'sparse', rows, columns, starts, indices, values }
}

/** Rows start .. end - 1; dense values are a view of the same memory. */
function slice(matrix: Matrix, start: number, end: number): Matrix {
  const { columns } = matrix
  const rows = end - start
  if (matrix.kind === 'dense')
    return { kind: 'dense', rows, columns, data: matrix.data.subarray(start * columns, end * columns) }
  const [first, last] = [matrix.starts[start], matrix.starts[end]]
  return {
    kind: 'sparse',
    rows,
    columns,
    starts: matrix.starts.slice(start, end + 1).map(at => at - first),
    indices: matrix.indices.subarray(first, last),
    values: matrix.values.subarray(first, last)
  }
}

/** Matrices of one kind with as many columns, one below the other. */
function stack(parts: readonly Matrix[], columns: number): Matrix {
  if (parts.length === 1) return parts[0]
  const rows = parts.reduce((sum, part) => sum + part.rows, 0)
  const lists = parts.filter(part => part.kind === 'sparse')
  if (lists.length === 0)
    return {
      kind: 'dense',
      rows,
      columns,
      data: together(parts.filter(part => part.kind === 'dense').map(part => part.data))
    }
  const starts = new Uint32Array(rows + 1)
  const indices = new Uint32Array(lists.reduce((sum, part) => sum + part.values.length, 0))
  let [row, at] = [0, 0]
  for (const part of lists) {
    indices.set(part.indices, at)
    for (let i = 0; i < part.rows; i++) starts[++row] = at + part.starts[i + 1]
    at += part.values.length
  }
  return { kind: 'sparse', rows, columns, starts, indices, values: together(lists.map(part => part.values)) }
}

function together(parts: readonly (Float32Array | Float64Array)[]): Float32Array | Float64Array {
  const all = new (parts.some(part => part instanceof Float64Array) ? Float64Array : Float32Array)(
    parts.reduce((sum, part) => sum + part.length, 0)
  )
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** Row i, zeros included, into `row` (columns). */
function readRow(matrix: Matrix, i: number, row: Float64Array): void {
  const { columns } = matrix
  if (matrix.kind === 'dense') row.set(matrix.data.subarray(i * columns, (i + 1) * columns))
  else {
    row.fill(0)
    for (let k = matrix.starts[i]; k < matrix.starts[i + 1]; k++) row[matrix.indices[k]] = matrix.values[k]
  }
}

/** Row and column of the first NaN or Infinity, if there is one. */
function firstNotFinite(matrix: Matrix): { row: number; column: number } | undefined {
  const values = matrix.kind === 'dense' ? matrix.data : matrix.values
  for (let k = 0; k < values.length; k++) {
    if (Number.isFinite(values[k])) continue
    if (matrix.kind === 'dense') return { row: Math.floor(k / matrix.columns), column: k % matrix.columns }
    let row = 0
    while (matrix.starts[row + 1] <= k) row++
    return { row, column: matrix.indices[k] }
  }
  return undefined
}

/** Makes matrices from rows of numbers, joins and cuts them, and reads single rows. */
export const Matrix = { dense, sparse, from, select, slice, stack, readRow, firstNotFinite }
