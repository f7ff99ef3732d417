/**
 * How unlike every class a row is: distance, not the margin between two classes.
 *
 * Gaussian weights, which know the common shape A of their classes:
 *
 *   distance  D / usual   D = |L^-1 (x - m0)|^2 - 2 max_c f(x, c), squared, from the nearest class of all
 *   tilt      |<h, x - m0>| / <h, m0>   h = A^-1 m0: rows of noise that lie near the middle
 *
 * Other weights, whose proportions of a row of any class sum to much the same:
 *
 *   sum       |sum_s pi_s(x) / usual - 1|
 *
 * `usual` makes models of other rows comparable, above all those of a rehearsal with the one that is
 * rehearsed: of distances the median of the model's own rows, as if each had been left out of training
 * (q = D, n rows of its class, c = n / ((n - 1) N)):
 *
 *   D without the row = q / (1 - c q) (n / (n - 1))^2
 *
 * Limits come from rows of hidden classes (rehearsal/strangers.ts).
 * Tests: ../../test/recognition/unlikeness.test.ts
 */
import { quantile } from '../base/quantile.js'
import { type Normalisation, readNormalised } from '../input/normalise.js'
import type { Matrix } from '../linalg/matrix.js'
import type { ShapeMeasure } from '../solvers/shape-measure.js'

/** What is measured. */
export type UnlikeMeasure = 'distance' | 'tilt' | 'sum'

/** How unlike rows are, before it is known what is usual: one list of values for each measure, (rows). */
export interface Unlikeness {
  /** What was measured. */
  readonly measures: readonly UnlikeMeasure[]
  /** Of each measure, one value a row. */
  readonly values: readonly Float64Array[]
}

/** Limits that so many rows of classes without images pass at most. */
export interface UnlikePoint {
  /** of false alarms: part of the rows of a described class that pass one of the limits */
  readonly rate: number
  /** one for each measure */
  readonly limits: readonly number[]
}

/** When a row is unlike every class. */
export interface UnlikeRule {
  /** what is measured */
  readonly measures: readonly UnlikeMeasure[]
  /** by what the first measure is divided in this model */
  readonly usual: number
  /** the rarest false alarms first */
  readonly points: readonly UnlikePoint[]
}

/** How unlike one row is, beside what is usual. */
export interface Unlike {
  /** part of the rows of hidden classes that are less unlike every class, at least: 0 to 1 */
  readonly share: number
  /** the measure by which it is most unlike */
  readonly measure: UnlikeMeasure
  /** of this row */
  readonly value: number
  /** the limit at the rate of false alarms; null where no limit keeps to it */
  readonly limit: number | null
}

/** In the common shape; `best` is the highest score of each row, without a bias. (rows) */
export function unlikeClouds(
  { measure, centre }: { readonly measure: ShapeMeasure; readonly centre: Float64Array },
  rows: Matrix,
  normalise: Normalisation,
  best: Float64Array
): Unlikeness {
  const h = measure.solve(centre)
  const scale = Math.abs(product(h, centre))
  const tilts = new Float64Array(rows.rows)
  const lengths = measure.squaredLengths(rows.rows, (i, vector) => {
    readNormalised(rows, i, normalise, vector)
    for (let m = 0; m < vector.length; m++) vector[m] -= centre[m]
    tilts[i] = Math.abs(product(h, vector)) / (scale > 0 ? scale : 1)
  })
  return {
    measures: ['distance', 'tilt'],
    values: [lengths.map((length, i) => Math.max(0, length - 2 * best[i])), tilts]
  }
}

/** By proportions, (rows x parts), of which the first `seen` are those of classes. */
export function unlikeSums(proportions: Float32Array, parts: number, seen: number): Unlikeness {
  const sums = new Float64Array(proportions.length / parts)
  for (let i = 0; i < sums.length; i++) for (let s = 0; s < seen; s++) sums[i] += proportions[i * parts + s]
  return { measures: ['sum'], values: [sums] }
}

/** What is usual in a model, by rows that it was trained on: of `rows` in all, of so many classes. */
export function usualOf({ measures, values }: Unlikeness, rows: number, classes: number): number {
  const n = Math.max(2, rows / classes)
  const c = n / ((n - 1) * rows)
  const own =
    measures[0] === 'sum'
      ? Float64Array.from(values[0])
      : values[0].map(q => (q / Math.max(1 - c * q, LITTLE)) * (n / (n - 1)) * (n / (n - 1)))
  const middle = quantile(own.sort(), 0.5)
  return Number.isFinite(middle) && middle !== 0 ? middle : 1
}

/** No row is left of its own distance than this part. */
const LITTLE = 0.05

/** In units of what is usual: larger is more unlike. */
export function inUnits({ measures, values }: Unlikeness, usual: number): Float64Array[] {
  const scale: Readonly<Record<UnlikeMeasure, (value: number) => number>> = {
    distance: value => value / usual,
    tilt: value => value,
    sum: value => Math.abs(value / usual - 1)
  }
  return values.map((list, at) => list.map(scale[measures[at]]))
}

/** Of one row, by its values in units. */
export function unlikeOf(
  { measures, points }: UnlikeRule,
  values: readonly number[],
  falseAlarms: number
): Unlike {
  const passed = points.find(({ limits }) => limits.some((limit, at) => values[at] > limit))
  const limits = limitsAt(points, falseAlarms)
  // The measure that passes the strictest limit, or comes nearest to what is asked of it.
  const against = passed?.limits ?? limits ?? points.at(-1)?.limits ?? []
  const excess = against.map((limit, at) => (limit > 0 ? values[at] / limit : values[at]))
  const most = excess.reduce((best, value, at) => (value > excess[best] ? at : best), 0)
  return {
    share: passed === undefined ? 0 : 1 - passed.rate,
    measure: measures[most],
    value: values[most],
    limit: limits === undefined ? null : limits[most]
  }
}

/** The limits that keep to a rate of false alarms; undefined where too few rows were hidden to know any. */
export function limitsAt(points: readonly UnlikePoint[], rate: number): readonly number[] | undefined {
  return points.filter(point => point.rate <= rate + ROUNDING).at(-1)?.limits
}

const ROUNDING = 1e-12

function product(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0
  for (let m = 0; m < a.length; m++) sum += a[m] * b[m]
  return sum
}
