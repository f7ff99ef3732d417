/** What the page asks about a description, and what it is told: plain and small. */
import type { Alike, AmongChoice } from '../worker/facts.js'

export interface ClaimsQuestion {
  readonly class: string
  /** the description to judge; as the model has it unless given */
  readonly values?: readonly number[]
  /** the description that ranks are compared with */
  readonly before?: readonly number[] | undefined
  readonly among: AmongChoice
  /** in place of the model's own */
  readonly bias?: number | undefined
  /** how many images to tell of: the surest, and on each side of the border */
  readonly surest: number
  readonly border: number
}

export interface ClaimedImage {
  readonly row: number
  readonly score: number
  /** over the best other candidate */
  readonly margin: number
  /** places won in the ranking since the description before */
  readonly gained: number
  /** claimed, but labelled otherwise; or labelled so, but not claimed */
  readonly disagrees: boolean
}

export interface Claims {
  readonly class: string
  /** with a single unseen class all compete: alone it would claim everything */
  readonly among: AmongChoice
  readonly candidates: number
  /** new images: none of them was trained on */
  readonly rows: number
  readonly claimed: number
  /** rows with this label, and how many of them are claimed */
  readonly labelled: number
  readonly right: number
  readonly surest: readonly ClaimedImage[]
  readonly above: readonly ClaimedImage[]
  readonly below: readonly ClaimedImage[]
}

/** An attribute that the seen classes cannot express. */
export interface ResidualPart {
  readonly index: number
  /** its part of the squared residual, 0 to 1 */
  readonly part: number
  /** there is too much of it in the description, or too little */
  readonly more: boolean
  /** no seen class has any of it */
  readonly unknown: boolean
}

export interface Meaning {
  readonly class: string
  readonly mixture: readonly number[]
  readonly expressed: number
  readonly below: boolean
  readonly nearest?: Alike | undefined
  /** largest first, at most three */
  readonly residual: readonly ResidualPart[]
}

/** A change of one attribute and what it would bring. */
export interface Advice {
  readonly index: number
  readonly to: number
  /** alike after it, or expressed after it */
  readonly reached: number
}

export interface Advices {
  /** how to part it from the class that is nearest; absent where nothing helps, or nothing needs to */
  readonly part?: Advice | undefined
  /** what would let the seen classes express more of it, most first */
  readonly express: readonly Advice[]
}

export interface CompareQuestion {
  readonly class: string
  readonly before: readonly number[]
  readonly after: readonly number[]
  readonly among: AmongChoice
  readonly bias?: number | undefined
  /** the class that both are likened to */
  readonly other?: string | undefined
  /** how many images to tell of */
  readonly images: number
}

export interface CompareSide {
  readonly mixture: readonly number[]
  readonly expressed: number
  readonly alike?: number | undefined
  readonly claimed: number
  readonly right: number
}

export interface Comparison {
  readonly class: string
  /** a model alone has none: then nothing is claimed, joined or left */
  readonly hasImages: boolean
  readonly before: CompareSide
  readonly after: CompareSide
  readonly other?: string | undefined
  readonly labelled: number
  readonly joined: { readonly count: number; readonly rows: readonly number[] }
  readonly left: { readonly count: number; readonly rows: readonly number[] }
}

export interface SentenceOfClass {
  readonly class: string
  readonly sentence: string
  readonly values: readonly number[]
}

/** The encoder that made the signatures of the open model. */
export interface EncoderFacts {
  readonly kind: 'words' | 'sentence'
  readonly model: string
  /** its files are loaded */
  readonly open: boolean
}
