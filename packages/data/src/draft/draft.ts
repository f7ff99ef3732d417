/**
 * A data set as it was found in files, before anything is believed. The doctor looks at drafts, since
 * it must be able to speak of what is wrong; `toDataset` turns one into a `Dataset` or refuses.
 */
import type { EncoderRecord, Matrix, RowSource } from '@unseen/core'
import type { Provenance, Thumbnails } from '../dataset/dataset.js'

/** Where something was found: 'att_splits.mat: att', 'classes.csv'. */
export interface FoundAt {
  readonly file: string
  readonly array?: string
}

export interface Found<Value> {
  readonly place: FoundAt
  readonly value: Value
}

export interface DraftTable {
  readonly name: string
  readonly place: FoundAt
  /** as found, with the layout's own orientation undone: one row per class, if the file is right */
  readonly matrix: Matrix
  /** names of the rows where this table's file has names of its own; else its rows follow `classes` */
  readonly classes?: readonly string[]
  readonly attributes?: readonly string[]
  readonly groups?: readonly string[]
  readonly meanings?: readonly string[]
  readonly sentences?: readonly string[]
  readonly encoder?: EncoderRecord
  /** the value that stands for "not known" (-1 in Animals with Attributes), and what is put in its place */
  readonly missing?: { readonly value: number; readonly treatment: MissingTreatment }
}

/**
 * 'zero': as if absent; 'mean': the mean of the column over the classes that have it; 'keep': a value like
 * any other.
 */
export type MissingTreatment = 'zero' | 'mean' | 'keep'

/** Row numbers, or class names or numbers, as they stand in the file and from which number they count. */
export interface DraftList {
  readonly place: FoundAt
  readonly values: readonly string[] | Int32Array
  /** 0 or 1 where the layout or the manifest says so; else it is found out */
  readonly base?: 0 | 1
}

export interface DraftSplit {
  readonly name: string
  readonly place: FoundAt
  readonly seen?: DraftList
  readonly unseen?: DraftList
  readonly train?: DraftList
  readonly test?: DraftList
  readonly validation?: { readonly train: DraftList; readonly test: DraftList }
}

/**
 * What was found in files, before anything is believed: the doctor examines it, `toDataset` accepts or
 * refuses it.
 */
export interface Draft {
  /** Of the folder or the file. */
  readonly name: string
  /** how the files were understood: the name of a layout */
  readonly layout: string
  /** Names of the classes, with the place they were found at. */
  readonly classes?: Found<readonly string[]>
  /** The rows, with the place they were found at. */
  readonly features?: Found<RowSource>
  /** The class of each row, as numbers or names. */
  readonly labels?: DraftList
  /** Tables of descriptions. */
  readonly signatures: readonly DraftTable[]
  /** Which classes and rows are for training and testing. */
  readonly splits: readonly DraftSplit[]
  /** What each row was made from. */
  readonly rowNames?: Found<readonly string[]>
  /** Small pictures of the rows. */
  readonly thumbnails?: Thumbnails
  /** Where the data come from. */
  readonly provenance: Provenance
  /** what the layout had to decide or leave out, for people */
  readonly remarks: readonly string[]
}
