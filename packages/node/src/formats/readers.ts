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
import { openFile } from '../files/file-source.js'
import { hdf5Reader } from './hdf5.js'
import { inflate } from './inflate.js'
import { parquetReader } from './parquet.js'

/**
 * In the order in which they are asked: MATLAB 7.3 is HDF5, and the reader of MATLAB's older files would
 * refuse it.
 */
export const allReaders: readonly Reader[] = [hdf5Reader, parquetReader, ...readers.map(unpackingByZlib)]

function unpackingByZlib(reader: Reader): Reader {
  return ['npz', 'matlab'].includes(reader.name)
    ? { ...reader, read: (source, options) => reader.read(source, { inflate, ...options }) }
    : reader
}

/** The arrays of a file in any of the formats. */
export async function readFile(path: string, options?: ReadOptions): Promise<ArrayFile> {
  const source = await openFile(path)
  try {
    return await readArrays(source, { fileName: path, ...options }, allReaders)
  } finally {
    await source.close()
  }
}

/** The reader for a file, by its contents. */
export async function detectFile(path: string): Promise<Reader> {
  const source = await openFile(path)
  try {
    return await detectFormat(source, { fileName: path }, allReaders)
  } finally {
    await source.close()
  }
}
