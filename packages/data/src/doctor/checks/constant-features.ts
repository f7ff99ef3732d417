/**
 * Columns that are the same in every row tell no class from another: dead units of a network, padding, a
 * constant 1.
 */
import { count } from '@unseen/core'
import type { Check } from '../finding.js'
import { at, many } from '../words.js'

export const constantFeatures: Check = {
  name: 'constant-features',
  summary: 'feature columns that are zero or the same in every row',
  run({ draft: { features }, facts }) {
    if (features === undefined || facts === undefined || facts.rows < 2 || facts.columns === 0) return []
    const constant = Array.from(facts.smallest.keys()).filter(
      column => facts.smallest[column] === facts.largest[column]
    )
    if (constant.length === 0) return []
    const zero = constant.filter(column => facts.smallest[column] === 0).length
    const which =
      zero === constant.length
        ? 'zero in every row'
        : zero === 0
          ? 'the same in every row'
          : `the same in every row, ${zero} of them zero`
    const all = constant.length === facts.columns
    return [
      {
        // A few dead units are usual and harmless; most of them are a sign of the wrong layer or a broken
        // file.
        severity: all ? 'error' : constant.length > facts.columns / 2 ? 'warning' : 'note',
        message: `${count(constant.length)} of ${many(facts.columns, 'column')} ${constant.length === 1 ? 'is' : 'are'} ${which}, the first is column ${constant[0]}.`,
        remedy: all
          ? 'Make the features again: these say nothing about any row.'
          : 'They cost time and change no result; leave them out where that is easy.',
        ...at(features.place),
        column: constant[0],
        count: constant.length
      }
    ]
  }
}
