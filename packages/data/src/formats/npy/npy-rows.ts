/** Writes the rows of a matrix as .npy a piece at a time, so that the matrix may be larger than memory. */
import { UnseenError, count } from '@unseen/core'
import { type ElementTypeName, numbersToBytes } from '../element-types.js'
import type { NumberArray } from '../reader.js'
import { npyHeaderBytes } from './npy-header.js'
import { npyTypes } from './npy.js'

/** float16 pieces are given as Float32Array, all others as the array of their type. */
export async function* writeNpyRows(
  type: Exclude<ElementTypeName, 'bfloat16'>,
  rows: number,
  columns: number,
  pieces: AsyncIterable<NumberArray>
): AsyncGenerator<Uint8Array, void, void> {
  yield npyHeaderBytes(npyTypes[type], [rows, columns])
  let entries = 0
  for await (const piece of pieces) {
    entries += piece.length
    yield numbersToBytes(piece, type)
  }
  if (entries !== rows * columns)
    throw new UnseenError(
      'features.shape',
      `${count(rows)} rows of ${count(columns)} numbers were announced, ${count(entries)} numbers came.`
    )
}
