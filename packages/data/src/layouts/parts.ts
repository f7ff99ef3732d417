/** Which file holds which part of a data set, where every part has a file of its own (table-files.ts). */
export interface Parts {
  readonly features?: string
  readonly labels?: string
  readonly classes?: string
  readonly seen?: string
  readonly unseen?: string
  readonly rowNames?: string
  readonly tables: readonly string[]
  readonly remarks: readonly string[]
}
