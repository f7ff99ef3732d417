/**
 * One record of the log: a line of its own, so that people and other programs can read it.
 *
 *   LENGTH CHECKSUM JSON\n      both of the JSON's bytes: eight hexadecimal digits, CRC-32
 *
 * JSON holds no line end and no zero byte. A line that was cut short is therefore told from one that was
 * changed: the first ends the file without a line end, or in the zeros of a disk that lost power.
 */
import { UnseenError } from '@unseen/core'
import { crc32 } from '@unseen/core/internal'

const HEAD = 18
const LINE_END = 10
const head = /^([0-9a-f]{8}) ([0-9a-f]{8}) $/

export interface ReadLines {
  readonly values: readonly unknown[]
  /** where the whole records end; what follows was being written when the power or the process went */
  readonly end: number
}

export function recordLine(value: unknown): Buffer {
  const json = Buffer.from(JSON.stringify(value))
  const line = Buffer.alloc(HEAD + json.length + 1, `${hex(json.length)} ${hex(crc32(json))} `)
  json.copy(line, HEAD)
  line[line.length - 1] = LINE_END
  return line
}

/** `mayBeTorn`: the last record may be incomplete; anything else that is wrong is refused, with its place. */
export function readLines(
  bytes: Uint8Array,
  file: string,
  { mayBeTorn }: { readonly mayBeTorn: boolean }
): ReadLines {
  const values: unknown[] = []
  let at = 0
  while (at < bytes.length) {
    const found = recordAt(bytes, at)
    if (found === undefined) {
      const rest = bytes.subarray(at)
      if (mayBeTorn && (!rest.includes(LINE_END) || rest.includes(0))) break
      throw new UnseenError(
        'serve.log',
        `${file} is damaged at byte ${at}, after ${values.length} whole records.`,
        {
          where: { file, byte: at },
          remedy: 'Restore it from a copy. Cutting it off at that byte would lose the changes that follow.'
        }
      )
    }
    values.push(found.value)
    at = found.end
  }
  return { values, end: at }
}

function recordAt(
  bytes: Uint8Array,
  at: number
): { readonly value: unknown; readonly end: number } | undefined {
  const text = String.fromCharCode(...bytes.subarray(at, at + HEAD))
  const [, length, checksum] = head.exec(text) ?? []
  if (length === undefined) return undefined
  const from = at + HEAD
  const to = from + Number.parseInt(length, 16)
  if (to >= bytes.length || bytes[to] !== LINE_END) return undefined
  const json = bytes.subarray(from, to)
  if (hex(crc32(json)) !== checksum) return undefined
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(json)), end: to + 1 }
  } catch {
    return undefined
  }
}

function hex(value: number): string {
  return value.toString(16).padStart(8, '0')
}
