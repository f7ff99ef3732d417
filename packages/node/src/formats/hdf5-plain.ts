/**
 * Every dataset below the root, named by its path ("group/name"), in the order in which the file lists
 * them. A group that has several names is gone into once, so that circles of links end; a link that
 * leads nowhere is passed over, one that leads to another file refused.
 */
import type { NamedArray } from '@unseen/data'
import { readerKit } from '@unseen/data/internal'
import { readParts } from './hdf5-arrays.js'
import type { Hdf5File } from './hdf5-library.js'

const MOST_ARRAYS = 1 << 16
const DEEPEST = 64

export function readPlain(file: Hdf5File): NamedArray[] {
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
