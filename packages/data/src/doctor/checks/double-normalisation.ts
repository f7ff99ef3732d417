/**
 * Rows that were scaled before they came here. Training scales rows to length 1 by default (`normalise:
 * 'l2'`): on rows of length 1 that changes nothing, on histograms that sum to 1 it is a second scaling,
 * and where only some rows were scaled, the others were forgotten.
 */
import type { FeatureFacts } from '../feature-facts.js'
import type { Check, Remark } from '../finding.js'
import { at, many } from '../words.js'

/** Rows kept in half precision or in bytes are off by about this much. */
const TOLERANCE = 2e-3
/** So many rows of length 1 among others are no accident. */
const SOME = 0.05

export const doubleNormalisation: Check = {
  name: 'double-normalisation',
  summary: 'rows that already are of length 1 or sum to 1, all or some of them',
  run({ draft: { features }, facts }) {
    if (features === undefined || facts === undefined || facts.rows - facts.zeroRows.length < 2) return []
    const found = scaled(facts)
    return found === undefined ? [] : [{ ...found, ...at(features.place) }]
  }
}

function scaled(facts: FeatureFacts): Remark | undefined {
  const rows = Array.from(facts.lengths.keys()).filter(row => facts.lengths[row] > 0)
  // One-hot rows and the like are whole numbers: their length is no scaling.
  if (rows.length === 0 || facts.whole) return undefined
  const near = (value: number): boolean => Math.abs(value - 1) <= TOLERANCE
  const long = rows.filter(row => !near(facts.lengths[row]))
  if (long.length === 0) {
    return {
      severity: 'note',
      message:
        'Every row already has length 1. The default scaling (normalise "l2") changes nothing; "sqrt" and "l2-sqrt" would be a second scaling on top of the first.',
      remedy: 'Keep normalise at "l2" or "none", and say in the provenance how the features were made.'
    }
  }
  if (facts.negative === 0 && rows.every(row => near(facts.sums[row]))) {
    return {
      severity: 'note',
      message:
        'Every row sums to 1, as histograms do. The default scaling (normalise "l2") scales them a second time, which keeps the direction of each row but not its sum.',
      remedy:
        'Try normalise "sqrt", which is made for histograms: its rows have length 1 without a second scaling.'
    }
  }
  const unit = rows.length - long.length
  if (unit < SOME * rows.length || long.length < SOME * rows.length) return undefined
  return {
    severity: 'warning',
    message: `${many(unit, 'row has', 'rows have')} length 1 and ${many(long.length, 'row has', 'rows have')} not, the first is row ${long[0]} with length ${Number(facts.lengths[long[0]].toPrecision(3))}. It seems that only some of the rows were scaled.`,
    remedy: 'Scale none of the rows before they come here; training does it.',
    row: long[0],
    count: long.length
  }
}
