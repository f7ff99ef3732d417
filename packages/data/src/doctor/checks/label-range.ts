/** Numbers that are no class, such as -1 for a row without a label or one class too many. */
import { count } from '@unseen/core'
import type { Check } from '../finding.js'
import { UNKNOWN } from '../subject.js'
import { at, many } from '../words.js'

export const labelRange: Check = {
  name: 'label-range',
  summary: 'labels that are no number of a class',
  run({ labels, classes }) {
    if (labels?.base?.certain !== true || classes.length === 0) return []
    const wrong = Array.from(labels.values.keys()).filter(row => labels.values[row] === UNKNOWN)
    if (wrong.length === 0) return []
    const { base } = labels.base
    return [
      {
        severity: 'error',
        message: `${many(wrong.length, 'label is', 'labels are')} no number of a class, the first is ${String(labels.list.values[wrong[0]])} in row ${wrong[0]}. For ${many(classes.length, 'class', 'classes')} they run from ${base} to ${count(classes.length - 1 + base)}.`,
        remedy: 'Correct these labels, leave the rows out, or add the class that they mean.',
        ...at(labels.list.place),
        row: wrong[0],
        count: wrong.length
      }
    ]
  }
}
