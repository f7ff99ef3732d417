/**
 * Which class the name of each row names, if it is a path with a class in it, and whether the labels agree.
 */
import { type Subject, UNKNOWN } from './subject.js'
import { spelling } from './words.js'

export interface ComparedNames {
  /** (rows) the class that the name of a row names, or UNKNOWN */
  readonly classOf: Int32Array
  /** how many rows have a name that names a class, and a label */
  readonly matched: number
  /** those of them whose label is another class */
  readonly wrong: readonly number[]
  /** every wrong label is, counted from 1, the number at the head of the name of the class that is meant */
  readonly byNumber: boolean
}

export function compareRowNames({ draft, classes, labels }: Subject): ComparedNames | undefined {
  const names = draft.rowNames?.value
  if (names === undefined || labels === undefined) return undefined
  const bySpelling = new Map<string, number>()
  classes.forEach(
    (name, index) => void bySpelling.set(spelling(name), bySpelling.has(spelling(name)) ? UNKNOWN : index)
  )
  const numbers = leadingNumbers(classes)
  const classOf = new Int32Array(names.length).fill(UNKNOWN)
  const wrong: number[] = []
  let matched = 0
  let byNumber = numbers !== undefined
  for (let row = 0; row < Math.min(names.length, labels.values.length); row++) {
    const label = labels.values[row]
    const meant = classIn(names[row], bySpelling)
    classOf[row] = meant
    if (meant === UNKNOWN || label === UNKNOWN) continue
    matched++
    if (meant === label) continue
    wrong.push(row)
    byNumber &&= numbers?.[meant] === label + 1
  }
  return { classOf, matched, wrong, byNumber: byNumber && wrong.length > 0 }
}

/** Only a folder counts, and only if just one of the path's folders is a class. */
function classIn(name: string, bySpelling: ReadonlyMap<string, number>): number {
  const found = new Set(
    name
      .split(/[/\\]/)
      .slice(0, -1)
      .map(part => bySpelling.get(spelling(part)) ?? UNKNOWN)
  )
  found.delete(UNKNOWN)
  return found.size === 1 ? [...found][0] : UNKNOWN
}

/** The numbers at the head of the class names ("002.Laysan_Albatross"), if each has one of its own. */
export function leadingNumbers(classes: readonly string[]): number[] | undefined {
  const numbers = classes.map(name => Number(/^(\d{1,9})[\s._-]/.exec(name)?.[1] ?? NaN))
  return classes.length >= 2 && numbers.every(Number.isInteger) && new Set(numbers).size === numbers.length
    ? numbers
    : undefined
}
