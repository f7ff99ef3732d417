/** The arrays of a block in .npy files, and a block that is read from the disk column by column. */
import { UnseenError } from '@unseen/core'
import type { Block } from '@unseen/core/internal'
import { npyHeaderBytes } from '@unseen/data/internal'
import { writeFileWhole } from '../files/write-file.js'
import type { StoredFile } from './layout.js'
import { createHash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { stat } from 'node:fs/promises'

const types = {
  float32: { descr: '<f4', bytes: 4 },
  float64: { descr: '<f8', bytes: 8 },
  uint32: { descr: '<u4', bytes: 4 }
} as const
export type ArrayKind = keyof typeof types

export async function writeArray(
  path: string,
  kind: ArrayKind,
  shape: readonly number[],
  data: Float32Array | Float64Array | Uint32Array
): Promise<StoredFile> {
  const parts = [
    npyHeaderBytes(types[kind].descr, shape),
    new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
  ]
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  await writeFileWhole(path, Buffer.concat(parts))
  return { bytes: parts[0].length + parts[1].length, sha256: hash.digest('hex') }
}

/** An array of known kind and shape, open for reading any part of it. */
export class ArrayFile {
  readonly path: string
  private readonly file: number
  private readonly start: number

  constructor(path: string, kind: ArrayKind, shape: readonly number[]) {
    this.path = path
    this.start = npyHeaderBytes(types[kind].descr, shape).length
    const expected = this.start + types[kind].bytes * shape.reduce((a, b) => a * b, 1)
    this.file = open(path)
    const { size } = fstatSync(this.file)
    if (size === expected) return
    closeSync(this.file)
    throw broken(path, `has ${size} bytes; ${expected} are expected`)
  }

  /** Fills `out` with the entries from number `first` on. */
  read(first: number, out: Float32Array | Float64Array | Uint32Array): void {
    const bytes = new Uint8Array(out.buffer, out.byteOffset, out.byteLength)
    const from = this.start + first * out.BYTES_PER_ELEMENT
    for (let at = 0; at < bytes.length;) {
      const got = readSync(this.file, bytes, at, bytes.length - at, from + at)
      if (got === 0) throw broken(this.path, 'ends too early')
      at += got
    }
  }

  close(): void {
    closeSync(this.file)
  }
}

/** Proportions (seen x rows) as core ranks them. */
export function fileBlock(file: ArrayFile, rows: number): Block {
  return { rows, readColumn: (s, start, out) => file.read(s * rows + start, out) }
}

/** Whether a file has the length the journal says. */
export async function checkLength(path: string, { bytes }: StoredFile): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) throw broken(path, 'is missing')
  if (found.size !== bytes) throw broken(path, `has ${found.size} bytes; ${bytes} are expected`)
}

export function broken(path: string, what: string, cause?: unknown): UnseenError {
  return new UnseenError('library.broken', `${path} ${what}.`, {
    where: { file: path },
    remedy: 'Bring it back from a copy, or index the rows anew into another folder.',
    cause
  })
}

function open(path: string): number {
  try {
    return openSync(path, 'r')
  } catch (cause) {
    throw broken(path, 'is missing or may not be read', cause)
  }
}
