/**
 * A tiny PNG of palette colours as a data URL: a matrix of 200 x 200 cells is 54 kB this way and four
 * megabytes as rectangles. Stored, not compressed: it needs no library and is the same everywhere.
 * PNG and zlib: RFC 2083, RFC 1950.
 */
import { crc32 } from '@unseen/core/internal'

/** `pixels` are indices into `colours` ('#rrggbb'); the index after the last one is transparent. */
export function indexedPng(
  width: number,
  height: number,
  pixels: Uint8Array,
  colours: readonly string[]
): string {
  const palette = Uint8Array.from(
    [...colours, '#000000'].flatMap(colour => [1, 3, 5].map(at => parseInt(colour.slice(at, at + 2), 16)))
  )
  const alpha = new Uint8Array(colours.length + 1).fill(255)
  alpha[colours.length] = 0
  const scanlines = new Uint8Array((width + 1) * height)
  for (let y = 0; y < height; y++)
    scanlines.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  const bytes = [
    Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10),
    chunk('IHDR', Uint8Array.of(...big(width), ...big(height), 8, 3, 0, 0, 0)),
    chunk('PLTE', palette),
    chunk('tRNS', alpha),
    chunk('IDAT', stored(scanlines)),
    chunk('IEND', new Uint8Array(0))
  ]
  return `data:image/png;base64,${base64(join(bytes))}`
}

const big = (value: number): number[] => [
  value >>> 24,
  (value >>> 16) & 255,
  (value >>> 8) & 255,
  value & 255
]

function chunk(name: string, data: Uint8Array): Uint8Array {
  const body = join([Uint8Array.from(name, letter => letter.charCodeAt(0)), data])
  return join([Uint8Array.from(big(data.length)), body, Uint8Array.from(big(crc32(body)))])
}

/** zlib with stored blocks. */
function stored(data: Uint8Array): Uint8Array {
  const most = 65535
  const parts: Uint8Array[] = [Uint8Array.of(0x78, 0x01)]
  for (let at = 0; at === 0 || at < data.length; at += most) {
    const block = data.subarray(at, at + most)
    const { length } = block
    parts.push(
      Uint8Array.of(
        at + most >= data.length ? 1 : 0,
        length & 255,
        length >>> 8,
        ~length & 255,
        (~length >>> 8) & 255
      ),
      block
    )
  }
  return join([...parts, Uint8Array.from(big(adler32(data)))])
}

function adler32(data: Uint8Array): number {
  let [a, b] = [1, 0]
  for (const byte of data) {
    a = (a + byte) % 65521
    b = (b + a) % 65521
  }
  return ((b << 16) | a) >>> 0
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((total, { length }) => total + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** btoa takes text only and is not in every runtime's types. */
function base64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const group = (bytes[at] << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
    const left = bytes.length - at
    text +=
      letters[group >>> 18] +
      letters[(group >>> 12) & 63] +
      (left > 1 ? letters[(group >>> 6) & 63] : '=') +
      (left > 2 ? letters[group & 63] : '=')
  }
  return text
}
