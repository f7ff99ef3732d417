/** What the page asks about a description, and what it is told: plain and small. */
import type { ShownPhoto } from '../document/document.js'
import type { OfferedEncoder } from './known-encoders.js'
import type { Problem } from '../lib/problem.js'
import type { Alike, AmongChoice, ClassFacts } from '../worker/facts.js'

export type Values = readonly number[]

export interface DescribedValues {
  readonly name: string
  readonly values: Values
  /** photos that show it */
  readonly shown?: readonly ShownPhoto[] | undefined
}

/** The class that a page looks at, and what it wants to know of it with every step. */
export interface Focus {
  readonly class: string
  readonly among: AmongChoice
  /** in place of the model's own */
  readonly bias?: number | undefined
  /** the description whose claims are shown; as the model has it unless given */
  readonly shown?: Values | undefined
  /** the description that ranks are compared with */
  readonly before?: Values | undefined
  /** the two descriptions that are compared */
  readonly sides?: readonly [Values, Values] | undefined
  /** how many images to tell of: the surest, on each side of the border, joined and left */
  readonly images: { readonly surest: number; readonly border: number; readonly changed: number }
}

/** One step of a slider: the one message that the page sends for it. */
export interface Step {
  /** all described classes, as the document has them */
  readonly classes: readonly DescribedValues[]
  /** the table that their values are of */
  readonly table?: string | undefined
  /** nothing moves any more: there is time for advice */
  readonly rests: boolean
  readonly focus?: Focus | undefined
}

/** The one answer to a step. */
export interface Stepped {
  /** classes that are not as they were */
  readonly changed: readonly ClassFacts[]
  /** of all classes, in order */
  readonly names: readonly string[]
  /** absent where the project is a model alone */
  readonly claims?: Claims | undefined
  readonly meaning?: Meaning | undefined
  /** of the description before */
  readonly before?: Meaning | undefined
  readonly comparison?: VersionComparison | undefined
  readonly advice?: Advices | undefined
  /** why the focus could not be told of; the classes are taken all the same */
  readonly problem?: Problem | undefined
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
  /** whose images they would be without it, most first: of so many that the other would have */
  readonly taken: readonly { readonly class: string; readonly count: number; readonly of: number }[]
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

export interface CompareSide {
  readonly mixture: readonly number[]
  readonly expressed: number
  readonly alike?: number | undefined
  readonly claimed: number
  readonly right: number
}

export interface VersionComparison {
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
  readonly values: Values
}

/** The encoder that made the signatures of the open model. */
export interface EncoderFacts {
  readonly kind: 'words' | 'sentence'
  readonly model: string
  /** its files are loaded */
  readonly open: boolean
  /** the table that it made, where another one is in use */
  readonly table?: string
  /** by what name it can be fetched */
  readonly offered?: OfferedEncoder
}

export interface WordsQuestion {
  readonly class: string
  readonly sentence: string
  readonly among: AmongChoice
  readonly bias?: number | undefined
}

/** One word of a sentence, and how many photos are not found without it. */
export interface WordFacts {
  readonly word: string
  readonly start: number
  readonly end: number
  readonly lost: number
}
