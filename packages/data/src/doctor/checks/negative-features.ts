/**
 * References are never negative (V >= 0 in the paper), so the transforms treat negative features in a
 * way of their own: relu, max(0, x - v), is 0 whatever their size; int, min(x, v), is x for every class.
 */
import type { Check } from '../finding.js'
import { at, many, percent } from '../words.js'

export const negativeFeatures: Check = {
  name: 'negative-features',
  summary: 'negative features, and what the transforms make of them',
  run({ draft: { features }, facts }) {
    if (features === undefined || facts?.firstNegative === undefined) return []
    const { row, column } = facts.firstNegative
    return [
      {
        severity: 'note',
        message: `${many(facts.negative, 'feature is', 'features are')} negative (${percent(facts.negative, facts.rows * facts.columns)}), the first in row ${row}, column ${column}. References are never negative: relu reads a negative feature as 0, and int passes it on alike for every class.`,
        remedy:
          'Use features from behind a ReLU, or class weights with the transform "identity", which uses them as they are.',
        ...at(features.place),
        row,
        column,
        count: facts.negative
      }
    ]
  }
}
