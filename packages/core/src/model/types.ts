/** What models take and give. */
import type { Explanation } from '../explanation/contributions.js'
import type { UnlikeRule } from '../recognition/unlikeness.js'
import type { SpokenRule, Verdict } from '../recognition/verdict.js'
import type { TrainingReport } from '../training/trained.js'

/** Which classes may be the answer. */
export type Among = 'unseen' | 'seen' | 'all' | readonly string[]

/** Which classes may be the answer, and when there is none. */
export interface RecogniseOptions {
  /** The candidates: `'unseen'`, `'seen'`, `'all'`, or names. Default `'unseen'`. */
  readonly among?: Among
  /** How many classes per row. Default 1. */
  readonly top?: number
  /**
   * Answer "none of these": `true` where a row is unlike every class, `'margin'` where the best score leads by
   * less than the rehearsal asks, a number by a margin of one's own, `'expressed'` where the seen classes express
   * the answer too badly. Default `false`.
   */
  readonly reject?: boolean | number | 'margin' | 'expressed'
  /** How often a row of a described class may be called unlike every class, from 0.001 to 0.5. Default 0.02. */
  readonly falseAlarms?: number
  /**
   * Look at all rows together, so that an answer depends on the other rows (transductive): `'clusters'` corrects
   * single ones, `'em'` moves described classes towards their rows (Gaussian weights). Default: each row by itself.
   */
  readonly refine?: 'clusters' | 'em'
  /** also say why the best class of each row got its score */
  readonly explain?: boolean
}

/** What is said about one row. */
export interface Decision {
  /** best first; of a refined row its new class first */
  readonly ranked: readonly Ranked[]
  /** of the best score over the next; undefined where there is one candidate only */
  readonly margin: number | undefined
  /** true: none of these, the ranking is only what came closest */
  readonly none: boolean
  /**
   * share of the rows of hidden classes that were less unlike every class of the model, at least, 0 to 1; where
   * a rehearsal measured it
   */
  readonly unlike?: number
  /** What is to be said about it. */
  readonly verdict: Verdict
  /** true: the answer depends on the other rows */
  readonly transductive: boolean
  /** of the best class, where it was asked for */
  readonly explanation?: Explanation
}

/** One answer for a row. */
export interface Ranked {
  /** Its name. */
  readonly class: string
  /** Larger is better; comparable within one row only. */
  readonly score: number
  /** among the candidates, 0 to 1; where a rehearsal chose a temperature, and there is more than one */
  readonly probability?: number
}

/** One part of a mixture: a seen class, or images of the class itself. */
export interface Share {
  /** Its name. */
  readonly class: string
  /** how many images it is made of, where it is images of the class itself */
  readonly images?: number
  /** Its proportion: 0.41 is 41 %. */
  readonly share: number
}

/** A class as a mixture of the seen ones. */
export interface MixtureOf {
  /** largest first, without zeros */
  readonly shares: readonly Share[]
  /** |c - sum_y z_y c_y|: how far the signature is from its own mixture */
  readonly residual: number
}

/** A class that is to be described. */
export interface NewClass {
  /** What to call it. */
  readonly name: string
  /** Its description, in the columns of the signature table. */
  readonly signature: ArrayLike<number>
  /** images that were shown of it; unless given, those that the model knows of stay; null: none */
  readonly examples?: Examples | null
  /** what `embed` of a model of this training made of the signature, where that is known already */
  readonly embedded?: Pick<ModelClass, 'mixture' | 'residual' | 'constant'>
}

/** A class of the model: seen or described. */
export interface ModelClass {
  /** As it was given. */
  readonly name: string
  /** Whether it had rows in training. */
  readonly seen: boolean
  /** as the user gave it */
  readonly signature: Float64Array
  /** z, (seen) */
  readonly mixture: Float64Array
  /** How far its signature is from its own mixture. */
  readonly residual: number
  /** added to every score of the class; 0 but for Gaussian weights, which have -1/2 z'Gz */
  readonly constant: number
  /** of images that were shown of it */
  readonly examples?: Examples
}

/** What a model keeps of images that were shown of a class. */
export interface Examples {
  /** a fingerprint of each image's row and, where it has one, its name, in the order they were shown */
  readonly ids: readonly string[]
  /** of their rows, scaled as in training, (columns) */
  readonly mean: Float64Array
  /** true: the class has no description */
  readonly alone: boolean
}

/** Images that were shown of a class. */
export interface ShownClass {
  /** Its name. */
  readonly class: string
  /** How many images. */
  readonly images: number
  /** a fingerprint of each and, where it has one, its name, in the order they were shown */
  readonly ids: readonly string[]
  /** u: the part that images have in the class; the description has the rest */
  readonly share: number
  /** how many images the description is worth; of a class without one, what the seen classes say of any class */
  readonly worth: number
  /** Whether the class has a description. */
  readonly described: boolean
}

/**
 * Facts that travel with a model; sections reserved for later parts stay what they are when a file is read
 * and written.
 */
export interface ModelNotes {
  /** What each entry of a signature means. */
  readonly attributes?: readonly string[]
  /** where the signature table comes from */
  readonly source?: string
  /** How training went. */
  readonly training: TrainingReport
  /** how the parameters were chosen */
  readonly tuning?: JsonObject
  /** What a rehearsal found (`rehearsalOf` reads it). */
  readonly rehearsal?: JsonObject
  /** added to the score of every seen class when candidates are seen and unseen: calibrated stacking */
  readonly bias?: number
  /**
   * below which "none of these" is the answer: a `ThresholdNote` where a rehearsal of this version chose it
   */
  readonly threshold?: JsonObject | ThresholdNote
  /** how scores become probabilities and words: a `VerdictNote` where a rehearsal of this version chose it */
  readonly verdict?: JsonObject | VerdictNote
  /** the encoder of the signature table, so that a sentence can be described later */
  readonly encoder?: JsonObject
  /** how the features were made */
  readonly preprocessing?: JsonObject
  /** the data set it was trained on: name, fingerprint, split and table */
  readonly data?: JsonObject
}

/**
 * Least values for an answer, and what they gave in the rehearsal; null where no value makes answers as
 * accurate as wanted.
 */
export interface ThresholdNote {
  /** how often answers should be right */
  readonly accept: number
  /** Margin of the best score over the next, where the candidates are unseen classes. */
  readonly unseen: ThresholdRule | null
  /** The same where the candidates are seen and unseen classes. */
  readonly all: ThresholdRule | null
  /** how well the seen classes express the class that is the answer */
  readonly expressed: ThresholdRule | null
}

export interface ThresholdRule {
  readonly least: number
  /** part of the rows that were answered, and part of these that were right */
  readonly coverage: number
  readonly accuracy: number
}

/** Probabilities and words of a model, in units of its scores; null where the rehearsal could not test them. */
export interface VerdictNote {
  /** fewer than 20 seen classes: probabilities are rough */
  readonly rough: boolean
  /** Where the candidates are unseen classes. */
  readonly unseen: SpokenRule | null
  /** Where they are seen ones. */
  readonly seen: SpokenRule | null
  /** Where they are both. */
  readonly all: SpokenRule | null
  /** when a row is unlike every class; absent where it cannot be measured, and before it was */
  readonly unlike?: UnlikeRule
}

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject
export interface JsonObject {
  readonly [key: string]: JsonValue
}
