/**
 * Row names are often paths with a class in them. This finds the class that each path names and compares it with the label.
 */
import { type Subject, UNKNOWN } from './subject.js'
import { spelling } from './words.js'

export interface ComparedNames {
  /** (rows): the class found in each row's name, or UNKNOWN */
  readonly classOf: Int32Array
  /** rows with a label whose name has a class in it */
  readonly matched: number
  /** the rows among them whose label says something else */
  readonly wrong: readonly number[]
  /**
   * true where class names begin with numbers ('002.Laysan_Albatross') and every wrong label is that number, counted from 1:
   * labels and names are then only in a different order
   */
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
