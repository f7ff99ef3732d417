/** A file with named arrays (named-arrays.ts) while its parts are taken out, each by its name. */
import type { FoundAt } from '../draft/draft.js'
import type { NamedArray } from '../formats/reader.js'

/** The arrays of one file. Those that nobody takes are reported as left over. */
export interface ArraySource {
  readonly file: string
  readonly arrays: readonly NamedArray[]
  place(array: NamedArray): FoundAt
  /** by its plain name */
  take(name: string): NamedArray | undefined
}
