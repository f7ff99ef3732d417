/** What models take and give. */
import type { TrainingReport } from '../training/trained.js'

/** Which classes may be the answer. */
export type Among = 'unseen' | 'seen' | 'all' | readonly string[]

export interface RecogniseOptions {
  readonly among?: Among
  /** how many classes per row */
  readonly top?: number
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

/** A class of the model: seen or described. */
export interface ModelClass {
  readonly name: string
  readonly seen: boolean
  /** as the user gave it */
  readonly signature: Float64Array
  /** z, (seen) */
  readonly mixture: Float64Array
  readonly residual: number
}

/** Facts that travel with a model; sections reserved for later parts stay what they are when a file is read and written. */
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
  readonly threshold?: JsonObject
  /** the encoder of the signature table, so that a sentence can be described later */
  readonly encoder?: JsonObject
  /** how the features were made */
  readonly preprocessing?: JsonObject
  /** the data set it was trained on: name, fingerprint, split and table */
  readonly data?: JsonObject
}

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject
export interface JsonObject {
  readonly [key: string]: JsonValue
}
