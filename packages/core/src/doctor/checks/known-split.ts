/** Which of the splits in the literature this is, so that figures are compared with the right ones. */
import type { Check, Remark } from '../finding.js'
import { classesFingerprint, splitFingerprints } from '../fingerprints.js'
import { knownClasses, knownSplits } from '../known-splits.js'
import { at } from '../words.js'

export const knownSplit: Check = {
  name: 'known-split',
  summary: 'which known split a split is, by its fingerprint',
  run({ draft, splits, classes }) {
    const set = knownClasses.find(({ fingerprint }) => fingerprint === classesFingerprint(classes))
    return splits.flatMap((read): Remark[] => {
      const fields = { ...at(read.split.place), split: read.split.name }
      const prints = splitFingerprints(read, classes)
      const known = knownSplits.find(({ fingerprint }) => prints.includes(fingerprint))
      if (known !== undefined) return [{ severity: 'note', message: `The split "${read.split.name}" is ${known.name}.`, remedy: `Compare with figures for ${known.name}.`, ...fields }]
      if (set === undefined || draft.splits.length === 0) return []
      return [{ severity: 'note', message: `The classes are those of ${set.name}, but the split "${read.split.name}" is none of its known splits.`, remedy: 'Compare its figures only with figures for the very same split.', ...fields }]
    })
  },
}
