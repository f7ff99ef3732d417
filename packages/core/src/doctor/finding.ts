/** What a check says, and what a check is. */
import type { Draft } from '../data/draft.js'
import type { FeatureFacts } from './feature-facts.js'

/** note: good to know; warning: works, but likely not as meant; error: cannot be right, or cannot be used. */
export type Severity = 'note' | 'warning' | 'error'

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
  readonly split?: string
  /** how many places have it; the first of them is named */
  readonly count?: number
}

export interface Check {
  readonly name: string
  /** what is looked for, one line for people */
  readonly summary: string
  /** Facts are absent where the draft has no features. */
  run(draft: Draft, facts: FeatureFacts | undefined): readonly Omit<Finding, 'check'>[]
}
