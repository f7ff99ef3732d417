/** What is asked of the photos of a described class, and what is told. */
import type { Answer } from '../document/document.js'
import type { AmongChoice } from '../worker/facts.js'

export interface PhotosQuestion {
  readonly class: string
  readonly among: AmongChoice
  readonly bias?: number | undefined
  readonly answers: readonly Answer[]
  /** images of each kind to tell of */
  readonly most: number
}

/** A photo of the library, and whose it is without the class, or after it left. */
export interface FoundPhoto {
  readonly row: number
  readonly other: string
}

export interface FoundPhotos {
  readonly count: number
  readonly photos: readonly FoundPhoto[]
}

/** A photo that an answer would help most with. */
export interface AskedPhoto extends FoundPhoto {
  /** in 100; where the model was rehearsed */
  readonly own?: number
  readonly others?: number
}

/** Before and after the photos were given. */
export interface Change {
  readonly name: string
  readonly before: number
  readonly after: number
}

export interface PhotosEffect {
  readonly class: string
  /** photos that are not here any more */
  readonly missing: readonly string[]
  /** how many photos the description is worth */
  readonly worth: number
  /** what the photos have of the class, 0 to 1 */
  readonly share: number
  /** of known classes, shares in it, largest change first */
  readonly mixture: readonly Change[]
  /** photos that were never answered */
  readonly rows: number
  readonly joined: FoundPhotos
  readonly left: FoundPhotos
  readonly stayed: FoundPhotos
  /** of so many with its label */
  readonly labelled: number
  readonly right: Omit<Change, 'name'>
  readonly taken: readonly Change[]
  readonly asked: readonly AskedPhoto[]
  /** photos of 100 that each of the last three answers moved */
  readonly moved: readonly number[]
}

/** How often answers are right with so many photos of each hidden class. */
export interface PhotosTest {
  readonly photos: number
  readonly right: number
  /** half of the interval that covers 95 of 100 tests */
  readonly give: number
}
