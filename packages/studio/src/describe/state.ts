/** State of the page Describe: what is shown there, not what is made there. */
import type { Problem } from '../lib/problem.js'
import type { AmongChoice } from '../worker/facts.js'
import type { Advices, Claims, VersionComparison, EncoderFacts, Meaning, SentenceOfClass } from './facts.js'
import { createStore, type StoreApi } from 'zustand/vanilla'

export type DescribeTab = 'attributes' | 'sentence' | 'photos' | 'mixture' | 'vector'

export interface DescribePage {
  readonly among: AmongChoice
  readonly tab: DescribeTab
  /** attributes that contain this, and only those that changed */
  readonly find: string
  readonly changedOnly: boolean
  /** the attribute in hand */
  readonly row?: number | undefined
  /** B is held: everything is shown as it was before */
  readonly holding: boolean
  /** a name is being typed */
  readonly naming?: 'new' | 'rename' | undefined
  /** what would let the seen classes express more is shown */
  readonly helping: boolean
  /** the place of the class among the described ones, for when its name is no longer there */
  readonly position: number
  /** the model that was rehearsed, or could not be */
  readonly rehearsed?: string | undefined
  /** answers of the engine, each with the class it is about */
  readonly claims?: Claims | undefined
  readonly meaning?: Meaning | undefined
  /** of the version before */
  readonly before?: Meaning | undefined
  readonly advice?: Advices | undefined
  readonly comparison?: VersionComparison | undefined
  readonly sentences?: readonly SentenceOfClass[] | undefined
  /** of the signatures, where one made them */
  readonly encoder?: EncoderFacts | undefined
  /** of the sentence that was encoded last: words that are not known, and such */
  readonly remarks?: readonly string[] | undefined
  /** what is wrong with the sentence that was typed */
  readonly sentenceProblem?: Problem | undefined
  readonly problem?: Problem | undefined
}

export function createDescribePage(): StoreApi<DescribePage> {
  return createStore<DescribePage>(() => ({
    among: 'unseen',
    tab: 'attributes',
    find: '',
    changedOnly: false,
    holding: false,
    helping: false,
    position: 0
  }))
}
