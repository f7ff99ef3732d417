/**
 * What a split leaves out: too few seen classes to learn from, no unseen ones, or classes in neither list.
 */
import type { Check, Remark } from '../finding.js'
import { at, many, named } from '../words.js'

export const splitCoverage: Check = {
  name: 'split-coverage',
  summary: 'splits with fewer than two seen classes, without unseen ones, or that leave classes out',
  run({ splits, classes, labels }) {
    return splits.flatMap(({ split, seen, unseen, seenClasses, unseenClasses }): Remark[] => {
      if ([seen, unseen, labels].some(list => list?.base?.certain === false)) return []
      // Without lists of classes and without labels, nothing is known about the classes of a split.
      const listed = seen !== undefined || unseen !== undefined
      if ((!listed && labels === undefined) || classes.length === 0) return []
      const fields = { ...at(split.place), split: split.name }
      const found: Remark[] = []
      if (seenClasses.size < 2)
        found.push({
          severity: 'error',
          message: `The split "${split.name}" has ${many(seenClasses.size, 'seen class', 'seen classes')}; at least two are needed to learn from.`,
          remedy: 'List the classes that have training rows as seen.',
          ...fields
        })
      if (unseenClasses.size === 0 && listed)
        found.push({
          severity: 'note',
          message: `The split "${split.name}" has no unseen classes: nothing is to be recognised without training rows yet.`,
          remedy: 'Nothing to do where classes are described later, with `unseen describe`.',
          ...fields
        })
      if (unseenClasses.size === 0 && !listed)
        found.push({
          severity: 'note',
          message: `The split "${split.name}" sets rows apart but no classes: every class has rows to train on.`,
          remedy: 'Name the unseen classes when you train or evaluate, or list them in the split.',
          ...fields
        })
      const left = classes.filter((_, index) => !seenClasses.has(index) && !unseenClasses.has(index))
      if (left.length > 0 && listed) {
        found.push({
          severity: 'note',
          message: `The split "${split.name}" leaves out ${many(left.length, 'class', 'classes')}: ${named(left)}.`,
          remedy: 'Nothing to do if that is meant.',
          ...fields,
          class: left[0],
          count: left.length
        })
      }
      return found
    })
  }
}
