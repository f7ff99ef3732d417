/**
 * What a rehearsal needs of whatever is rehearsed: to be trained on some of the seen classes and to
 * score any rows against any of them. Rows and classes are spoken of by number.
 */
import type { Job } from '../base/progress.js'
import type { Normalisation } from '../input/normalise.js'
import { gatherRows } from '../linalg/gather.js'
import type { Matrix } from '../linalg/matrix.js'
import type { Unlikeness } from '../recognition/unlikeness.js'

export interface Trainer {
  readonly features: Matrix
  /** how rows are scaled; 'none' where they are scaled already */
  readonly normalise: Normalisation
  /** (rows): seen class of each */
  readonly labels: Int32Array
  readonly classes: readonly string[]
  /** each of length 1, (classes x length) */
  readonly unit: Float64Array
  /**
   * Trains on those of `rows` whose class is not hidden. `rows` are the same in every call. A job told to
   * stop throws `cancelled`.
   */
  train(hidden: readonly number[], rows: Uint32Array): Job<RowScorer>
  /** Multiplications of one training, roughly: whether hiding every class by itself can be afforded. */
  work(rows: number): number
}

export interface RowScorer {
  /** row-major (rows x classes) */
  scores(rows: Uint32Array, classes: readonly number[]): Float64Array
  /** The class of each row, as a place among these, when all rows are looked at together (recognition/em.ts). */
  together?(rows: Uint32Array, classes: readonly number[]): Int32Array
  /** How unlike all of these classes any rows are, where that can be measured. */
  unlikeness?(rows: Matrix, classes: readonly number[]): Unlikeness | undefined
}

/** Signatures of some classes, (classes x length) */
export function signaturesOf(
  { unit, classes }: Pick<Trainer, 'unit' | 'classes'>,
  wanted: readonly number[]
): Float64Array {
  return gatherRows(unit, unit.length / classes.length, wanted)
}

/** The classes that are not hidden. */
export function restOf(classes: number, hidden: readonly number[]): number[] {
  const out = new Set(hidden)
  return Array.from({ length: classes }, (_, index) => index).filter(index => !out.has(index))
}
