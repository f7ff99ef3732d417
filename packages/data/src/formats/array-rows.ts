/**
 * Rows of a matrix that lies in a file as it would in memory: row-major, without gaps. Reading some of
 * them takes memory for those alone, so the file may be larger than memory.
 * Tests: ../../test/formats/array-rows.test.ts
 */
import { type RowSource, count } from '@unseen/core'
import type { ByteSource } from './byte-source.js'
import { type ElementTypeName, elementTypes } from './element-types.js'
import { swapBytes } from './layout.js'
import type { ArrayRows, NumberArray, ReadOptions } from './reader.js'
import { bytesOf, startReading } from './reading.js'

export interface MatrixPlace {
  readonly type: ElementTypeName
  /** two axes */
  readonly shape: readonly number[]
  readonly dataAt: number
  readonly bigEndian: boolean
}

/** The reader has checked that the matrix lies within the source. */
export function rowsAt(
  source: ByteSource,
  { type, shape: [rows, columns], dataAt, bigEndian }: MatrixPlace,
  options?: ReadOptions
): ArrayRows {
  const { bytes: width, heldBytes, fromBytes } = elementTypes[type]
  const rowBytes = columns * width
  return {
    rows,
    columns,
    type,
    async read(start, end) {
      const reading = startReading(options)
      checkRange(start, end, rows)
      const what = `Rows ${count(start)} to ${count(end)}`
      reading.charge((end - start) * columns * (heldBytes - width), what)
      const bytes = await bytesOf(source, dataAt + start * rowBytes, dataAt + end * rowBytes, what, reading)
      if (bigEndian) swapBytes(bytes, width)
      return fromBytes(bytes)
    }
  }
}

/** Rows of a file as training and recognition take them; `convert` makes floats of what the file holds. */
export function toRowSource({ rows, columns, read }: ArrayRows, convert = floats): RowSource {
  return {
    rows,
    columns,
    read: async (start, end) => ({
      kind: 'dense',
      rows: end - start,
      columns,
      data: convert(await read(start, end))
    })
  }
}

/** Single precision where it holds every value of the type. */
export function floats(data: NumberArray): Float32Array | Float64Array {
  if (data instanceof Float32Array || data instanceof Float64Array) return data
  if (data instanceof BigInt64Array || data instanceof BigUint64Array)
    return Float64Array.from(data as ArrayLike<bigint>, Number)
  return data.BYTES_PER_ELEMENT <= 2 ? Float32Array.from(data) : Float64Array.from(data)
}

/** Rows that are not there are a defect of the caller's, not of the file. */
export function checkRange(start: number, end: number, rows: number): void {
  if (!(Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start <= end && end <= rows))
    throw new RangeError(`Rows ${start} to ${end} were asked for, there are ${rows}.`)
}

/** The array of this name if it is a matrix; without a name the only matrix there is. */
export function matrixOf<T extends { readonly name: string; readonly shape: readonly number[] }>(
  arrays: readonly T[],
  name?: string
): T | undefined {
  const matrices = arrays.filter(
    array => array.shape.length === 2 && (name === undefined || array.name === name)
  )
  return matrices.length === 1 ? matrices[0] : undefined
}
