/** Labels that name no class, and classes that a table does not describe: nothing can be learned for them. */
import type { DraftTable } from '../../draft/draft.js'
import type { Check, Remark } from '../finding.js'
import { type Subject, UNKNOWN } from '../subject.js'
import { at, many, named } from '../words.js'
import { misspelt } from './class-name-spelling.js'

export const labelsWithoutSignature: Check = {
  name: 'labels-without-signature',
  summary: 'labels or classes that no signature describes',
  run(subject) {
    return [
      ...unknownLabels(subject),
      ...subject.draft.signatures.flatMap(table => undescribed(table, subject))
    ]
  }
}

function unknownLabels({ labels, classes }: Subject): Remark[] {
  if (labels === undefined || labels.list.values instanceof Int32Array) return []
  const names = labels.list.values
  const spelt = misspelt(names, classes)
  const rows = Array.from(labels.values.keys()).filter(
    row => labels.values[row] === UNKNOWN && !spelt.has(names[row])
  )
  if (rows.length === 0) return []
  const unknown = [...new Set(rows.map(row => names[row]))]
  return [
    {
      severity: 'error',
      message: `${many(rows.length, 'row is', 'rows are')} labelled ${named(unknown)}, which no signature describes; the first is row ${rows[0]}.`,
      remedy: 'Describe the class, correct the name, or leave the rows out.',
      ...at(labels.list.place),
      row: rows[0],
      class: unknown[0],
      count: rows.length
    }
  ]
}

/**
 * Only a table with names of its own can leave out a class; else its number of rows is wrong, which is
 * another check.
 */
function undescribed(table: DraftTable, { classes, labels }: Subject): Remark[] {
  if (table.classes === undefined) return []
  const described = new Set([...table.classes, ...misspelt(table.classes, classes).values()])
  const missing = classes.filter(name => !described.has(name))
  if (missing.length === 0) return []
  const lost = new Set(missing)
  const rows =
    labels === undefined
      ? 0
      : labels.values.reduce((sum, label) => sum + (label !== UNKNOWN && lost.has(classes[label]) ? 1 : 0), 0)
  return [
    {
      severity: 'error',
      message: `The table "${table.name}" has no signature for ${many(missing.length, 'class', 'classes')}${rows > 0 ? ` with ${many(rows, 'row')}` : ''}: ${named(missing)}.`,
      remedy: 'Add their signatures, or leave the classes out.',
      ...at(table.place),
      table: table.name,
      class: missing[0],
      count: missing.length
    }
  ]
}
