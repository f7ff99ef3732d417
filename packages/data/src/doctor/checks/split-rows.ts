/** Row numbers of a split that are no row, or that come twice. */
import { count } from '@unseen/core'
import type { Check, Remark } from '../finding.js'
import { type ReadList, type ReadSplit, UNKNOWN } from '../subject.js'
import { at, many } from '../words.js'

export const splitRows: Check = {
  name: 'split-rows',
  summary: 'splits with row numbers that do not exist or come twice',
  run({ splits, rows }) {
    return splits.flatMap(read =>
      [read.train, read.test, read.validation?.train, read.validation?.test].flatMap(list =>
        list === undefined ? [] : [...beyond(list, read, rows), ...twice(list, read)]
      )
    )
  }
}

function beyond(list: ReadList, { split }: ReadSplit, rows: number | undefined): Remark[] {
  const { values: given } = list.list
  if (list.base?.certain === false) return []
  const wrong = Array.from(list.values.keys()).filter(k => list.values[k] === UNKNOWN)
  if (wrong.length === 0) return []
  const base = list.base?.base ?? 0
  const expected = rows === undefined ? `from ${base} on` : `from ${base} to ${count(rows - 1 + base)}`
  return [
    {
      severity: 'error',
      message: `${many(wrong.length, 'entry', 'entries')} of the split "${split.name}" ${wrong.length === 1 ? 'is' : 'are'} no row, the first is ${String(given[wrong[0]])}; rows run ${expected}.`,
      remedy: 'Was the split made for another copy of the data, with more rows?',
      ...at(list.list.place),
      split: split.name,
      count: wrong.length
    }
  ]
}

function twice(list: ReadList, { split }: ReadSplit): Remark[] {
  const met = new Set<number>()
  const again = Array.from(list.values).filter(row => row !== UNKNOWN && met.size === met.add(row).size)
  if (again.length === 0) return []
  return [
    {
      severity: 'warning',
      message: `${many(again.length, 'row comes', 'rows come')} twice in a list of the split "${split.name}", the first is row ${again[0]}. It counts twice in training and in every accuracy.`,
      remedy: 'Name each row once.',
      ...at(list.list.place),
      split: split.name,
      row: again[0],
      count: again.length
    }
  ]
}
