/** From what was found to what can be used: a draft is believed only where its parts agree. */
import { count } from '@unseen/core'
import { checkClassName, defined } from '@unseen/core/internal'
import type { Dataset } from '../dataset/dataset.js'
import { findBase, indicesOf, refuseDraft } from './draft-lists.js'
import { toSplit } from './draft-split.js'
import { toTable } from './draft-table.js'
import type { Draft } from './draft.js'

/**
 * The data set of a draft, or a refusal that says what is wrong, where and what to do.
 *
 * @param draft what `readDraft` found
 */
export function toDataset(draft: Draft): Dataset {
  const { name, features, signatures, rowNames, thumbnails, provenance } = draft
  const classes = classesOf(draft)
  const index = new Map(classes.map((each, at) => [each, at]))
  const range = { size: classes.length, what: 'class' }
  const base = draft.labels && findBase([draft.labels], range)
  const labels = draft.labels === undefined ? new Int32Array() : indicesOf(draft.labels, range, base, index)
  if (features !== undefined && draft.labels === undefined)
    refuseDraft(
      features.place,
      `${count(features.value.rows)} rows, but nothing says of which class they are.`
    )
  if (features !== undefined && features.value.rows !== labels.length)
    refuseDraft(
      draft.labels?.place,
      `${count(labels.length)} labels, but the features have ${count(features.value.rows)} rows (${features.place.file}).`
    )
  if (rowNames !== undefined && rowNames.value.length !== labels.length)
    refuseDraft(rowNames.place, `${count(rowNames.value.length)} names for ${count(labels.length)} rows.`)
  distinct(
    signatures.map(table => table.name),
    'tables'
  )
  distinct(
    draft.splits.map(split => split.name),
    'splits'
  )
  return {
    name,
    classes,
    ...defined({ features: features?.value }),
    labels,
    signatures: signatures.map(table => toTable(table, classes)),
    splits: draft.splits.map(split => toSplit(split, { classes, index, labels, base })),
    ...defined({ rowNames: rowNames?.value, thumbnails }),
    provenance
  }
}

/**
 * The classes in their order: as listed, else as the first table that names its rows has them, else as the
 * labels do.
 */
function classesOf({ name, classes, signatures, labels }: Draft): readonly string[] {
  const named = signatures.find(table => table.classes !== undefined)
  const found =
    classes?.value ??
    named?.classes ??
    (labels !== undefined && !(labels.values instanceof Int32Array)
      ? [...new Set(labels.values)].sort()
      : undefined)
  const place = classes?.place ?? named?.place ?? labels?.place
  if (found === undefined) return refuseDraft(place, `nothing in ${name} names the classes.`)
  if (found.length === 0) return refuseDraft(place, 'there is no class.')
  found.forEach((each, row) => checkClassName(each, row))
  const before = new Map<string, number>()
  found.forEach((each, row) => {
    const at = before.get(each)
    if (at !== undefined)
      refuseDraft(place, `${JSON.stringify(each)} names both class ${at} and class ${row}.`, {
        class: each,
        row
      })
    before.set(each, row)
  })
  return found
}

function distinct(names: readonly string[], what: string): void {
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) refuseDraft(undefined, `two ${what} are called ${JSON.stringify(twice)}.`)
}
