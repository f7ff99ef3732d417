/**
 * A window that moves over a text file: bytes that are not used up yet, and more on request. Memory
 * is that of one piece and one record, whatever the length of the file.
 */
import { count } from '@unseen/core'
import type { ByteSource } from '../byte-source.js'
import { joinBytes } from '../bytes.js'
import { type Reading, sliceOf } from '../reading.js'

export interface TextWindow {
  readonly bytes: Uint8Array
  /** what stands before is used up; the user moves it on */
  at: number
  /** nothing follows `bytes` in the file */
  readonly isLast: boolean
  /** Drops what is used up and appends what follows; `bytes` is another array then, `at` is 0. */
  more(): Promise<void>
}

const PIECE = 2 ** 20
const MAX_RECORD = 2 ** 24
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]

/** `record` names what may not be longer than the window: a row, a line. */
export async function openWindow(source: ByteSource, record: string, reading: Reading): Promise<TextWindow> {
  let bytes = new Uint8Array(0) as Uint8Array
  let next = 0
  const shown = {
    at: 0,
    get bytes() {
      return bytes
    },
    get isLast() {
      return next === source.byteLength
    },
    async more() {
      const rest = bytes.subarray(shown.at)
      if (rest.length > MAX_RECORD)
        throw reading.fail(
          'format.size',
          `A ${record} is longer than ${count(MAX_RECORD)} bytes.`,
          { byte: next - rest.length },
          'Is there a quote that is never closed?'
        )
      // At least as much as is there, so that long records are not searched over and over.
      const end = Math.min(next + Math.max(PIECE, rest.length), source.byteLength)
      const piece = await sliceOf(source, next, end, reading)
      bytes = rest.length === 0 ? piece : joinBytes([rest, piece])
      shown.at = 0
      next = end
    }
  }
  await shown.more()
  if (BYTE_ORDER_MARK.every((byte, at) => bytes[at] === byte)) shown.at = 3
  return shown
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The text of these bytes, or undefined if they are not UTF-8. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}

/** Could a file that begins with these bytes be UTF-8 text? */
export function looksLikeText(head: Uint8Array): boolean {
  for (const byte of head)
    if ((byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) || byte === 127) return false
  // The head may end within a character, which takes up to four bytes.
  for (let cut = 0; cut < 4 && cut < head.length; cut++)
    if (decodeText(head.subarray(0, head.length - cut)) !== undefined) return true
  return false
}
