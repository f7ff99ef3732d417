/**
 * A data set: rows with labels, one or more tables of signatures, and named splits. Everything in it
 * has been checked; what was merely found in files is a `Draft` (draft.ts), which `toDataset` checks.
 */
import type { NamedTable, RowSource, Split } from '@unseen/core'

export type { EncoderRecord, JoinedPart } from '@unseen/core'

/** Small pictures of the rows, in one sprite sheet: row i is at column i % columns, line i / columns. */
export interface Thumbnails {
  /** Name of the picture file, beside the data. */
  readonly file: string
  /** Of one picture, in pixels. */
  readonly width: number
  /** Of one picture, in pixels. */
  readonly height: number
  /** Pictures in each line of the sheet. */
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

/** A data set that was checked: rows, classes, descriptions and splits fit each other. */
export interface Dataset {
  /** What reports call it. */
  readonly name: string
  /** Names of all classes, seen or not. */
  readonly classes: readonly string[]
  /** absent where a file holds descriptions and splits alone */
  readonly features?: RowSource
  /** (rows): index into `classes` */
  readonly labels: Int32Array
  /** One or more ways to describe the classes. */
  readonly signatures: readonly NamedTable[]
  /** Which classes are seen and unseen; there may be several. */
  readonly splits: readonly Split[]
  /** one per row: what the row was made from, e.g. the name of the image */
  readonly rowNames?: readonly string[]
  /** Small pictures of the rows, where there are any. */
  readonly thumbnails?: Thumbnails
  /** Where the data come from, and under which licence. */
  readonly provenance: Provenance
}
