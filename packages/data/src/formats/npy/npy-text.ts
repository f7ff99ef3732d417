/**
 * Texts in .npy files: every entry takes as many bytes as the longest, filled up with zeros.
 * 'U' holds code points of 4 bytes, 'S' bytes, which are read as UTF-8.
 */
import type { Reading } from '../reading.js'

/** The code points are little-endian (swapped before, if need be). */
export function decodeUnicode(
  bytes: Uint8Array<ArrayBuffer>,
  width: number,
  entries: number,
  { fail }: Reading
): string[] {
  const points = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
  const length = width / 4
  return Array.from({ length: entries }, (_, entry) => {
    let end = (entry + 1) * length
    while (end > entry * length && points[end - 1] === 0) end--
    let text = ''
    for (let at = entry * length; at < end; at++) {
      const point = points[at]
      if (point > 0x10ffff || (point >= 0xd800 && point < 0xe000))
        throw fail(
          'format.value',
          `Entry ${entry} of the texts has 0x${point.toString(16)}, which is no character.`,
          { entry }
        )
      text += String.fromCodePoint(point)
    }
    return text
  })
}

export function decodeBytes(bytes: Uint8Array, width: number, entries: number, { fail }: Reading): string[] {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  return Array.from({ length: entries }, (_, entry) => {
    let end = (entry + 1) * width
    while (end > entry * width && bytes[end - 1] === 0) end--
    try {
      return decoder.decode(bytes.subarray(entry * width, end))
    } catch {
      throw fail(
        'format.value',
        `Entry ${entry} of the byte texts is not UTF-8.`,
        { entry },
        "Save it as unicode: np.save(file, np.char.decode(a, 'latin-1'))."
      )
    }
  })
}

/** Code points, and how many each entry takes. Zeros at the end of a text are lost, as in numpy. */
export function encodeUnicode(texts: readonly string[]): { length: number; bytes: Uint8Array } {
  const points = texts.map(text => Array.from(text, character => character.codePointAt(0) ?? 0))
  const length = points.reduce((longest, text) => Math.max(longest, text.length), 1)
  const words = new Uint32Array(texts.length * length)
  points.forEach((text, entry) => words.set(text, entry * length))
  return { length, bytes: new Uint8Array(words.buffer) }
}
