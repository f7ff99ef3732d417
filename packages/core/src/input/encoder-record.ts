/**
 * How a table's vectors were made, so that a new class can be described in the same way later. Records
 * travel with tables and models as JSON.
 */
export type EncoderRecord =
  | { readonly kind: 'sentence'; readonly model: string; readonly length: number; readonly digest: string }
  | { readonly kind: 'words'; readonly model: string; readonly length: number; readonly digest: string }
  | { readonly kind: 'joined'; readonly parts: readonly JoinedPart[] }

/** One part of a joined table: its entries are scaled to length 1, then by the weight. */
export type JoinedPart = {
  /** Name of the table it was. */
  readonly table: string
  /** How much it counts. */
  readonly weight: number
  /** How many columns it has. */
  readonly length: number
  /** absent where the part was made by hand, as attributes are */
  readonly encoder?: EncoderRecord
}
