/**
 * "grizzly+bear" in one file and "Grizzly_Bear" in another: the same class for people, two classes for
 * a program. Names that differ in more than case and separators are for other checks.
 */
import type { FoundAt } from '../../draft/draft.js'
import type { Check, Remark } from '../finding.js'
import type { Subject } from '../subject.js'
import { at, many, spelling } from '../words.js'

export const classNameSpelling: Check = {
  name: 'class-name-spelling',
  summary: 'class names that differ only in case or separators between files, or within one',
  run(subject) {
    return [...withinClasses(subject), ...nameLists(subject).flatMap(list => betweenFiles(list, subject))]
  }
}

/** Every list of names beside the classes themselves. */
function nameLists({
  draft: { labels, signatures, splits },
  classesPlace
}: Subject): { names: readonly string[]; place: FoundAt }[] {
  const lists = [labels, ...splits.flatMap(({ seen, unseen }) => [seen, unseen])].flatMap(list =>
    list === undefined || list.values instanceof Int32Array ? [] : [{ names: list.values, place: list.place }]
  )
  const tables = signatures.flatMap(table =>
    table.classes === undefined ? [] : [{ names: table.classes, place: table.place }]
  )
  return [...lists, ...tables].filter(({ place }) => place !== classesPlace)
}

/** Names that are no class as they stand, but one in another spelling. */
export function misspelt(names: readonly string[], classes: readonly string[]): Map<string, string> {
  const exact = new Set(classes)
  const bySpelling = new Map<string, string[]>()
  for (const name of exact) bySpelling.set(spelling(name), [...(bySpelling.get(spelling(name)) ?? []), name])
  const found = new Map<string, string>()
  for (const name of new Set(names)) {
    const meant = exact.has(name) ? undefined : bySpelling.get(spelling(name))
    if (meant?.length === 1) found.set(name, meant[0])
  }
  return found
}

function betweenFiles(
  { names, place }: { names: readonly string[]; place: FoundAt },
  { classes }: Subject
): Remark[] {
  const found = misspelt(names, classes)
  if (found.size === 0) return []
  const pairs = [...found]
  const shown = pairs
    .slice(0, 5)
    .map(([from, to]) => `"${from}" to "${to}"`)
    .join(', ')
  return [
    {
      severity: 'error',
      message: `${many(found.size, 'class name differs', 'class names differ')} from the data set's only in case or separators, the first is "${pairs[0][0]}" for "${pairs[0][1]}".`,
      remedy: `Rename ${shown}${pairs.length > 5 ? ` and ${pairs.length - 5} more` : ''}.`,
      ...at(place),
      class: pairs[0][1],
      count: found.size,
      mapping: Object.fromEntries(pairs)
    }
  ]
}

function withinClasses({ classes, classesPlace }: Subject): Remark[] {
  const first = new Map<string, string>()
  const pairs: [string, string][] = []
  for (const name of new Set(classes)) {
    const before = first.get(spelling(name))
    if (before === undefined) first.set(spelling(name), name)
    else pairs.push([name, before])
  }
  if (pairs.length === 0) return []
  return [
    {
      severity: 'warning',
      message: `"${pairs[0][1]}" and "${pairs[0][0]}" are two classes whose names differ only in case or separators.`,
      remedy: 'If they are one class, give both its name; if not, names that differ in a word are safer.',
      ...(classesPlace && at(classesPlace)),
      class: pairs[0][0],
      count: pairs.length
    }
  ]
}
