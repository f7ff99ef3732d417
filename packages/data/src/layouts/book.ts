/** How the parts of a file with named arrays (named-arrays.ts) are taken out of it, each by its name. */
import type { Place } from '../draft/draft.js'
import type { NamedArray } from '../formats/reader.js'

/** The arrays of the file; what is taken is not reported as left over. */
export interface Book {
  readonly file: string
  readonly arrays: readonly NamedArray[]
  place(array: NamedArray): Place
  /** by its plain name */
  take(name: string): NamedArray | undefined
}
