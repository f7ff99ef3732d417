/** How alike classes are, three ways, as the page is told: plain and small. */

/** From so many classes on there are families, and the page is another one. */
export const MANY = 40

export interface LookAlikeFacts {
  readonly class: string
  /** cosine of the mixtures, 0 to 1 */
  readonly alike: number
  /** so near that hardly any image can tell them apart */
  readonly warn: boolean
}

export interface AffinityFacts {
  /** in the order of the model, seen first; rows and columns of every table */
  readonly classes: readonly string[]
  /** cosines, row-major (classes x classes), those below 0 as 0 */
  readonly signatures: readonly number[]
  readonly mixtures: readonly number[]
  /**
   * of the mean proportions of a class's images, centred over the classes; null where a class has no images
   */
  readonly proportions: readonly (number | null)[]
  /** correlation of two tables over all pairs of classes; absent where there are too few, or all are alike */
  readonly agreement: { readonly described?: number; readonly seen?: number }
  /** positions of the classes, those alike side by side */
  readonly byLikeness: readonly number[]
  /** the same order in families of classes that are alike; absent where there are few classes */
  readonly families?: readonly (readonly number[])[]
  /** of every class: the one with the nearest mixture */
  readonly nearest: readonly (LookAlikeFacts | undefined)[]
  /**
   * of every unseen class: how many new images it claims among the unseen ones; undefined where there are no
   * images
   */
  readonly claimed: Readonly<Record<string, number>>
}

/** What every image that was not trained on is taken for, among all classes. */
export interface AnswersFacts {
  /** of the data set */
  readonly rows: Uint32Array
  /** of each: a position among the classes of the model */
  readonly answers: Int32Array
}
