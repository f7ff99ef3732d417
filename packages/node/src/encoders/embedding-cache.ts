/**
 * Vectors of texts, kept by content: the key is the SHA-256 of the encoder's digest and the text. An
 * entry carries its own checksum; a damaged one is made again.
 */
import { Matrix, UnseenError } from '@unseen/core'
import type { Encoded, Encoder, TextRemark } from '@unseen/networks'
import { cacheFolder } from '../files/cache-folder.js'
import { writeFileWhole } from '../files/write-file.js'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

interface Entry {
  readonly vector: Float32Array
  readonly remarks: readonly string[]
}

/** The same encoder, which asks itself only for texts it has not met. */
export function cachedEncoder(encoder: Encoder, cache: string = cacheFolder()): Encoder {
  const { length, record } = encoder
  const pathOf = (text: string): string => {
    const key = sha256(`${record.digest}\n${text}`)
    return join(cache, 'vectors', key.slice(0, 2), `${key}.json`)
  }
  return {
    ...encoder,
    async encode(texts, { signal, onProgress } = {}): Promise<Encoded> {
      const vectors = new Float32Array(texts.length * length)
      const remarks: TextRemark[] = []
      for (const [at, text] of texts.entries()) {
        signal?.throwIfAborted()
        const path = pathOf(text)
        const entry = (await readEntry(path, length)) ?? (await make(encoder, text, path, signal))
        vectors.set(entry.vector, at * length)
        remarks.push(...entry.remarks.map(message => ({ text: at, message })))
        onProgress?.(at + 1, texts.length)
      }
      return { vectors: Matrix.dense(texts.length, length, vectors), remarks }
    }
  }
}

async function make(
  encoder: Encoder,
  text: string,
  path: string,
  signal: AbortSignal | undefined
): Promise<Entry> {
  const { vectors, remarks } = await encoder.encode([text], signal === undefined ? {} : { signal })
  const entry = { vector: Float32Array.from(vectors.data), remarks: remarks.map(({ message }) => message) }
  await writeEntry(path, entry).catch((error: unknown) => {
    // A cache that cannot be written costs time, not the result.
    if (!(error instanceof UnseenError)) throw error
  })
  return entry
}

/** Undefined where there is none, or none that can be believed. */
async function readEntry(path: string, length: number): Promise<Entry | undefined> {
  try {
    const { vector, remarks, check } = JSON.parse(await readFile(path, 'utf8')) as {
      vector: string
      remarks: string[]
      check: string
    }
    if (checkOf(path, vector, remarks) !== check) return undefined
    const bytes = Buffer.from(vector, 'base64')
    return bytes.length === 4 * length
      ? { vector: Float32Array.from({ length }, (_, k) => bytes.readFloatLE(4 * k)), remarks }
      : undefined
  } catch {
    return undefined
  }
}

async function writeEntry(path: string, { vector, remarks }: Entry): Promise<void> {
  const bytes = Buffer.alloc(4 * vector.length)
  vector.forEach((value, k) => bytes.writeFloatLE(value, 4 * k))
  const text = bytes.toString('base64')
  await writeFileWhole(path, JSON.stringify({ vector: text, remarks, check: checkOf(path, text, remarks) }))
}

/** Over the key as well, so that an entry under another's name is not believed. */
function checkOf(path: string, vector: string, remarks: readonly string[]): string {
  return sha256(JSON.stringify([basename(path), vector, remarks]))
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
