/**
 * Rows out of an Arrow stream: one column of lists (a row each), or one column of numbers for each
 * feature, in their order. Types and lengths are looked at before anything is read by them. A stream that
 * makes no sense makes the reader throw whatever it trips over; all of that is the sender's.
 */
import { Matrix, UnseenError } from '@unseen/core'
import { type Expected, checkShape } from './expected.js'
import { guardedBytes } from './guarded-bytes.js'
import { Type, tableFromIPC, type Column, type DataType, type Table } from '@uwdata/flechette'

export function arrowMatrix(bytes: Uint8Array, expected: Expected): Matrix {
  try {
    const table = tableFromIPC(guardedBytes(bytes))
    const [first] = table.children
    return first !== undefined && table.children.length === 1 && !isNumber(first.type)
      ? fromLists(first, expected)
      : fromColumns(table, expected)
  } catch (error) {
    if (error instanceof UnseenError) throw error
    throw new UnseenError('format.header', 'The body is no Arrow stream that can be read.', {
      remedy: 'Send an Arrow IPC stream that is not compressed.',
      cause: error
    })
  }
}

function fromColumns({ numRows: rows, children }: Table, expected: Expected): Matrix {
  const columns = children.length
  checkShape(rows, columns, expected)
  const data = new Float64Array(rows * columns)
  children.forEach((column, k) => {
    if (!isNumber(column.type)) throw notNumbers(`Column ${k}`)
    for (let i = 0; i < rows; i++) data[i * columns + k] = numberOf(column.at(i), i, k)
  })
  return Matrix.dense(rows, columns, data)
}

/** Batch by batch: the values of the lists lie one after the other. */
function fromLists(column: Column<unknown>, expected: Expected): Matrix {
  const { columns } = expected
  const type = column.type as DataType & {
    readonly stride?: number
    readonly children?: readonly { readonly type: DataType }[]
  }
  const fixed = type.typeId === Type.FixedSizeList
  if (
    (!fixed && type.typeId !== Type.List) ||
    type.children?.length !== 1 ||
    !isNumber(type.children[0].type)
  )
    throw notNumbers('The column')
  checkShape(column.length, fixed ? (type.stride ?? 0) : columns, expected)
  const data = new Float64Array(column.length * columns)
  let row = 0
  for (const batch of column.data) {
    const { offsets } = batch as unknown as { readonly offsets?: ArrayLike<number> }
    const values = (batch as unknown as { readonly children: readonly { at(index: number): unknown }[] })
      .children[0]
    if (batch.nullCount > 0)
      throw new UnseenError('features.ragged', `${batch.nullCount} rows have no values.`)
    for (let i = 0; i < batch.length; i++, row++) {
      const start = fixed ? i * columns : (offsets?.[i] ?? Number.NaN)
      const length = fixed ? columns : (offsets?.[i + 1] ?? Number.NaN) - start
      if (length !== columns)
        throw new UnseenError(
          'features.ragged',
          `Row ${row} has ${length} values, the model was trained on ${columns}.`,
          { where: { row } }
        )
      for (let k = 0; k < columns; k++) data[row * columns + k] = numberOf(values.at(start + k), row, k)
    }
  }
  return Matrix.dense(column.length, columns, data)
}

function isNumber({ typeId }: DataType): boolean {
  return typeId === Type.Float || typeId === Type.Int
}

function numberOf(value: unknown, row: number, column: number): number {
  if (typeof value === 'number') return value
  if (typeof value === 'bigint') return Number(value)
  throw new UnseenError('format.value', `The feature in row ${row}, column ${column} is no number.`, {
    where: { row, column }
  })
}

function notNumbers(what: string): UnseenError {
  return new UnseenError('format.unsupported', `${what} holds neither numbers nor lists of numbers.`, {
    remedy: 'Send one column of lists, or one column of numbers for each feature.'
  })
}
