/** Which of the splits in the literature this is, so that figures are compared with the right ones. */
import { findKnownSplit } from '../find-known-split.js'
import type { Check, Remark } from '../finding.js'
import { classesFingerprint } from '../fingerprints.js'
import { knownClasses } from '../known-splits.js'
import { at } from '../words.js'

export const knownSplit: Check = {
  name: 'known-split',
  summary: 'which known split a split is, by its fingerprint',
  run({ splits, classes, labels }) {
    const set = knownClasses.find(({ fingerprint }) => fingerprint === classesFingerprint(classes))
    return splits.flatMap((read): Remark[] => {
      const fields = { ...at(read.split.place), split: read.split.name }
      const known = findKnownSplit(read, classes)
      if (known !== undefined)
        return [
          {
            severity: 'note',
            message: `The split "${read.split.name}" ${known.by === 'rows' ? 'is' : 'has the seen and unseen classes of'} ${known.name}.`,
            remedy: 'Compare its figures with others for this split only.',
            ...fields
          }
        ]
      // A split that sets no class apart is for somebody else to make.
      if (set === undefined || (read.unseenClasses.size === 0 && labels !== undefined)) return []
      return [
        {
          severity: 'note',
          message: `The classes are those of ${set.name}, but the split "${read.split.name}" is none of its known splits.`,
          remedy: 'Compare its figures with others for the very same split only.',
          ...fields
        }
      ]
    })
  }
}
