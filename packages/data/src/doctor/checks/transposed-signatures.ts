/** One column per class, where the layout does not expect it. */
import { count } from '@unseen/core'
import type { DraftTable } from '../../draft/draft.js'
import type { Check } from '../finding.js'
import type { Subject } from '../subject.js'
import { at, many } from '../words.js'

export const transposedSignatures: Check = {
  name: 'transposed-signatures',
  summary: 'signature tables with a column, instead of a row, for each class',
  run(subject) {
    return subject.draft.signatures
      .filter(table => isTransposed(table, subject))
      .map(table => ({
        severity: 'error',
        message: `The table "${table.name}" is ${count(table.matrix.rows)} x ${count(table.matrix.columns)} for ${many(classesOf(table, subject), 'class', 'classes')}: rows and columns have changed places.`,
        remedy:
          'Transpose the table, so that each row is one class, or say "transposed": true in a dataset.json.',
        table: table.name,
        ...at(table.place)
      }))
  }
}

export function isTransposed(table: DraftTable, subject: Subject): boolean {
  const { rows, columns } = table.matrix
  const classes = classesOf(table, subject)
  return classes > 0 && rows !== columns && rows !== classes && columns === classes
}

function classesOf(table: DraftTable, { classes }: Subject): number {
  return table.classes?.length ?? classes.length
}
