/**
 * The unit of work of a comparison, of its journal and of its threads: one method on one fold (all
 * points of its grid), or one method's final test. A job and its result are small and plain; a result
 * depends on its job and the data alone, not on what ran before it or where.
 */
import type { UnitCurve } from './bias.js'
import type { Parameters } from './method.js'
import type { Protocol } from './part.js'

interface JobBase {
  /** the comparison it belongs to, trial, method, and fold or test */
  readonly key: string
  readonly trial: number
  /** of the trial */
  readonly seed: number
  readonly method: string
}

export interface FoldJob extends JobBase {
  readonly kind: 'fold'
  readonly fold: number
  /** indices of seen classes */
  readonly heldOut: readonly number[]
  /** the bias is asked for too, so all classes are candidates once */
  readonly generalised: boolean
  /** only every so manieth value of the grid's first parameter, to know how long it takes; all unless said */
  readonly every?: number
}

export interface TestJob extends JobBase {
  readonly kind: 'test'
  readonly protocol: Protocol
  readonly parameters: Parameters
  /** added to the scores of seen classes, in units (bias.ts); gzsl alone */
  readonly bias?: number
}

export type ComparisonJob = FoldJob | TestJob

export interface FoldPoint {
  /** held-out rows recognised among the held-out classes: mean over classes, and over rows */
  readonly perClass: number
  readonly perImage: number
  /** gzsl: kept rows of the other classes against held-out rows, all classes being candidates */
  readonly curve?: UnitCurve
}

interface ResultBase {
  readonly key: string
  readonly seconds: number
  /** why the method could not be run; everything else is then missing */
  readonly failed?: string
}

export interface FoldResult extends ResultBase {
  readonly kind: 'fold'
  /** in grid order */
  readonly points: readonly FoldPoint[]
}

export interface TestResult extends ResultBase {
  readonly kind: 'test'
  readonly zsl?: ZslTest
  readonly gzsl?: GzslTest
}

export interface ZslTest {
  /** (test rows): index among the unseen classes */
  readonly predicted: readonly number[]
  readonly perImage: number
  readonly perClass: number
}

export interface GzslTest {
  /** (test rows of unseen classes, then those of seen ones): index among seen, then unseen classes */
  readonly raw: readonly number[]
  readonly calibrated: readonly number[]
  /** added to the scores of seen classes */
  readonly bias: number
  /** under the exact seen-unseen curve */
  readonly area: number
  /** H per class, for a first look */
  readonly harmonic: number
  /** points of the curve, to draw */
  readonly curve: readonly { readonly seen: number; readonly unseen: number }[]
}

export type JobResult = FoldResult | TestResult
