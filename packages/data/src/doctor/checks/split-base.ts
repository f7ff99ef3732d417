/** Do the row and class numbers of a split count from 0 or from 1? */
import { count } from '@unseen/core'
import { numberBase } from '../../draft/number-base.js'
import type { Check, Remark } from '../finding.js'
import type { ReadList, ReadSplit } from '../subject.js'
import { at } from '../words.js'

export const splitBase: Check = {
  name: 'split-base',
  summary: 'row or class numbers of splits that count from 1, or of which it cannot be said',
  run({ splits, rows, classes, labels }) {
    return splits.flatMap(read => [
      ...baseOf(read, 'Row', [read.train, read.test, read.validation?.train, read.validation?.test], rows),
      // Class numbers count as the labels do, of which the labels' own check speaks.
      ...(labels?.base !== undefined &&
      read.seen?.list.base === labels.list.base &&
      read.unseen?.list.base === labels.list.base
        ? []
        : baseOf(read, 'Class', [read.seen, read.unseen], classes.length === 0 ? undefined : classes.length))
    ])
  }
}

function baseOf(
  { split }: ReadSplit,
  thing: 'Row' | 'Class',
  lists: readonly (ReadList | undefined)[],
  limit: number | undefined
): Remark[] {
  const numbers = lists.filter(list => list?.base !== undefined && list.values.length > 0)
  const [first] = numbers
  if (first?.base === undefined) return []
  const values = numbers.map(list => list?.list.values as Int32Array)
  const fields = { ...at(first.list.place), split: split.name }
  const fact = `${thing} numbers of the split "${split.name}" run from ${count(values.reduce((least, list) => list.reduce((a, b) => Math.min(a, b), least), Infinity))} to ${count(values.reduce((most, list) => list.reduce((a, b) => Math.max(a, b), most), -Infinity))}`
  const total = limit === undefined ? '' : ` of ${count(limit)}`
  const proved = numberBase(values, limit)
  if (
    first.list.base !== undefined &&
    proved.certain &&
    proved.base !== first.list.base &&
    (limit === undefined || values.every(list => list.every(value => value <= limit && value >= 0)))
  ) {
    return [
      {
        severity: 'error',
        message: `${fact}${total}, so they count from ${proved.base}, but they are said to count from ${first.list.base}.`,
        remedy: `Set "base" to ${proved.base}, or correct the numbers.`,
        ...fields
      }
    ]
  }
  if (!first.base.certain)
    return [
      {
        severity: 'error',
        message: `${fact}${total}: they have neither 0 nor the last, so it is open whether they count from 0 or from 1.`,
        remedy: 'Say so with "base" in a dataset.json.',
        ...fields
      }
    ]
  if (first.base.base === 0) return []
  return [
    {
      severity: 'note',
      message: `${fact}: they count from 1 and are read so.`,
      remedy: 'Nothing to do; whoever reads this file elsewhere must subtract 1.',
      ...fields
    }
  ]
}
