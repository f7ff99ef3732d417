/** An unseen class among what is trained on or tuned on: the test is no longer zero-shot. */
import { defined } from '@unseen/core/internal'
import type { Check, Remark } from '../finding.js'
import { type ReadList, type ReadSplit, type Subject, UNKNOWN } from '../subject.js'
import { at, many, named } from '../words.js'

export const leakingClasses: Check = {
  name: 'leaking-classes',
  summary: 'a test (unseen) class among the training or validation classes',
  run(subject) {
    return subject.splits.flatMap(read => [
      ...inBothLists(read, subject),
      ...inRows(read, subject),
      ...notHeldOut(read, subject)
    ])
  }
}

function inBothLists(
  { split, seen, unseen, train, seenClasses, unseenClasses }: ReadSplit,
  { classes, labels }: Subject
): Remark[] {
  const both = [...unseenClasses].filter(index => seenClasses.has(index))
  if (both.length === 0) return []
  const names = both.map(index => classes[index])
  const leaked = new Set(both)
  const rows =
    train === undefined || labels === undefined
      ? []
      : Array.from(train.values).filter(row => row !== UNKNOWN && leaked.has(labels.values[row]))
  return [
    {
      severity: 'error',
      message: `${many(both.length, 'class is', 'classes are')} both seen and unseen in the split "${split.name}": ${named(names)}${rows.length > 0 ? `, with ${many(rows.length, 'row')} to train on, the first is row ${rows[0]}` : ''}.`,
      remedy: 'Take them out of one of the two lists; a class that is trained on is seen.',
      ...at(
        rows.length > 0 && train !== undefined
          ? train.list.place
          : (unseen?.list.place ?? seen?.list.place ?? split.place)
      ),
      split: split.name,
      ...defined({ row: rows.length > 0 ? rows[0] : undefined }),
      class: names[0],
      count: both.length
    }
  ]
}

function inRows(
  { split, seenClasses, unseenClasses, train, validation }: ReadSplit,
  { classes, labels }: Subject
): Remark[] {
  const uses: [string, ReadList | undefined][] = [
    ['training', train],
    ['validation', validation?.train],
    ['validation', validation?.test]
  ]
  return uses.flatMap(([use, list]) => {
    if (list === undefined || labels === undefined) return []
    // A class in both lists has been named already.
    const rows = Array.from(list.values).filter(
      row => row !== UNKNOWN && unseenClasses.has(labels.values[row]) && !seenClasses.has(labels.values[row])
    )
    if (rows.length === 0) return []
    const names = [...new Set(rows.map(row => classes[labels.values[row]]))]
    return [
      {
        severity: 'error' as const,
        message: `${many(rows.length, 'row')} of ${many(names.length, 'unseen class', 'unseen classes')} (${named(names)}) ${rows.length === 1 ? 'is' : 'are'} among the ${use} rows of the split "${split.name}", the first is row ${rows[0]}.`,
        remedy: `Take these rows out of the ${use} rows, or list the classes as seen.`,
        ...at(list.list.place),
        split: split.name,
        row: rows[0],
        class: names[0],
        count: rows.length
      }
    ]
  })
}

/** Validation is to be zero-shot too: its test classes have no rows in its training part. */
function notHeldOut({ split, validation }: ReadSplit, { classes, labels }: Subject): Remark[] {
  if (validation === undefined || labels === undefined) return []
  const classesOf = (list: ReadList): number[] =>
    [
      ...new Set(
        Array.from(list.values, row => (row === UNKNOWN ? UNKNOWN : (labels.values[row] ?? UNKNOWN)))
      )
    ].filter(index => index !== UNKNOWN)
  const trained = new Set(classesOf(validation.train))
  const both = classesOf(validation.test)
    .filter(index => trained.has(index))
    .map(index => classes[index])
  if (both.length === 0) return []
  return [
    {
      severity: 'warning',
      message: `${many(both.length, 'validation class', 'validation classes')} of the split "${split.name}" ${both.length === 1 ? 'has' : 'have'} training rows in the validation too: ${named(both)}. Parameters chosen there are chosen for classes that were seen.`,
      remedy: 'Hold whole classes out for validation.',
      ...at(validation.test.list.place),
      split: split.name,
      class: both[0],
      count: both.length
    }
  ]
}
