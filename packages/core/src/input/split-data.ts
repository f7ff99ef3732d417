import type { SignatureTable, TrainingInput } from './training-input.js'
import type { Matrix } from '../linalg/matrix.js'

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

export interface LabelledRows {
  readonly features: Matrix
  /** class names */
  readonly labels: readonly string[]
  /** their numbers in the data set */
  readonly rows: Uint32Array
}

export interface SplitData {
  readonly split: Split
  readonly table: NamedTable
  /** training rows of seen classes; signatures of the seen and unseen classes, no others */
  readonly train: TrainingInput & LabelledRows
  /** test rows of unseen classes */
  readonly test: LabelledRows
  /** test rows of seen classes, for generalised tests; absent where the split keeps none apart */
  readonly testSeen?: LabelledRows
}
