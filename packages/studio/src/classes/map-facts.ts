/** The map of all rows, as the page asks for it and is told of it. */

/** What rows are near each other by. */
export type MapOf = 'features' | 'proportions'

export interface MapPlan {
  readonly of: MapOf
  /** every row of the data set: none is left out */
  readonly rows: number
  readonly columns: number
  /** how long it will take, estimated from a short trial of the work */
  readonly seconds: number
}

export interface MapPoints {
  readonly of: MapOf
  /** one of each per row, both from 0 to 1 */
  readonly x: Float32Array
  readonly y: Float32Array
  readonly seconds: number
}
