/**
 * Many small arrays of bytes as views of one buffer: a message with a buffer of its own for each costs more
 * than what is in them. Large ones keep theirs and go over without a copy.
 */
import { LARGE } from './buffers.js'

/** Views of eight-byte numbers may begin at any of them. */
const ALIGNMENT = 8

export function packBytes(
  arrays: readonly Uint8Array[],
  allocate = (bytes: number) => new ArrayBuffer(bytes)
): { readonly views: readonly Uint8Array[]; readonly transfer: readonly ArrayBuffer[] } {
  const place = (length: number): number => Math.ceil(length / ALIGNMENT) * ALIGNMENT
  const small = arrays.filter(({ length }) => length < LARGE)
  const large = arrays.filter(({ length }) => length >= LARGE).map(({ buffer }) => buffer as ArrayBuffer)
  // Where there is nothing to pack no buffer is taken: no view would bring it back.
  if (small.length === 0) return { views: arrays, transfer: large }
  const packed = allocate(small.reduce((sum, { length }) => sum + place(length), 0))
  let at = 0
  const views = arrays.map(array => {
    if (array.length >= LARGE) return array
    const view = new Uint8Array(packed, at, array.length)
    view.set(array)
    at += place(array.length)
    return view
  })
  return { views, transfer: [packed, ...large] }
}
