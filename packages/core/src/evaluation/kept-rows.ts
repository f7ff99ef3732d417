/**
 * Rows of seen classes for generalised tests: where the split of the data set keeps some apart, those;
 * otherwise a part of each seen class's rows, drawn by a seed, and taken from training.
 */
import { UnseenError } from '../base/errors.js'
import { createRandom } from '../base/random.js'
import type { LabelledRows, SplitData } from '../input/split-data.js'
import { Matrix } from '../linalg/matrix.js'

export interface KeptRows {
  /** positions of the rows that are trained on, and of those that are kept for testing; both ascending */
  readonly train: Uint32Array
  readonly kept: Uint32Array
}

export interface KeepOptions {
  /** of each class's rows, rounded, but one at least; every class has at least one to learn from */
  readonly part?: number
  readonly seed?: number
}

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

export interface GeneralisedData extends Pick<SplitData, 'train' | 'test'> {
  readonly testSeen: LabelledRows
  /** who chose the test rows of seen classes: the data set's split, or the seed */
  readonly keptBy: 'split' | 'seed'
}

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
