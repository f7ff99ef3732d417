/** What models take and give. */
import type { Explanation } from '../explanation/contributions.js'
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
   * Answer "none of these" where it is not sure: `true` by the margin that the rehearsal chose, a number by a
   * margin of one's own, `'expressed'` where the seen classes express the answer too badly. Default `false`.
   */
  readonly reject?: boolean | number | 'expressed'
  /**
   * `'clusters'`: look at all rows together and correct single ones, so that an answer depends on the other
   * rows. Default: each row by itself.
   */
  readonly refine?: 'clusters'
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
}

/** One seen class of a mixture. */
export interface Share {
  /** Its name. */
  readonly class: string
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

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject
export interface JsonObject {
  readonly [key: string]: JsonValue
}
