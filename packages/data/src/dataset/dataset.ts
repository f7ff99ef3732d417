/**
 * A data set: rows with labels, one or more tables of signatures, and named splits. Everything in it
 * has been checked; what was merely found in files is a `Draft` (draft.ts), which `toDataset` checks.
 */
import type { NamedTable, RowSource, Split } from '@unseen/core'

export type { EncoderRecord, JoinedPart } from '@unseen/core'

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
