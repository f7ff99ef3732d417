/**
 * Word vectors on disk, so that a word is found in milliseconds and little memory: `words.index` has
 * the sorted words, and for each the row and a checksum of its vector in `vectors.f32`. The index is
 * read whole, vectors one by one.
 *
 * words.index, all numbers little-endian: "UNSEENW1", count, length (uint32), SHA-256 of all words and
 * vectors, then for each word the end of its text (uint32), its row (uint32), its vector's checksum
 * (uint32), then the texts, then the SHA-256 of all that.
 */
import { UnseenError } from '@unseen/core'
import type { WordStore, WordVector } from '@unseen/networks/internal'
import { openFile } from '../files/file-source.js'
import { writeFileWhole } from '../files/write-file.js'
import { makeFolder } from '../files/make-folder.js'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const MAGIC = 'UNSEENW1'
const DIGEST = 32
const HEAD = MAGIC.length + 8 + DIGEST
const PIECE = 2 ** 20

/** Writes the two files into a folder. */
export async function writeWordStore(folder: string, source: AsyncIterable<WordVector>): Promise<void> {
  const words: { readonly word: string; readonly row: number; readonly check: number }[] = []
  const hash = createHash('sha256')
  let length = 0
  async function* rows(): AsyncGenerator<Uint8Array, void, void> {
    let parts: Uint8Array[] = []
    let size = 0
    for await (const { word, vector } of source) {
      const bytes = toBytes(vector)
      length = vector.length
      hash.update(word).update('\n').update(bytes)
      words.push({ word, row: words.length, check: checkOf(bytes) })
      parts.push(bytes)
      size += bytes.length
      if (size < PIECE) continue
      yield Buffer.concat(parts)
      parts = []
      size = 0
    }
    yield Buffer.concat(parts)
  }
  await makeFolder(folder)
  await writeFileWhole(join(folder, 'vectors.f32'), rows())
  // In the order of UTF-16 units, which is how the search compares.
  words.sort((a, b) => (a.word < b.word ? -1 : a.word > b.word ? 1 : a.row - b.row))
  const texts = words.map(({ word }) => Buffer.from(word))
  const head = Buffer.alloc(HEAD + 12 * words.length)
  head.write(MAGIC, 'latin1')
  head.writeUInt32LE(words.length, 8)
  head.writeUInt32LE(length, 12)
  hash.digest().copy(head, 16)
  let end = 0
  words.forEach(({ row, check }, at) => {
    end += texts[at].length
    head.writeUInt32LE(end, HEAD + 12 * at)
    head.writeUInt32LE(row, HEAD + 12 * at + 4)
    head.writeUInt32LE(check, HEAD + 12 * at + 8)
  })
  const index = Buffer.concat([head, ...texts])
  await writeFileWhole(join(folder, 'words.index'), Buffer.concat([index, sha256(index)]))
}

/** Throws `path.missing` where there is none, `encoder.missing` where it is damaged. */
export async function openWordStore(folder: string): Promise<WordStore> {
  const index = await readIndex(join(folder, 'words.index'))
  const count = index.readUInt32LE(8)
  const length = index.readUInt32LE(12)
  const path = join(folder, 'vectors.f32')
  const vectors = await openFile(path)
  const stride = 4 * length
  if (vectors.byteLength !== count * stride) {
    await vectors.close()
    throw damaged(path)
  }
  const start = HEAD + 12 * count
  const endOf = (at: number): number => (at < 0 ? 0 : index.readUInt32LE(HEAD + 12 * at))
  const wordAt = (at: number): string => index.toString('utf8', start + endOf(at - 1), start + endOf(at))
  const search = (word: string): number => {
    let [low, high] = [0, count]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (wordAt(middle) < word) low = middle + 1
      else high = middle
    }
    return low < count && wordAt(low) === word ? low : -1
  }
  return {
    count,
    length,
    digest: index.toString('hex', 16, 16 + DIGEST),
    has: word => search(word) >= 0,
    async find(word) {
      const at = search(word)
      if (at < 0) return undefined
      const row = index.readUInt32LE(HEAD + 12 * at + 4)
      const bytes = await vectors.slice(row * stride, (row + 1) * stride)
      if (bytes.length !== stride || checkOf(bytes) !== index.readUInt32LE(HEAD + 12 * at + 8))
        throw damaged(path)
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      return Float32Array.from({ length }, (_, k) => view.getFloat32(4 * k, true))
    },
    close: () => vectors.close()
  }
}

async function readIndex(path: string): Promise<Buffer> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new UnseenError('path.missing', `There are no word vectors in ${path}.`, {
      where: { file: path },
      cause
    })
  })
  const body = bytes.subarray(0, Math.max(0, bytes.length - DIGEST))
  if (
    body.length < HEAD ||
    body.toString('latin1', 0, MAGIC.length) !== MAGIC ||
    !sha256(body).equals(bytes.subarray(body.length))
  )
    throw damaged(path)
  return body
}

function damaged(path: string): UnseenError {
  return new UnseenError('encoder.missing', `${path} is damaged.`, {
    where: { file: path },
    remedy: 'Remove its folder; the word vectors are then made again.'
  })
}

function toBytes(vector: Float32Array): Buffer {
  const bytes = Buffer.alloc(4 * vector.length)
  vector.forEach((value, k) => bytes.writeFloatLE(value, 4 * k))
  return bytes
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}

/** The first four bytes of the SHA-256. */
function checkOf(bytes: Uint8Array): number {
  return sha256(bytes).readUInt32LE(0)
}
