/** Parts that should be as many and are not. Where a matrix is merely transposed, that check speaks. */
import { count } from '@unseen/core'
import type { DraftTable } from '../../draft/draft.js'
import type { Check, Remark } from '../finding.js'
import type { Subject } from '../subject.js'
import { at, many } from '../words.js'
import { isTransposed as featuresTransposed } from './transposed-features.js'
import { isTransposed as signaturesTransposed } from './transposed-signatures.js'

export const sizes: Check = {
  name: 'sizes',
  summary: 'labels, row names, class names or attribute names that are more or fewer than what they name',
  run(subject) {
    return [...rowSizes(subject), ...subject.draft.signatures.flatMap(table => tableSizes(table, subject))]
  }
}

function rowSizes(subject: Subject): Remark[] {
  const { features, labels, rowNames } = subject.draft
  const found: Remark[] = []
  if (features !== undefined && (features.value.rows === 0 || features.value.columns === 0)) {
    return [
      {
        severity: 'error',
        message: `There is nothing to learn from: the features are ${count(features.value.rows)} x ${count(features.value.columns)}.`,
        remedy: 'Is this the right file, and was it written to its end?',
        ...at(features.place)
      }
    ]
  }
  const rows = featuresTransposed(subject) ? undefined : features?.value.rows
  if (rows !== undefined && labels !== undefined && labels.values.length !== rows) {
    found.push({
      severity: 'error',
      message: `${many(labels.values.length, 'label')} for ${many(rows, 'row')} of features.`,
      remedy: 'Give one label for each row; were rows left out of one file and not of the other?',
      ...at(labels.place)
    })
  }
  const expected = rows ?? labels?.values.length ?? 0
  if (rowNames !== undefined && rowNames.value.length !== expected) {
    found.push({
      severity: 'error',
      message: `${many(rowNames.value.length, 'row name')} for ${many(expected, 'row')}.`,
      remedy: 'Give one name for each row, or none at all.',
      ...at(rowNames.place)
    })
  }
  return found
}

function tableSizes(table: DraftTable, subject: Subject): Remark[] {
  if (signaturesTransposed(table, subject)) return []
  const { rows, columns } = table.matrix
  const wrong = (message: string, remedy: string): Remark => ({
    severity: 'error',
    message,
    remedy,
    table: table.name,
    ...at(table.place)
  })
  const found: Remark[] = []
  const names = table.classes ?? subject.draft.classes?.value
  if (names !== undefined && names.length !== rows)
    found.push(
      wrong(
        `${many(rows, 'signature')} in the table "${table.name}" for ${many(names.length, 'class', 'classes')}.`,
        'Give one signature for each class, in the order of the names.'
      )
    )
  if (columns === 0)
    found.push(
      wrong(`The signatures of the table "${table.name}" have no entries.`, 'Is this the right file?')
    )
  const perAttribute = { 'attribute name': table.attributes, group: table.groups, meaning: table.meanings }
  for (const [thing, list] of Object.entries(perAttribute)) {
    if (list !== undefined && list.length !== columns)
      found.push(
        wrong(
          `${many(list.length, thing)} for ${many(columns, 'attribute')} in the table "${table.name}".`,
          `Give one ${thing} for each attribute, or none at all.`
        )
      )
  }
  if (table.sentences !== undefined && table.sentences.length !== rows)
    found.push(
      wrong(
        `${many(table.sentences.length, 'sentence')} for ${many(rows, 'signature')} in the table "${table.name}".`,
        'Give one sentence for each class.'
      )
    )
  return found
}
