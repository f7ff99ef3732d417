/** NaN or Infinity among the features: every sum over that row is lost. */
import type { Check } from '../finding.js'
import { at, many } from '../words.js'

export const notFiniteFeatures: Check = {
  name: 'not-finite-features',
  summary: 'features that are NaN or Infinity',
  run({ draft: { features }, facts }) {
    if (features === undefined || facts?.firstNotFinite === undefined) return []
    const { row, column } = facts.firstNotFinite
    return [
      {
        severity: 'error',
        message: `${many(facts.notFinite, 'feature is', 'features are')} NaN or Infinity, the first in row ${row}, column ${column}.`,
        remedy: 'Make the features of these rows again, or leave the rows out.',
        ...at(features.place),
        row,
        column,
        count: facts.notFinite
      }
    ]
  }
}
