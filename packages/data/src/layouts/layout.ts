/** A layout: one way in which people keep a data set in files. */
import type { Draft } from '../draft/draft.js'
import type { FileSet } from './file-set.js'

/** A way in which people keep data sets in files. */
export interface Layout {
  /** What drafts and reports call it. */
  readonly name: string
  /** one line for people: which files, what they hold */
  readonly summary: string
  /** Are these files kept in this way? Judged by names first, by contents where names leave it open. */
  recognises(files: FileSet): Promise<boolean>
  /** What the files hold, as found. Only what cannot be represented at all is refused. */
  read(files: FileSet): Promise<Draft>
}
