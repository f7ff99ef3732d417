/** Do labels count from 0 or from 1? Read wrongly, every row gets its neighbour's class. */
import { count } from '@unseen/core'
import { numberBase } from '../../draft/number-base.js'
import type { Check } from '../finding.js'
import { at } from '../words.js'

export const labelBase: Check = {
  name: 'label-base',
  summary: 'labels that count from 1, or of which it cannot be said',
  run({ labels, classes }) {
    if (labels?.base === undefined || !(labels.list.values instanceof Int32Array) || classes.length === 0)
      return []
    const { values, base: declared } = labels.list
    const range = rangeOf(values)
    if (range === undefined) return []
    const place = at(labels.list.place)
    const spoken = `Labels run from ${count(range.smallest)} to ${count(range.largest)} for ${count(classes.length)} classes`
    const proved = numberBase([values], classes.length)
    if (
      declared !== undefined &&
      proved.certain &&
      proved.base !== declared &&
      range.smallest >= 0 &&
      range.largest <= classes.length
    ) {
      return [
        {
          severity: 'error',
          message: `${spoken}, so they count from ${proved.base}, but they are said to count from ${declared}.`,
          remedy: `Set "base" to ${proved.base}, or correct the labels.`,
          ...place
        }
      ]
    }
    if (!labels.base.certain) {
      return [
        {
          severity: 'error',
          message: `${spoken}: they have neither 0 nor ${count(classes.length)}, so it is open whether they count from 0 or from 1.`,
          remedy: `Say so with "base" in a dataset.json: 0 if "${classes[0]}" has no rows, 1 if it is "${classes[classes.length - 1]}" that has none.`,
          ...place
        }
      ]
    }
    if (labels.base.base === 0) return []
    return [
      {
        severity: 'note',
        message: `${spoken}: they count from 1 and are read so.`,
        remedy: 'Nothing to do; whoever reads this file elsewhere must subtract 1.',
        ...place
      }
    ]
  }
}

function rangeOf(values: Int32Array): { smallest: number; largest: number } | undefined {
  if (values.length === 0) return undefined
  return values.reduce(
    (range, value) => ({
      smallest: Math.min(range.smallest, value),
      largest: Math.max(range.largest, value)
    }),
    { smallest: Infinity, largest: -Infinity }
  )
}
