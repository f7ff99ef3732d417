/**
 * What dataset.json says: which files hold the parts of a data set. This is its type; the check that
 * a file really has it stands where a schema library is at hand. docs/dataset.md explains every field.
 */
import type { EncoderRecord } from '@unseen/core'
import type { Provenance, Thumbnails } from '../dataset/dataset.js'
import type { MissingTreatment } from '../draft/draft.js'

/** A file, or an array in it where it holds several. */
export type FileReference = string | { readonly file: string; readonly array?: string | undefined }

/** The names themselves, or the file that holds them. */
export type TextReference = readonly string[] | FileReference

/** Row or class numbers count from 0 or 1, `base` says which; class names may stand here as well. */
export type ListReference =
  | readonly string[]
  | readonly number[]
  | string
  | { readonly file: string; readonly array?: string | undefined; readonly base?: 0 | 1 | undefined }

export interface ManifestFeatures {
  readonly file: string
  readonly array?: string | undefined
  /** what every entry is multiplied by */
  readonly scale?: number | undefined
  /** every row is divided by the sum of its entries */
  readonly shares?: boolean | undefined
  /** one column for each image, as MATLAB users keep them */
  readonly transposed?: boolean | undefined
}

export interface ManifestTable {
  readonly name: string
  readonly file: string
  readonly array?: string | undefined
  readonly transposed?: boolean | undefined
  /** the class of each row, where they do not follow `classes` */
  readonly classes?: TextReference | undefined
  readonly attributes?: TextReference | undefined
  readonly groups?: TextReference | undefined
  readonly meanings?: TextReference | undefined
  readonly sentences?: TextReference | undefined
  readonly encoder?: EncoderRecord | undefined
  readonly missing?: { readonly value: number; readonly treatment: MissingTreatment } | undefined
}

export interface ManifestSplit {
  readonly name: string
  readonly seen?: ListReference | undefined
  readonly unseen?: ListReference | undefined
  readonly train?: ListReference | undefined
  readonly test?: ListReference | undefined
  readonly validation?: { readonly train: ListReference; readonly test: ListReference } | undefined
}

/** What dataset.json says: which file holds what. docs/dataset.md has every field with an example. */
export interface Manifest {
  /** Address of the JSON schema, for editors. */
  readonly $schema?: string | undefined
  /** of this description; 1 so far */
  readonly version: 1
  /** What reports call the data set. */
  readonly name: string
  /** Names of the classes, or the file that has them. */
  readonly classes?: TextReference | undefined
  /** several files stand one below the other */
  readonly features?: string | ManifestFeatures | readonly ManifestFeatures[] | undefined
  /** The class of each row, or the file that has them. */
  readonly labels?: ListReference | undefined
  /** Tables of descriptions. */
  readonly signatures?: readonly ManifestTable[] | undefined
  /** Which classes and rows are for training and testing. */
  readonly splits?: readonly ManifestSplit[] | undefined
  /** What each row was made from, or the file that says so. */
  readonly rowNames?: TextReference | undefined
  /** Small pictures of the rows. */
  readonly thumbnails?: Thumbnails | undefined
  /** Where the data come from, and under which licence. */
  readonly provenance?: Provenance | undefined
}
