/**
 * Rows that are trained on and tested on. The trap in some copies of xlsa17: train_loc + val_loc are as
 * many as trainval_loc + test_seen_loc, so that whoever tunes on the first pair trains on test rows.
 */
import type { Check, Remark } from '../finding.js'
import { type ReadList, type ReadSplit, UNKNOWN } from '../subject.js'
import { at, many } from '../words.js'

export const overlappingRows: Check = {
  name: 'overlapping-rows',
  summary: 'rows that are both for training (or validation) and for testing',
  run({ splits }) {
    return splits.flatMap(read => [
      ...trainAndTest(read),
      ...validationAndTest(read),
      ...withinValidation(read),
      ...outsideTraining(read)
    ])
  }
}

function rowsIn(list: ReadList | undefined): Set<number> {
  const rows = new Set(list?.values)
  rows.delete(UNKNOWN)
  return rows
}

function common(list: ReadList | undefined, others: ReadonlySet<number>): number[] {
  return [...rowsIn(list)].filter(row => others.has(row))
}

function trainAndTest({ split, train, test }: ReadSplit): Remark[] {
  const both = common(test, rowsIn(train))
  if (both.length === 0 || test === undefined) return []
  return [
    {
      severity: 'error',
      message: `${many(both.length, 'row is', 'rows are')} both for training and for testing in the split "${split.name}", the first is row ${both[0]}.`,
      remedy: 'Take these rows out of one of the two lists.',
      ...at(test.list.place),
      split: split.name,
      row: both[0],
      count: both.length
    }
  ]
}

function validationAndTest({ split, train, test, validation }: ReadSplit): Remark[] {
  if (validation === undefined) return []
  const tested = rowsIn(test)
  const trained = rowsIn(train)
  const used = [...common(validation.train, tested), ...common(validation.test, tested)].filter(
    row => !trained.has(row)
  )
  if (used.length === 0) return []
  const all = new Set([...rowsIn(validation.train), ...rowsIn(validation.test)])
  const whole = trained.size > 0 && [...trained].every(row => all.has(row))
  return [
    {
      severity: 'error',
      message: `${many(used.length, 'test row')} of the split "${split.name}" ${used.length === 1 ? 'is' : 'are'} among its validation rows, the first is row ${used[0]}${whole ? `: the two validation lists hold all training rows and ${many(used.length, 'test row')} besides` : ''}. Parameters tuned on them have seen the test.`,
      remedy:
        'Leave the validation lists (train_loc, val_loc) out, and hold out classes of the training rows instead.',
      ...at(validation.train.list.place),
      split: split.name,
      row: used[0],
      count: used.length
    }
  ]
}

function withinValidation({ split, validation }: ReadSplit): Remark[] {
  if (validation === undefined) return []
  const both = common(validation.test, rowsIn(validation.train))
  if (both.length === 0) return []
  return [
    {
      severity: 'error',
      message: `${many(both.length, 'row is', 'rows are')} in both validation lists of the split "${split.name}", the first is row ${both[0]}.`,
      remedy: 'Take these rows out of one of the two lists.',
      ...at(validation.test.list.place),
      split: split.name,
      row: both[0],
      count: both.length
    }
  ]
}

/** Validation is part of the training rows; rows from nowhere were likely meant for something else. */
function outsideTraining({ split, train, test, validation }: ReadSplit): Remark[] {
  if (validation === undefined || train === undefined) return []
  const known = new Set([...rowsIn(train), ...rowsIn(test)])
  const outside = [...rowsIn(validation.train), ...rowsIn(validation.test)].filter(row => !known.has(row))
  if (outside.length === 0) return []
  return [
    {
      severity: 'warning',
      message: `${many(outside.length, 'validation row')} of the split "${split.name}" ${outside.length === 1 ? 'is' : 'are'} not among its training rows, the first is row ${outside[0]}.`,
      remedy: 'Add them to the training rows, or take them out of the validation.',
      ...at(validation.train.list.place),
      split: split.name,
      row: outside[0],
      count: outside.length
    }
  ]
}
