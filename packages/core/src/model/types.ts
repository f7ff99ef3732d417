/** What models take and give. */
import type { TrainingReport } from '../training/trained.js'

/** Which classes may be the answer. */
export type Among = 'unseen' | 'seen' | 'all' | readonly string[]

export interface RecogniseOptions {
  readonly among?: Among
  /** how many classes per row */
  readonly top?: number
  /**
   * answer "none of these" where it is not sure: true by the margin that the rehearsal chose, a number by
   * a margin of one's own, 'expressed' where the seen classes express the answer too badly
   */
  readonly reject?: boolean | number | 'expressed'
  /** 'clusters': look at all rows together and correct single ones (transductive) */
  readonly refine?: 'clusters'
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
}

export interface Ranked {
  readonly class: string
  readonly score: number
}

export interface Share {
  readonly class: string
  readonly share: number
}

export interface MixtureOf {
  /** largest first, without zeros */
  readonly shares: readonly Share[]
  /** |c - sum_y z_y c_y|: how far the signature is from its own mixture */
  readonly residual: number
}

/** A class that is to be described. */
export interface NewClass {
  readonly name: string
  readonly signature: ArrayLike<number>
  /** what `embed` of a model of this training made of the signature, where that is known already */
  readonly embedded?: Pick<ModelClass, 'mixture' | 'residual' | 'constant'>
}

/** A class of the model: seen or described. */
export interface ModelClass {
  readonly name: string
  readonly seen: boolean
  /** as the user gave it */
  readonly signature: Float64Array
  /** z, (seen) */
  readonly mixture: Float64Array
  readonly residual: number
  /** added to every score of the class; 0 but for Gaussian weights, which have -1/2 z'Gz */
  readonly constant: number
}

/**
 * Facts that travel with a model; sections reserved for later parts stay what they are when a file is read
 * and written.
 */
export interface ModelNotes {
  readonly attributes?: readonly string[]
  /** where the signature table comes from */
  readonly source?: string
  readonly training: TrainingReport
  /** how the parameters were chosen */
  readonly tuning?: JsonObject
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
  /** margin of the best score over the next, the candidates being unseen classes, or seen and unseen ones */
  readonly unseen: ThresholdRule | null
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
