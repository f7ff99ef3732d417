/** A file as a source of bytes: read in pieces, so that it may be larger than memory. */
import { UnseenError } from '@unseen/core'
import type { ByteSource } from '@unseen/data'
import { fromSystem } from './system-error.js'
import type { Stats } from 'node:fs'
import { open, readFile, stat, type FileHandle } from 'node:fs/promises'

/** A file that readers read from. */
export interface FileSource extends ByteSource, AsyncDisposable {
  /** Where it is. */
  readonly path: string
  /** Closes the file. */
  close(): Promise<void>
}

/**
 * Opens a file for the readers of formats.
 *
 * @param path of the file
 */
export async function openFile(path: string): Promise<FileSource> {
  const refused = (error: unknown): never => refuse(path, error)
  const stats = await stat(path).catch(refused)
  expectOrdinary(path, stats)
  const file = await open(path, 'r').catch(refused)
  return {
    path,
    byteLength: stats.size,
    slice: (start, end) => readExactly(file, start, Math.min(end, stats.size)),
    close: () => file.close(),
    [Symbol.asyncDispose]: () => file.close()
  }
}

/**
 * Reads a small file that the user named whole. Errors of the system are thrown as they are, so that the
 * caller says what the file is for.
 */
export async function readOrdinary(path: string): Promise<Buffer<ArrayBuffer>> {
  expectOrdinary(path, await stat(path))
  return readFile(path)
}

/** To open a named pipe would wait for whoever writes into it, for ever and beyond Ctrl-C. */
export function expectOrdinary(path: string, stats: Stats): void {
  if (!stats.isFile())
    throw new UnseenError(
      'path.missing',
      `${path} is ${stats.isDirectory() ? 'a folder' : 'no ordinary file'}; a file is expected.`,
      { where: { file: path }, remedy: 'What comes from a pipe is written into a file first.' }
    )
}

/** Fewer bytes than asked for mean that the file has been cut meanwhile; readers say so. */
async function readExactly(file: FileHandle, start: number, end: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(Math.max(0, end - start))
  let at = 0
  while (at < bytes.length) {
    const { bytesRead } = await file.read(bytes, at, bytes.length - at, start + at)
    if (bytesRead === 0) return bytes.subarray(0, at)
    at += bytesRead
  }
  return bytes
}

function refuse(path: string, error: unknown): never {
  const { code } = error as NodeJS.ErrnoException
  const why =
    code === 'ENOENT'
      ? 'does not exist'
      : code === 'EACCES' || code === 'EPERM'
        ? 'may not be read'
        : undefined
  if (why === undefined) throw fromSystem(error, path) ?? error
  throw new UnseenError('path.missing', `${path} ${why}.`, { where: { file: path }, cause: error })
}
