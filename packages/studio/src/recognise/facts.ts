import type { Verdict } from '@unseen/core'

export interface RowQuestion {
  /** of the data set; those from its end on are rows that were brought along (added.ts) */
  readonly row: number
  readonly among: 'unseen' | 'all'
  /** instead of the model's */
  readonly bias?: number | undefined
  readonly margin?: number | undefined
  /** the class to contrast with; the runner-up unless given */
  readonly against?: string | undefined
}

export interface CandidateFacts {
  readonly class: string
  readonly seen: boolean
  /** with the bias */
  readonly score: number
  /** among the candidates; where the model was rehearsed */
  readonly probability?: number
  readonly bias: number
}

/** One seen class in the score of one class. */
export interface TermFacts {
  readonly class: string
  readonly proportion: number
  readonly share: number
  readonly contribution: number
}

/** A score as its sum: terms in the order of the seen classes, then the constant and the bias. */
export interface ScoreFacts {
  readonly class: string
  readonly score: number
  /** of the class itself: how far it lies from the middle; 0 but for Gaussian weights */
  readonly constant: number
  readonly bias: number
  readonly terms: readonly TermFacts[]
}

/** One change that would make the answer another one. */
export interface FlipFacts {
  readonly kind: 'description' | 'image' | 'bias' | 'margin'
  /** the attribute of a description, the seen class of an image */
  readonly subject?: string
  /** the class whose description would change */
  readonly class?: string
  readonly from: number
  readonly to: number
  readonly minimum: number
  readonly maximum: number
  /** what it would be taken for; absent: none of these */
  readonly becomes?: string
}

export interface RowAnswer {
  readonly row: number
  readonly label?: string
  readonly name?: string
  /** best first */
  readonly ranked: readonly CandidateFacts[]
  readonly margin?: number
  /** the margin asked for, where there is one */
  readonly least?: number
  readonly none: boolean
  /** What is to be said about it, by the rule that all of Unseen shares. */
  readonly verdict: Verdict
  /** how often the like of it was right in the rehearsal, in words */
  readonly tested?: string
  /** share of hidden classes' images that are less unlike every class */
  readonly unlike?: number
  /** one for each seen class, in their order */
  readonly proportions: readonly number[]
  readonly best: ScoreFacts
  readonly against?: ScoreFacts
  readonly flips: readonly FlipFacts[]
  /** by known class: rows of its own that look most like this one */
  readonly nearest: Readonly<Record<string, readonly number[]>>
}

/** What a row of the strip is taken for. */
export interface StripFacts {
  readonly row: number
  readonly class: string
  readonly none: boolean
  /** the verdict */
  readonly words: string
  readonly kind: Verdict['kind']
  /** probabilities of the best three; none where they were not tested */
  readonly probabilities: readonly number[]
  /** its label is another one */
  readonly disagrees: boolean
}
