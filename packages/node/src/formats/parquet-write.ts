/**
 * Writes arrays as the columns of a Parquet file, as parquet.ts reads them: lists of numbers or texts,
 * and matrices as lists of one length. All have the same number of rows. Rows are grouped so that a
 * group is some megabytes, and packed by snappy unless that is not wanted. Halves become float32, which
 * holds each of them: few programs read halves from Parquet, and the library rounds the smallest wrongly.
 */
import { UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { type ArrayToWrite, type NumberArray, readerKit } from '@unseen/data/internal'
import type { SchemaElement } from 'hyparquet'
import { parquetWriteBuffer, type ColumnSource } from 'hyparquet-writer'

/** How a Parquet file is written. */
export interface ParquetWriteOptions {
  /** With Snappy. Default true. */
  readonly compress?: boolean
}

/** Values in a group of rows. */
const GROUP = 2 ** 22

type Written = readerKit.ElementTypeName | 'text'

const elements: Readonly<Record<Written, Omit<SchemaElement, 'name'>>> = {
  bool: { type: 'BOOLEAN' },
  int8: { type: 'INT32', converted_type: 'INT_8' },
  uint8: { type: 'INT32', converted_type: 'UINT_8' },
  int16: { type: 'INT32', converted_type: 'INT_16' },
  uint16: { type: 'INT32', converted_type: 'UINT_16' },
  int32: { type: 'INT32' },
  uint32: { type: 'INT32', converted_type: 'UINT_32' },
  int64: { type: 'INT64' },
  uint64: { type: 'INT64', converted_type: 'UINT_64' },
  float16: { type: 'FLOAT' },
  bfloat16: { type: 'FLOAT' },
  float32: { type: 'FLOAT' },
  float64: { type: 'DOUBLE' },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' }
}

/**
 * Arrays side by side as a Parquet file.
 *
 * @param arrays of the same number of rows, each with a name
 * @param options compression
 */
export function writeParquet(
  arrays: readonly ArrayToWrite[],
  { compress = true }: ParquetWriteOptions = {}
): Uint8Array<ArrayBuffer> {
  const names = new Set<string>()
  for (const array of arrays) checkArray(array, arrays[0], names)
  const widest = arrays.reduce((most, { shape }) => Math.max(most, shape[1] ?? 1), 1)
  const buffer = parquetWriteBuffer({
    columnData: arrays.map(columnOf),
    schema: [{ name: 'root', num_children: arrays.length }, ...arrays.flatMap(schemaOf)],
    rowGroupSize: Math.max(1, Math.floor(GROUP / widest)),
    codec: compress ? 'SNAPPY' : 'UNCOMPRESSED',
    statistics: false
  })
  return new Uint8Array(buffer)
}

function checkArray(array: ArrayToWrite, first: ArrayToWrite, names: Set<string>): void {
  const { name, shape } = array
  const refuse = (message: string, remedy?: string): never => {
    throw new UnseenError('format.unsupported', `The array "${name}" ${message}.`, {
      where: { array: name },
      ...defined({ remedy })
    })
  }
  if (shape.length < 1 || shape.length > 2)
    refuse(`has ${shape.length} axes, a Parquet file holds lists and matrices`, 'Write .npz instead.')
  if (shape.length === 2 && shape.includes(0))
    refuse(`of shape [${shape.join(', ')}] is empty, which lists cannot tell`)
  if (shape[0] !== first.shape[0])
    refuse(
      `has ${shape[0]} rows, "${first.name}" has ${first.shape[0]}; a Parquet file has as many of each`,
      'Write .npz instead, or a file for each.'
    )
  if (name === '' || names.has(name)) refuse('has no name of its own')
  names.add(name)
}

function schemaOf(array: ArrayToWrite): SchemaElement[] {
  const element = { ...elements[readerKit.typeToWrite(array)], repetition_type: 'REQUIRED' } as const
  if (array.shape.length === 1) return [{ name: array.name, ...element }]
  return [
    { name: array.name, repetition_type: 'REQUIRED', num_children: 1, converted_type: 'LIST' },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', ...element }
  ]
}

function columnOf(array: ArrayToWrite): ColumnSource {
  const [rows, width] = array.shape
  const values = stored(array)
  if (width === undefined) return { name: array.name, data: values }
  return {
    name: array.name,
    data: Array.from({ length: rows }, (_, row) =>
      Array.from<unknown>(values.slice(row * width, (row + 1) * width))
    )
  }
}

/** The values as the library wants them for the column's type. */
function stored(array: ArrayToWrite): ColumnSource['data'] {
  const type = readerKit.typeToWrite(array)
  if (type === 'text') return [...array.data] as string[]
  const data = array.data as NumberArray
  if (type === 'bool') return Array.from(data as Uint8Array, value => value !== 0)
  if (data instanceof Uint32Array) return Array.from(data)
  if (data instanceof BigUint64Array) return new BigInt64Array(data.buffer, data.byteOffset, data.length)
  if (
    data instanceof Int8Array ||
    data instanceof Uint8Array ||
    data instanceof Int16Array ||
    data instanceof Uint16Array
  )
    return Int32Array.from(data)
  return data
}
