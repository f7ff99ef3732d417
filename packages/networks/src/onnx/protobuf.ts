/**
 * Just enough of the protobuf wire format to walk a message and to put one together again: ONNX files
 * are edited by copying their fields as they stand, so that parts nobody here knows survive.
 * https://protobuf.dev/programming-guides/encoding/
 */
import { UnseenError } from '@unseen/core'

export interface Field {
  readonly number: number
  /** a whole number; 0 where the field has bytes */
  readonly value: number
  /** the content; empty where the field is a whole number */
  readonly bytes: Uint8Array
  /** tag, length and content, to be copied */
  readonly whole: Uint8Array
}

/** How wire types other than text and messages are laid out, in bytes. */
const fixedWidths: Readonly<Record<number, number>> = { 1: 8, 5: 4 }

export function* fieldsOf(message: Uint8Array): Generator<Field, void, void> {
  let at = 0
  while (at < message.length) {
    const start = at
    const tag = readVarint(message, at)
    const wire = tag.value % 8
    const number = Math.floor(tag.value / 8)
    if (number < 1) throw damaged()
    if (wire === 0) {
      const { value, next } = readVarint(message, tag.next)
      at = next
      yield { number, value, bytes: message.subarray(at, at), whole: message.subarray(start, at) }
      continue
    }
    const length =
      wire === 2 ? readVarint(message, tag.next) : { value: fixedWidths[wire] ?? -1, next: tag.next }
    at = length.next + length.value
    if (length.value < 0 || at > message.length) throw damaged()
    yield { number, value: 0, bytes: message.subarray(length.next, at), whole: message.subarray(start, at) }
  }
}

/** The numbers of a packed list. */
export function packedNumbers(bytes: Uint8Array): number[] {
  const numbers: number[] = []
  for (let at = 0; at < bytes.length;) {
    const { value, next } = readVarint(bytes, at)
    numbers.push(value)
    at = next
  }
  return numbers
}

/** A field of bytes: text or a message. */
export function bytesField(number: number, content: Uint8Array): Uint8Array[] {
  return [Uint8Array.from([...writeVarint(number * 8 + 2), ...writeVarint(content.length)]), content]
}

/** A field that is a whole number, not negative. */
export function numberField(number: number, value: number): Uint8Array[] {
  return [Uint8Array.from([...writeVarint(number * 8), ...writeVarint(value)])]
}

export function textField(number: number, text: string): Uint8Array[] {
  return bytesField(number, new TextEncoder().encode(text))
}

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function writeVarint(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  return [...bytes, rest]
}

function readVarint(bytes: Uint8Array, at: number): { readonly value: number; readonly next: number } {
  let value = 0
  for (let length = 0, unit = 1; length < 7; length++, unit *= 128) {
    const byte = bytes[at + length]
    if (byte === undefined) throw damaged()
    value += (byte & 127) * unit
    if (byte < 128) return { value, next: at + length + 1 }
  }
  // Large or negative: 64 bits in two's complement, beyond what a double adds up exactly.
  let large = 0n
  for (let length = 0; length < 10; length++) {
    const byte = bytes[at + length]
    if (byte === undefined) throw damaged()
    large |= BigInt(byte & 127) << BigInt(7 * length)
    if (byte < 128) return { value: Number(BigInt.asIntN(64, large)), next: at + length + 1 }
  }
  throw damaged()
}

function damaged(): UnseenError {
  return new UnseenError('backbone.unusable', 'The file is no ONNX network, or it is damaged.', {
    remedy: 'Export or download it again.'
  })
}
