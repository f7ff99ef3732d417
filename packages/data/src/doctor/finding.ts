/** What a check says, and what a check is. */
import type { Subject } from './subject.js'

/** note: good to know; warning: works, but likely not as meant; error: cannot be right, or cannot be used. */
export type Severity = 'note' | 'warning' | 'error'

/** From the worst on. */
export const severities: readonly Severity[] = ['error', 'warning', 'note']

export interface Finding {
  /** name of the check */
  readonly check: string
  readonly severity: Severity
  /** what was found and what was expected, one or two sentences */
  readonly message: string
  readonly remedy?: string
  readonly file?: string
  readonly array?: string
  /** from 0, as everywhere in Unseen */
  readonly row?: number
  readonly column?: number
  readonly class?: string
  readonly table?: string
  readonly split?: string
  /** how many places have it; the first of them is named */
  readonly count?: number
  /** names as they are to names as they should be */
  readonly mapping?: Readonly<Record<string, string>>
}

/** What a check itself says; its name is added. */
export type Remark = Omit<Finding, 'check'>

export interface Check {
  readonly name: string
  /** what is looked for, one line for people */
  readonly summary: string
  run(subject: Subject): readonly Remark[]
}
