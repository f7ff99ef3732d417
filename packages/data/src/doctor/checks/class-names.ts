/** Names that do not name: empty ones, ones that cannot be written down, one name for two classes. */
import { checkClassName } from '@unseen/core/internal'
import type { FoundAt } from '../../draft/draft.js'
import type { Check, Remark } from '../finding.js'
import { at } from '../words.js'

export const classNames: Check = {
  name: 'class-names',
  summary: 'classes without a name, or two classes with the same name',
  run({ draft: { signatures }, classes, classesPlace }) {
    const lists = signatures.flatMap(table =>
      table.classes === undefined || table.place === classesPlace
        ? []
        : [{ names: table.classes, place: table.place }]
    )
    if (classesPlace !== undefined) lists.unshift({ names: classes, place: classesPlace })
    return lists.flatMap(({ names, place }) => [...unusable(names, place), ...repeated(names, place)])
  }
}

function unusable(names: readonly string[], place: FoundAt): Remark[] {
  const rows = Array.from(names.keys()).filter(row => !isName(names[row]))
  if (rows.length === 0) return []
  const what = names[rows[0]] === '' ? 'has no name' : 'has a name with half a character in it'
  return [
    {
      severity: 'error',
      message: `Class ${rows[0]} ${what}.`,
      remedy: 'Give every class a name of its own.',
      ...at(place),
      row: rows[0],
      count: rows.length
    }
  ]
}

function isName(name: string): boolean {
  try {
    checkClassName(name)
    return true
  } catch {
    return false
  }
}

function repeated(names: readonly string[], place: FoundAt): Remark[] {
  const first = new Map<string, number>()
  const again: number[] = []
  names.forEach((name, row) => {
    if (first.has(name)) again.push(row)
    else first.set(name, row)
  })
  if (again.length === 0) return []
  const [row] = again
  return [
    {
      severity: 'error',
      message: `"${names[row]}" names both class ${first.get(names[row]) ?? 0} and class ${row}.`,
      remedy: 'Give each class a name of its own, or make the two one class.',
      ...at(place),
      row,
      class: names[row],
      count: again.length
    }
  ]
}
