/** Which file is which part. */
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
