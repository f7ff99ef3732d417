/**
 * The order of the classes. In xlsa17's CUB the names carry numbers ("002.Laysan_Albatross") that do not
 * rise: signatures follow the list of names, and so must the labels. Who takes the number in the name
 * for the label gives most rows another class's signature. Row names, where there are any, settle it.
 */
import { count } from '@unseen/core'
import type { Check, Remark } from '../finding.js'
import { compareRowNames, leadingNumbers } from '../row-name-classes.js'
import type { ReadTable, Subject } from '../subject.js'
import { at, many } from '../words.js'

export const classOrder: Check = {
  name: 'class-order',
  summary: 'signatures or class names in another class order than the labels',
  run(subject) {
    return [...numbersInNames(subject), ...subject.tables.flatMap(read => ownOrder(read, subject))]
  }
}

function numbersInNames(subject: Subject): Remark[] {
  const { classes, classesPlace, labels } = subject
  const numbers = leadingNumbers(classes)
  const first = numbers?.findIndex((value, index) => index > 0 && value < numbers[index - 1]) ?? -1
  if (numbers === undefined || first < 0) return []
  const fields = { ...(classesPlace && at(classesPlace)), row: first, class: classes[first] }
  const fact = `The class names carry numbers that do not rise: "${classes[first]}" stands behind "${classes[first - 1]}"`
  const compared = compareRowNames(subject)
  if (compared?.byNumber === true) {
    return [
      {
        ...fields,
        severity: 'error',
        message: `${fact}, and the labels are these numbers while the signatures follow the order of the names: ${many(compared.wrong.length, 'row has', 'rows have')} the wrong class, the first is row ${compared.wrong[0]}.`,
        remedy:
          'Make each label the place of its class in the list of names, or sort names and signatures by the number.',
        ...(labels && at(labels.list.place)),
        row: compared.wrong[0],
        count: compared.wrong.length
      }
    ]
  }
  if (compared !== undefined && compared.matched > 0) {
    return compared.wrong.length > 0
      ? []
      : [
          {
            ...fields,
            severity: 'note',
            message: `${fact}. Labels and signatures both follow the order of the names, as ${count(compared.matched)} row names confirm.`,
            remedy: 'Nothing to do; never take the number in a name for the label.'
          }
        ]
  }
  return [
    {
      ...fields,
      severity: 'warning',
      message: `${fact}. Signatures follow the order of the names; labels must do so too, and nothing here ${labels === undefined ? 'can say whether they do' : 'confirms that they do'}.`,
      remedy: 'Never take the number in a name for the label: label j means the j-th name of the list.'
    }
  ]
}

/** A table with names of its own is matched by name, whatever its order. */
function ownOrder({ table }: ReadTable, { classes, draft, classesPlace }: Subject): Remark[] {
  const own = table.classes
  if (
    own === undefined ||
    draft.classes === undefined ||
    table.place === classesPlace ||
    own.length !== classes.length
  )
    return []
  const known = new Set(classes)
  const row = own.findIndex((name, index) => name !== classes[index])
  if (row < 0 || new Set(own).size !== known.size || !own.every(name => known.has(name))) return []
  return [
    {
      severity: 'note',
      message: `The table "${table.name}" has the classes in another order than the data set, from row ${row} on ("${own[row]}", not "${classes[row]}"). Its rows are matched by name.`,
      remedy: 'Nothing to do; whoever reads this file elsewhere must match by name too.',
      ...at(table.place),
      table: table.name,
      row,
      class: own[row]
    }
  ]
}
