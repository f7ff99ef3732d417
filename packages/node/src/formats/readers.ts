/**
 * Files on disk, in every format there is a reader for: those of core, which the browser shares, and
 * those that only Node has.
 */
import {
  type ArrayFile,
  type ReadOptions,
  type Reader,
  detectFormat,
  readArrays,
  readers
} from '@unseen/data'
import { defined } from '@unseen/core/internal'
import type { Inflate } from '@unseen/data/internal'
import { openFile } from '../files/file-source.js'
import { hdf5Reader } from './hdf5.js'
import { parquetReader } from './parquet.js'
import * as zlib from 'node:zlib'
import { Readable, pipeline } from 'node:stream'

/**
 * In the order in which they are asked: MATLAB 7.3 is HDF5, and the reader of MATLAB's older files would
 * refuse it.
 */
export const allReaders: readonly Reader[] = [hdf5Reader, parquetReader, ...readers.map(unpackingByZlib)]

function unpackingByZlib(reader: Reader): Reader {
  if (!['npz', 'matlab'].includes(reader.name)) return reader
  const { read, openRows } = reader
  const openNative: Reader['openRows'] =
    openRows && ((source, options) => openRows(source, { ...native, ...options }))
  return {
    ...reader,
    read: (source, options) => read(source, { ...native, ...options }),
    ...defined({ openRows: openNative })
  }
}

/**
 * The arrays of a file in any of the formats.
 *
 * @param path of the file
 * @param options limits
 */
export async function readFile(path: string, options?: ReadOptions): Promise<ArrayFile> {
  const source = await openFile(path)
  try {
    return await readArrays(source, { fileName: path, ...options }, allReaders)
  } finally {
    await source.close()
  }
}

/**
 * The reader for a file, by its contents.
 *
 * @param path of the file
 */
export async function detectFile(path: string): Promise<Reader> {
  const source = await openFile(path)
  try {
    return await detectFormat(source, { fileName: path }, allReaders)
  } finally {
    await source.close()
  }
}

const PIECE = 2 ** 20

/**
 * Deflate by Node's zlib in large pieces. The streams that browsers share hand out 16 kB at a time,
 * and a file of megabytes takes twice as long.
 */
export const inflate: Inflate = async function* (form, chunks, damaged) {
  /** What went wrong with `chunks`, which is not the data's fault. */
  let origin: { readonly error: unknown } | undefined
  const watched = async function* (): AsyncGenerator<Uint8Array, void, void> {
    try {
      yield* chunks
    } catch (error) {
      origin = { error }
      throw error
    }
  }
  const unpacker = (form === 'deflate' ? zlib.createInflate : zlib.createInflateRaw)({ chunkSize: PIECE })
  // Whatever fails shows at the reading side below.
  pipeline(Readable.from(watched(), { objectMode: true, highWaterMark: 1 }), unpacker, () => undefined)
  try {
    for await (const piece of unpacker) yield piece as Uint8Array
  } catch (error) {
    throw origin === undefined ? damaged(error) : origin.error
  } finally {
    unpacker.destroy()
    await chunks.return()
  }
}

/** What Node does faster than core, which has to run in browsers as well; older versions have no crc32. */
const native: ReadOptions = {
  inflate,
  ...defined({ crc32: (zlib as { readonly crc32?: typeof zlib.crc32 }).crc32 })
}
