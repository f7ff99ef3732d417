/**
 * Classes that are described but have no row. That is what an unseen class is, unless a split calls it seen.
 */
import type { Check, Remark } from '../finding.js'
import { type ReadSplit, type Subject, UNKNOWN } from '../subject.js'
import { at, many, named } from '../words.js'
import { misspelt } from './class-name-spelling.js'

export const signaturesWithoutSamples: Check = {
  name: 'signatures-without-samples',
  summary: 'described classes without rows, and seen classes without rows to train on',
  run(subject) {
    const { classes, labels, splits, classesPlace } = subject
    const found = extraSignatures(subject)
    if (labels === undefined || labels.values.every(label => label === UNKNOWN)) return found
    for (const split of splits) found.push(...seenWithoutRows(split, labels.values, classes))
    const present = new Set(labels.values)
    present.delete(UNKNOWN)
    if (present.size === 1) {
      const [only] = present
      found.push({
        severity: 'error',
        message: `Only "${classes[only]}" has rows; at least two seen classes are needed to learn from.`,
        remedy: 'Add rows of other classes, or correct the labels.',
        ...at(labels.list.place),
        class: classes[only]
      })
    }
    const seen = new Set(splits.flatMap(({ seenClasses }) => [...seenClasses]))
    const empty = Array.from(classes.keys()).filter(index => !present.has(index) && !seen.has(index))
    if (empty.length > 0) {
      const names = empty.map(index => classes[index])
      found.push({
        severity: 'note',
        message: `${many(empty.length, 'class has', 'classes have')} a signature and no rows: ${named(names)}. They can be recognised, but not tested.`,
        remedy: 'Nothing to do if they are meant to be unseen.',
        ...(classesPlace && at(classesPlace)),
        class: names[0],
        count: empty.length
      })
    }
    return found
  }
}

function seenWithoutRows(
  { split, seenClasses, train, seen }: ReadSplit,
  labels: Int32Array,
  classes: readonly string[]
): Remark[] {
  const present = new Set(
    train === undefined ? labels : Array.from(train.values, row => labels[row] ?? UNKNOWN)
  )
  const missing = [...seenClasses].filter(index => !present.has(index)).map(index => classes[index])
  if (missing.length === 0) return []
  return [
    {
      severity: 'warning',
      message: `${many(missing.length, 'class is', 'classes are')} seen in the split "${split.name}" but ${missing.length === 1 ? 'has' : 'have'} no rows to train on: ${named(missing)}.`,
      remedy: 'List them as unseen, or add their rows.',
      ...at(seen?.list.place ?? split.place),
      split: split.name,
      class: missing[0],
      count: missing.length
    }
  ]
}

function extraSignatures({ draft, classes }: Subject): Remark[] {
  const known = new Set(classes)
  return draft.signatures.flatMap(({ name, place, classes: own = [] }) => {
    const spelt = misspelt(own, classes)
    const extra = own.filter(candidate => !known.has(candidate) && !spelt.has(candidate))
    if (extra.length === 0) return []
    return [
      {
        severity: 'note' as const,
        message: `The table "${name}" also describes ${many(extra.length, 'class', 'classes')} that the data set does not have: ${named(extra)}.`,
        remedy: 'Nothing to do if they are meant to be left out; else add them to the class names.',
        ...at(place),
        table: name,
        class: extra[0],
        count: extra.length
      }
    ]
  })
}
