/** An HDF5 file as arrays, by a library that is at hand: hdf5-worker.ts runs this in a thread of its own. */
import { UnseenError } from '@unseen/core'
import type { NamedArray, ReadOptions } from '@unseen/data'
import { readerKit } from '@unseen/data/internal'
import { Hdf5File, type Hdf5Options, type Library, type StoredFile } from './hdf5-library.js'
import { readMatlab } from './hdf5-matlab.js'
import { readPlain } from './hdf5-plain.js'
import { MATLAB_HEAD } from './hdf5-signature.js'

const DEFAULT_MAXIMUM_BYTES = 2 ** 32

export function readHdf5(
  library: Library,
  stored: StoredFile,
  { maximumBytes = DEFAULT_MAXIMUM_BYTES, fileName = 'The HDF5 file' }: ReadOptions = {},
  how?: Hdf5Options
): NamedArray[] {
  const context = new readerKit.MatlabContext(fileName, maximumBytes)
  try {
    const head = new Uint8Array(MATLAB_HEAD.length)
    stored.readAt(head, 0)
    const file = new Hdf5File(library, stored, context, how)
    try {
      return Buffer.from(head).toString('latin1') === MATLAB_HEAD ? readMatlab(file) : readPlain(file)
    } finally {
      file.close()
    }
  } catch (error) {
    if (error instanceof UnseenError) throw error
    // Whatever the library stumbles over is the file's fault: an abort, a trap, an answer that makes no
    // sense.
    return context.refuse(
      'format.header',
      `the HDF5 library gives up on it (${error instanceof Error ? error.message : String(error)}): it is damaged.`,
      'Copy or download the whole file again.',
      error
    )
  }
}
