/**
 * Everything the checks ask of the features, gathered in one pass, so that features larger than
 * memory are read once, however many checks there are.
 */
export interface FeatureFacts {
  readonly rows: number
  readonly columns: number
  /** NaN and Infinity */
  readonly notFinite: number
  readonly firstNotFinite?: { readonly row: number; readonly column: number }
  readonly negative: number
  readonly firstNegative?: { readonly row: number; readonly column: number }
  readonly zeros: number
  /** rows that are zero everywhere */
  readonly zeroRows: readonly number[]
  /** (columns) smallest and largest finite value of each column */
  readonly smallest: Float64Array
  readonly largest: Float64Array
  /** (rows) length of each row (NaN where an entry is not finite), and the sum of its entries */
  readonly lengths: Float64Array
  readonly sums: Float64Array
  /** every finite value is a whole number */
  readonly whole: boolean
}
