/**
 * A project as the browser keeps it: small, plain, and with a revision, so that two pages never overwrite
 * each other unseen.
 */
import type { StudioDocument } from '../document/document.js'
import type { Kept } from '../document/history.js'
import type { ServerLink } from '../document/in-step.js'
import type { Json } from '../lib/json.js'

/** Where the data is: the sample that comes along, files in the database, or nowhere (a model alone). */
export type ProjectSource = 'sample' | 'files' | 'model'

export interface ProjectRecord {
  readonly id: string
  readonly name: string
  readonly source: ProjectSource
  /** grows with every save */
  readonly revision: number
  readonly savedAt: number
  readonly split?: string
  readonly table?: string
  /** whose the palette's colours are: seen classes in order */
  readonly colours: readonly string[]
  readonly document: StudioDocument
  /** the last steps, so that undo outlives a reload; what they share is written once */
  readonly steps?: Kept<StudioDocument>
  /** the hash one was at */
  readonly address: string
  /** trainings, newest first */
  readonly runs: readonly Json[]
  /** the server it is worked against; a project file has none */
  readonly server?: ServerLink
  /** for the list of recent projects */
  readonly counts: { readonly seen: number; readonly unseen: number; readonly rows: number }
}
