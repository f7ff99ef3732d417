/**
 * Rows of seen classes for generalised tests: where the split of the data set keeps some apart, those;
 * otherwise a part of each seen class's rows, drawn by a seed, and taken from training.
 */
import { UnseenError } from '../base/errors.js'
import { createRandom } from '../base/random.js'
import type { LabelledRows, SplitData } from '../input/split-data.js'
import { Matrix } from '../linalg/matrix.js'

/** Rows to train on, and rows kept for testing. */
export interface KeptRows {
  /** Positions of the rows that are trained on, ascending. */
  readonly train: Uint32Array
  /** Positions of the rows that are kept for testing, ascending. */
  readonly kept: Uint32Array
}

/** How many rows are kept, and which. */
export interface KeepOptions {
  /**
   * Part of each class's rows, rounded, but one at least; every class has at least one to learn from. Default
   * 0.2.
   */
  readonly part?: number
  /** Seed of the choice. Default 0. */
  readonly seed?: number
}

/**
 * Keeps part of the rows of every class apart for testing.
 *
 * @param labels the class of each row
 * @param options how many, and a seed
 */
export function keepRows(
  labels: ArrayLike<number> | ArrayLike<string>,
  { part = 0.2, seed = 0 }: KeepOptions = {}
): KeptRows {
  if (!(part >= 0 && part < 1))
    throw new UnseenError(
      'options.value',
      `The part of the rows to keep must lie between 0 and 1, got ${part}.`,
      { where: { option: 'part' } }
    )
  const random = createRandom(seed)
  const rowsOf = new Map<number | string, number[]>()
  for (let row = 0; row < labels.length; row++) {
    const own = rowsOf.get(labels[row])
    if (own === undefined) rowsOf.set(labels[row], [row])
    else own.push(row)
  }
  const kept = new Set<number>()
  for (const rows of rowsOf.values())
    for (const row of random
      .shuffle([...rows])
      .slice(0, Math.min(rows.length - 1, part === 0 ? 0 : Math.max(1, Math.round(part * rows.length)))))
      kept.add(row)
  const all = Uint32Array.from({ length: labels.length }, (_, row) => row)
  return { train: all.filter(row => !kept.has(row)), kept: all.filter(row => kept.has(row)) }
}

/** A split with test rows of seen classes as well. */
export interface GeneralisedData extends Pick<SplitData, 'train' | 'test'> {
  /** Test rows of seen classes; none of them is trained on. */
  readonly testSeen: LabelledRows
  /** who chose the test rows of seen classes: the data set's split, or the seed */
  readonly keptBy: 'split' | 'seed'
}

/**
 * Makes a split ready for tests among all classes: where it keeps no rows of seen classes apart, part of the
 * training rows is kept.
 *
 * @param split what `takeSplit` of @unseen/data returns
 * @param options how many rows are kept, and a seed
 */
export function generalisedData(
  { train, test, testSeen }: Pick<SplitData, 'train' | 'test' | 'testSeen'>,
  options: KeepOptions = {}
): GeneralisedData {
  // A list of test rows beside no list of training rows holds rows that are trained on.
  const trained = new Set(train.rows)
  if (testSeen !== undefined && !testSeen.rows.some(row => trained.has(row)))
    return { train, test, testSeen, keptBy: 'split' }
  const { train: rest, kept } = keepRows(train.labels, options)
  const take = (rows: Uint32Array): LabelledRows => ({
    features: Matrix.select(train.features, rows),
    labels: Array.from(rows, row => train.labels[row]),
    rows: rows.map(row => train.rows[row])
  })
  return {
    train: { ...take(rest), signatures: train.signatures },
    test,
    testSeen: take(kept),
    keptBy: 'seed'
  }
}
