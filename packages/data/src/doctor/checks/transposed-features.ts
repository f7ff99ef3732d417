/** One column per row: MATLAB files often hold features that way. */
import { count } from '@unseen/core'
import type { Check } from '../finding.js'
import type { Subject } from '../subject.js'
import { at, many } from '../words.js'

export const transposedFeatures: Check = {
  name: 'transposed-features',
  summary: 'features with a column, instead of a row, for each label',
  run(subject) {
    const { features, labels } = subject.draft
    if (features === undefined || labels === undefined || !isTransposed(subject)) return []
    const { rows, columns } = features.value
    return [
      {
        severity: 'error',
        message: `The features are ${count(rows)} x ${count(columns)} for ${many(labels.values.length, 'label')}: rows and columns have changed places.`,
        remedy:
          'Transpose the features, so that each row is one image, or say "transposed": true in a dataset.json.',
        ...at(features.place)
      }
    ]
  }
}

export function isTransposed({ draft: { features, labels } }: Subject): boolean {
  if (features === undefined || labels === undefined) return false
  const { rows, columns } = features.value
  return rows !== columns && rows !== labels.values.length && columns === labels.values.length
}
