/** An HDF5 file as arrays, by a library that is at hand: hdf5-worker.ts runs this in a thread of its own. */
import { UnseenError } from '@unseen/core'
import type { NamedArray, ReadOptions } from '@unseen/data'
import { readerKit } from '@unseen/data/internal'
import { Hdf5File, type Hdf5Options, type Hdf5, type StoredFile } from './hdf5-library.js'
import { readMatlab } from './hdf5-matlab.js'
import { MATLAB_HEAD } from './hdf5-signature.js'
import { readParts } from './hdf5-arrays.js'

const DEFAULT_MAXIMUM_BYTES = 2 ** 32

export function readHdf5(
  library: Hdf5,
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

const MOST_ARRAYS = 1 << 16
const DEEPEST = 64

/**
 * Every dataset below the root, named by its path ("group/name"), in the order in which the file lists
 * them. A group that has several names is gone into once, so that circles of links end; a link that
 * leads nowhere is passed over, one that leads to another file refused.
 */
function readPlain(file: Hdf5File): NamedArray[] {
  const { context } = file
  const arrays: NamedArray[] = []
  const groups = new Set<string>([file.identity('/')])

  const visit = (group: string, depth: number): void => {
    for (const name of file.names(group === '' ? '/' : group)) {
      const path = `${group}/${name}`
      context.variable = path.slice(1)
      context.takeValues(1)
      if (file.isLost(path)) continue
      const kind = file.kind(path)
      if (kind === 'external link')
        context.refuse(
          'format.unsupported',
          'it is a link to another file.',
          'Read that file, or copy its contents into this one.'
        )
      if (kind === 'group') {
        const identity = file.identity(path)
        if (groups.has(identity)) continue
        groups.add(identity)
        if (depth === DEEPEST)
          context.refuse('format.unsupported', `its groups are nested more than ${DEEPEST} deep.`)
        visit(path, depth + 1)
      } else if (kind === 'dataset') {
        for (const { suffix, ...part } of readParts(file, path))
          arrays.push({ name: `${path.slice(1)}${suffix}`, ...part })
        if (arrays.length > MOST_ARRAYS)
          context.refuse(
            'format.unsupported',
            `the file holds more than ${readerKit.count(MOST_ARRAYS)} arrays.`
          )
      }
    }
  }
  visit('', 0)
  return arrays
}
