/**
 * Rows of a .npy body as numpy writes them by default (float32 or float64, little-endian, C order),
 * without a copy. Anything else is left to the reader of every .npy there is.
 */
import { Matrix } from '@unseen/core'
import { type Expected, checkShape } from './expected.js'

const PREFIX = 10
const header = /^\{'descr': '<f([48])', 'fortran_order': False, 'shape': \((\d{1,9}), (\d{1,9})\), \} *\n$/

export function npyView(bytes: Uint8Array, expected: Expected): Matrix | undefined {
  const { buffer, byteOffset, length } = bytes
  // \x93NUMPY, version 1.0, length of the header
  if (length < PREFIX || Buffer.from(buffer, byteOffset, 8).toString('latin1') !== '\x93NUMPY\x01\x00')
    return undefined
  const start = PREFIX + bytes[8] + 256 * bytes[9]
  const [, width, rows, columns] = (
    header.exec(
      Buffer.from(buffer, byteOffset + PREFIX, Math.max(0, Math.min(start, length) - PREFIX)).toString(
        'latin1'
      )
    ) ?? []
  ).map(Number)
  if (width === undefined || (byteOffset + start) % width !== 0 || length - start !== rows * columns * width)
    return undefined
  checkShape(rows, columns, expected)
  return Matrix.dense(
    rows,
    columns,
    width === 4
      ? new Float32Array(buffer, byteOffset + start, rows * columns)
      : new Float64Array(buffer, byteOffset + start, rows * columns)
  )
}
