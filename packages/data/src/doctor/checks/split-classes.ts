/** Classes that a split names and the data set does not have. */
import type { Check } from '../finding.js'
import { UNKNOWN } from '../subject.js'
import { at, many, named } from '../words.js'
import { misspelt } from './class-name-spelling.js'

export const splitClasses: Check = {
  name: 'split-classes',
  summary: 'splits that name a class which the data set does not have',
  run({ splits, classes }) {
    if (classes.length === 0) return []
    return splits.flatMap(({ split, seen, unseen }) =>
      [seen, unseen].flatMap(read => {
        if (read === undefined || read.base?.certain === false) return []
        const { values } = read.list
        const spelt = values instanceof Int32Array ? new Map<string, string>() : misspelt(values, classes)
        const unknown = Array.from(values, String).filter(
          (name, k) => read.values[k] === UNKNOWN && !spelt.has(name)
        )
        if (unknown.length === 0) return []
        return [
          {
            severity: 'error' as const,
            message: `The split "${split.name}" names ${many(unknown.length, 'class', 'classes')} that the data set does not have: ${named([...new Set(unknown)])}.`,
            remedy: 'Correct the list, or add the classes.',
            ...at(read.list.place),
            split: split.name,
            class: unknown[0],
            count: unknown.length
          }
        ]
      })
    )
  }
}
