/** What a check says, and what a check is. */
import type { Subject } from './subject.js'

/** note: good to know; warning: works, but likely not as meant; error: cannot be right, or cannot be used. */
export type Severity = 'note' | 'warning' | 'error'

/** From the worst on. */
export const severities: readonly Severity[] = ['error', 'warning', 'note']

/** Something that is wrong or worth knowing, where it is and what to do. */
export interface Finding {
  /** name of the check */
  readonly check: string
  /** How bad it is. */
  readonly severity: Severity
  /** what was found and what was expected, one or two sentences */
  readonly message: string
  /** What to do about it, one sentence. */
  readonly remedy?: string
  /** The file it is in. */
  readonly file?: string
  /** The array of that file. */
  readonly array?: string
  /** The first row that has it, from 0. */
  readonly row?: number
  /** The first column that has it, from 0. */
  readonly column?: number
  /** The class it concerns. */
  readonly class?: string
  /** The table of descriptions it concerns. */
  readonly table?: string
  /** The split it concerns. */
  readonly split?: string
  /** how many places have it; the first of them is named */
  readonly count?: number
  /** names as they are to names as they should be */
  readonly mapping?: Readonly<Record<string, string>>
}

/** What a check itself says; its name is added. */
export type Remark = Omit<Finding, 'check'>

/** One thing that the doctor looks for. docs/add-a-check.md says how to write one. */
export interface Check {
  /** What findings call it. */
  readonly name: string
  /** what is looked for, one line for people */
  readonly summary: string
  /** Looks for it; an empty list says that all is well. */
  run(subject: Subject): readonly Remark[]
}
