/** Bytes in memory: as a source, and several as one. */
import type { ByteSource } from './byte-source.js'

/** Slices are copies: what is read from them belongs to the reader. */
export function bytesSource(bytes: Uint8Array): ByteSource {
  return { byteLength: bytes.length, slice: async (start, end) => bytes.slice(start, end) }
}

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
