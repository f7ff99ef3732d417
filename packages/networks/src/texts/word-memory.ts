/**
 * Word vectors in memory, for a browser: the same words, vectors and digest as the store on disk
 * (word-store.ts). Nothing here needs Node.
 */
import type { WordStore } from './word-encoder.js'
import type { WordVector } from './word-json.js'

/** Numbers that are held before the first growth. */
const FIRST = 2 ** 16

export async function memoryWordStore(source: AsyncIterable<WordVector>): Promise<WordStore> {
  const rows = new Map<string, number>()
  const words: string[] = []
  let vectors = new Float32Array(FIRST)
  let length = 0
  for await (const { word, vector } of source) {
    ;({ length } = vector)
    const start = words.length * length
    if (start + length > vectors.length) {
      const larger = new Float32Array(Math.max(2 * vectors.length, start + length))
      larger.set(vectors)
      vectors = larger
    }
    vectors.set(vector, start)
    // Of a word that comes twice the first counts, as on disk.
    if (!rows.has(word)) rows.set(word, words.length)
    words.push(word)
  }
  const digest = await digestOf(words, vectors, length)
  return {
    count: words.length,
    length,
    digest,
    has: word => rows.has(word),
    find(word) {
      const row = rows.get(word)
      return Promise.resolve(row === undefined ? undefined : vectors.slice(row * length, (row + 1) * length))
    },
    close: () => Promise.resolve()
  }
}

/** SHA-256 over each word, a line feed and its vector (little-endian). */
async function digestOf(words: readonly string[], vectors: Float32Array, length: number): Promise<string> {
  const encoder = new TextEncoder()
  const texts = words.map(word => encoder.encode(`${word}\n`))
  const whole = new DataView(
    new ArrayBuffer(texts.reduce((sum, text) => sum + text.length, 0) + 4 * words.length * length)
  )
  const bytes = new Uint8Array(whole.buffer)
  let at = 0
  texts.forEach((text, row) => {
    bytes.set(text, at)
    at += text.length
    for (let k = 0; k < length; k++, at += 4) whole.setFloat32(at, vectors[row * length + k], true)
  })
  return sha256(bytes)
}

/** In hexadecimal digits. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), byte =>
    byte.toString(16).padStart(2, '0')
  ).join('')
}
