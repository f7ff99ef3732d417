/**
 * A data set: rows with labels, one or more tables of signatures, and named splits. Everything in it
 * has been checked; what was merely found in files is a `Draft` (draft.ts), which `toDataset` checks.
 */
import type { RowSource } from './rows.js'
import type { SignatureTable } from './training-input.js'

export type { EncoderRecord, JoinedPart } from './encoder-record.js'

/** One description of every class. `matrix` has a row for each class of the data set, in its order. */
export interface NamedTable extends SignatureTable {
  readonly name: string
  /** for each attribute, the group it is shown in */
  readonly groups?: readonly string[]
  /** for each attribute, one line that says what it means */
  readonly meanings?: readonly string[]
  /** for each class, the text that was encoded */
  readonly sentences?: readonly string[]
}

/**
 * Which classes are seen and unseen, and which rows are for training and for testing. Training uses
 * the `train` rows of seen classes; zero-shot tests use the `test` rows of unseen classes, generalised
 * tests those of all classes. Without a list of rows, every row is both.
 */
export interface Split {
  readonly name: string
  readonly seen: readonly string[]
  readonly unseen: readonly string[]
  /** row numbers, from 0 */
  readonly train?: Uint32Array
  readonly test?: Uint32Array
  /** parts of `train` on which parameters are chosen, where the data set says so */
  readonly validation?: { readonly train: Uint32Array; readonly test: Uint32Array }
}

/** Small pictures of the rows, in one sprite sheet: row i is at column i % columns, line i / columns. */
export interface Thumbnails {
  readonly file: string
  readonly width: number
  readonly height: number
  readonly columns: number
}

/** Where a data set comes from, for people. */
export interface Provenance {
  readonly source?: string
  readonly licence?: string
  readonly citation?: string
  /** how the features were made: model, layer, preprocessing */
  readonly features?: Readonly<Record<string, string | number | boolean>>
  /** anything else worth knowing */
  readonly notes?: readonly string[]
}

export interface Dataset {
  readonly name: string
  readonly classes: readonly string[]
  /** absent where a file holds descriptions and splits alone */
  readonly features?: RowSource
  /** (rows): index into `classes` */
  readonly labels: Int32Array
  readonly signatures: readonly NamedTable[]
  readonly splits: readonly Split[]
  /** one per row: what the row was made from, e.g. the name of the image */
  readonly rowNames?: readonly string[]
  readonly thumbnails?: Thumbnails
  readonly provenance: Provenance
}
