/**
 * How the current state came about: what the command line and a program have to do to come to the same.
 * Plain, from the engine.
 */
export interface Recipe {
  /** absent where the project is a model alone: its training cannot be repeated */
  readonly training?: RecipeTraining
  /** names of the entries of a signature, where they have some */
  readonly attributes?: readonly string[]
  /** classes that the data do not have, then those that are described otherwise than the data do */
  readonly described: readonly RecipeClass[]
  /** unseen classes of the split that were forgotten */
  readonly forgotten: readonly string[]
  /** added to the scores of seen classes where all compete: of the rehearsal, or set by hand */
  readonly bias?: number
  /**
   * the margin asked for, the candidates being all classes; absent where the answer is never "none of these"
   */
  readonly margin?: number
}

export interface RecipeTraining {
  /** what differs from the defaults */
  readonly options: Readonly<Record<string, string | number>>
  readonly table: string
  /** a split of the data, or the classes that were chosen to be unseen */
  readonly split: string | readonly string[]
  /** the split keeps rows apart for tests */
  readonly hasTest: boolean
}

export interface RecipeClass {
  readonly name: string
  readonly values: readonly number[]
  /** the data describe it, too */
  readonly known: boolean
  /** the shortest way to say it by attributes: on top of another class, or of zeros */
  readonly said?: {
    readonly like?: string
    readonly changes: readonly (readonly [attribute: string, value: number])[]
  }
}
