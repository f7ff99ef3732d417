import type { SignatureTable, TrainingInput } from './training-input.js'
import type { Matrix } from '../linalg/matrix.js'

/** One description of every class. `matrix` has a row for each class of the data set, in its order. */
export interface NamedTable extends SignatureTable {
  /** As it is asked for. */
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
  /** As it is asked for. */
  readonly name: string
  /** Names of the classes that are trained on. */
  readonly seen: readonly string[]
  /** Names of the classes that are only described. */
  readonly unseen: readonly string[]
  /** row numbers, from 0 */
  readonly train?: Uint32Array
  /** Numbers of the rows for testing, from 0. */
  readonly test?: Uint32Array
  /** parts of `train` on which parameters are chosen, where the data set says so */
  readonly validation?: { readonly train: Uint32Array; readonly test: Uint32Array }
}

/** Rows with the names of their classes. */
export interface LabelledRows {
  /** The rows themselves. */
  readonly features: Matrix
  /** class names */
  readonly labels: readonly string[]
  /** their numbers in the data set */
  readonly rows: Uint32Array
}

/** One split of a data set, ready for training and testing. */
export interface SplitData {
  /** Which classes and rows it takes. */
  readonly split: Split
  /** The descriptions it uses. */
  readonly table: NamedTable
  /** training rows of seen classes; signatures of the seen and unseen classes, no others */
  readonly train: TrainingInput & LabelledRows
  /** test rows of unseen classes */
  readonly test: LabelledRows
  /** test rows of seen classes, for generalised tests; absent where the split keeps none apart */
  readonly testSeen?: LabelledRows
}
