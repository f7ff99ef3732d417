/**
 * Row names are mostly paths with the class in them ("images/002.Laysan_Albatross/0001.jpg"). Where they
 * name another class than the label does, labels and class names are not in the same order.
 */
import { count } from '@unseen/core'
import type { Check } from '../finding.js'
import { compareRowNames } from '../row-name-classes.js'
import { at, many } from '../words.js'

export const rowNames: Check = {
  name: 'row-names',
  summary: 'rows whose names (paths) name another class than their labels',
  run(subject) {
    const { draft, classes, labels } = subject
    const compared = compareRowNames(subject)
    if (
      compared === undefined ||
      labels === undefined ||
      draft.rowNames === undefined ||
      compared.wrong.length === 0 ||
      compared.byNumber
    )
      return []
    const { wrong, matched, classOf } = compared
    const [row] = wrong
    return [
      {
        severity: 2 * wrong.length > matched ? 'error' : 'warning',
        message: `${many(wrong.length, 'row name names', 'row names name')} another class than the label, of ${count(matched)} that name a class; the first is row ${row}, "${draft.rowNames.value[row]}", labelled "${classes[labels.values[row]]}" and not "${classes[classOf[row]]}".`,
        remedy: 'Bring the labels and the class names into the same order, or correct these labels.',
        ...at(labels.list.place),
        row,
        class: classes[classOf[row]],
        count: wrong.length
      }
    ]
  }
}
