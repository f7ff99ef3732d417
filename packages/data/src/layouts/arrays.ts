/**
 * What a layout makes of arrays: texts, lists of numbers, matrices, rows. Shapes are taken as they
 * are found; only what is of the wrong kind altogether is refused, with the file and the array.
 */
import { type DenseMatrix, type RowSource, UnseenError, count, rowsOf } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import type { DraftList, FoundAt } from '../draft/draft.js'
import { floats, toRowSource } from '../formats/array-rows.js'
import { toColumns } from '../formats/matlab/order.js'
import type { ArrayFile, NamedArray, NumberArray } from '../formats/reader.js'

export function placeOf(file: string, array?: string): FoundAt {
  return array === undefined ? { file } : { file, array }
}

export function said({ file, array }: FoundAt): string {
  return array === undefined ? file : `${file}: ${array}`
}

export function refuse(
  place: FoundAt,
  message: string,
  remedy = 'Correct the file, or say in a dataset.json which array is meant.'
): never {
  throw new UnseenError('dataset.layout', `${said(place)} ${message}`, {
    where: { file: place.file, ...defined({ array: place.array }) },
    remedy
  })
}

/** The array of this name, or the only one of its kind where none is named. */
export function pick(
  { arrays }: ArrayFile,
  place: FoundAt,
  kind: (array: NamedArray) => boolean,
  expected: string
): NamedArray {
  if (place.array !== undefined) {
    const found = arrays.find(({ name }) => name === place.array) ?? columnOf(arrays, place.array)
    return (
      found ??
      refuse({ file: place.file }, `has no array ${JSON.stringify(place.array)}; it has ${listed(arrays)}.`)
    )
  }
  const candidates = arrays.filter(kind)
  if (candidates.length === 1) return candidates[0]
  return refuse(
    place,
    `should hold ${expected}; it has ${listed(arrays)}.`,
    'Say which with "array" in dataset.json.'
  )
}

/** One column of the numbers of a CSV. */
export function columnOf(arrays: readonly NamedArray[], column: string): NamedArray | undefined {
  const [numbers, columns] = ['numbers', 'columns'].map(wanted => arrays.find(({ name }) => name === wanted))
  const at = (columns?.data as readonly string[] | undefined)?.indexOf(column) ?? -1
  if (numbers === undefined || at < 0) return undefined
  const [rows, width] = numbers.shape
  const data = numbers.data as Float64Array
  return {
    name: column,
    shape: [rows],
    type: numbers.type,
    data: Float64Array.from({ length: rows }, (_, row) => data[row * width + at])
  }
}

export function listed(arrays: readonly NamedArray[]): string {
  if (arrays.length === 0) return 'nothing in it'
  return arrays
    .map(
      ({ name, shape, type }) =>
        `${name} (${shape.length === 0 ? 'one' : shape.map(count).join(' x ')} ${type})`
    )
    .join(', ')
}

export const isText = ({ type }: NamedArray): boolean => type === 'text'
export const isMatrix = (array: NamedArray): boolean => !isText(array) && array.shape.length === 2
/** One axis, or two of which one is 1, as MATLAB keeps lists. */
export const isList = ({ shape }: NamedArray): boolean => shape.filter(side => side !== 1).length <= 1

export function textsOf(array: NamedArray, place: FoundAt): readonly string[] {
  return isText(array)
    ? (array.data as readonly string[])
    : refuse(place, `holds ${array.type}; texts are expected.`)
}

/** Names as they are, numbers as whole numbers. */
export function listOf(array: NamedArray, place: FoundAt, base?: 0 | 1): DraftList {
  const found = { place, ...defined({ base }) }
  if (isText(array)) return { ...found, values: array.data as readonly string[] }
  if (!isList(array)) refuse(place, `is ${array.shape.map(count).join(' x ')}; a list is expected.`)
  return { ...found, values: wholeNumbers(array.data as NumberArray, place) }
}

export function wholeNumbers(data: ArrayLike<number | bigint>, place: FoundAt): Int32Array {
  const values = new Int32Array(data.length)
  for (let i = 0; i < values.length; i++) {
    const value = Number(data[i])
    values[i] = value
    if (values[i] !== value)
      refuse(place, `has ${value} as entry ${count(i)}; whole numbers are expected.`, 'Correct the entry.')
  }
  return values
}

export function matrixOf(array: NamedArray, place: FoundAt, transposed = false): DenseMatrix {
  const { rows, columns, data } = oriented(array, place, transposed)
  return { kind: 'dense', rows, columns, data: floats(data) }
}

/** Rows of an array in memory. It stays as compact as it is; pieces become floats when they are read. */
export function rowsOfArray(array: NamedArray, place: FoundAt, transposed = false): RowSource {
  const { rows, columns, data } = oriented(array, place, transposed)
  if (data instanceof Float32Array || data instanceof Float64Array)
    return rowsOf({ kind: 'dense', rows, columns, data })
  return toRowSource({
    rows,
    columns,
    type: array.type,
    read: async (start, end) => data.subarray(start * columns, end * columns)
  })
}

function oriented(
  array: NamedArray,
  place: FoundAt,
  transposed: boolean
): { rows: number; columns: number; data: NumberArray } {
  if (isText(array)) refuse(place, 'holds texts; a matrix of numbers is expected.')
  // A list of numbers is one feature for each row.
  if (array.shape.length > 2 || array.shape.length === 0)
    refuse(place, `is ${array.shape.map(count).join(' x ') || 'one number'}; a matrix is expected.`)
  const [rows, columns = 1] = array.shape
  const data = array.data as NumberArray
  return transposed
    ? { rows: columns, columns: rows, data: transposedCopy(data, rows, columns) }
    : { rows, columns, data }
}

/** (a x b) by rows is (b x a) by columns. */
function transposedCopy(data: NumberArray, rows: number, columns: number): NumberArray {
  const out = data.slice()
  toColumns<number | bigint>([rows, columns], data, out)
  return out
}
