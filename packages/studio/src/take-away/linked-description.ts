/** A description that came by a link (actions/description-link.ts). */
export interface LinkedDescription {
  readonly name: string
  /** names of the entries, where they have some */
  readonly attributes?: readonly string[]
  readonly values: readonly number[]
  readonly sentence?: string
}
