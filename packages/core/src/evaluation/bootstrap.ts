/**
 * How far to trust an accuracy: percentile bootstrap (Efron). The test rows are drawn again with
 * replacement, many times; the interval holds the middle `level` of the accuracies found.
 *
 *   per image: n of the n rows          per class: C of the C classes, then in each as many rows as it has
 *
 * The second also says how much hangs on which classes happened to be tested. Two methods on the same
 * rows are compared by the interval of their difference, row by row: it is far narrower than the two
 * intervals suggest, since both find the same rows hard.
 */
import { UnseenError } from '../base/errors.js'
import { quantile } from '../base/quantile.js'
import { type Random, createRandom } from '../base/random.js'
import type { LabelOptions } from './accuracy.js'
import { type Labels, readLabelled } from './labels.js'

/** How intervals are computed: by measuring again on rows drawn with replacement. */
export interface BootstrapOptions extends LabelOptions {
  /** How often rows are drawn. Default 1000. */
  readonly resamples?: number
  /** Part of the resamples inside the interval. Default 0.95. */
  readonly level?: number
  /** Seed of the draws. Default 0. */
  readonly seed?: number
}

/** A measured value and the interval it comes with. */
export interface Interval {
  /** As measured on all rows. */
  readonly value: number
  /** Lower end. */
  readonly low: number
  /** Upper end. */
  readonly high: number
}

/** Accuracies with their intervals. */
export interface AccuracyIntervals {
  /** Part of all rows that were right. */
  readonly perImage: Interval
  /** Mean of the accuracies of the classes. */
  readonly perClass: Interval
}

/**
 * Intervals of the accuracy of one method.
 *
 * @param truth the true class of each row
 * @param predicted the answer for each row
 * @param options how many resamples, and how wide the interval is
 */
export function bootstrapAccuracy(
  truth: Labels,
  predicted: Labels,
  options: BootstrapOptions = {}
): AccuracyIntervals {
  const {
    classes,
    truth: right,
    predicted: [guess]
  } = readLabelled(truth, [predicted], options.classes)
  return bootstrap(
    right.map((label, row) => (guess[row] === label ? 1 : 0)),
    right,
    classes.length,
    options
  )
}

/**
 * Intervals of accuracy of the first less accuracy of the second, on the same rows: without 0 inside, the
 * difference is no accident.
 */
export function bootstrapDifference(
  truth: Labels,
  first: Labels,
  second: Labels,
  options: BootstrapOptions = {}
): AccuracyIntervals {
  const {
    classes,
    truth: right,
    predicted: [a, b]
  } = readLabelled(truth, [first, second], options.classes)
  return bootstrap(
    right.map((label, row) => (a[row] === label ? 1 : 0) - (b[row] === label ? 1 : 0)),
    right,
    classes.length,
    options
  )
}

/** Of the mean of `values` (rows), over rows and over classes. */
function bootstrap(
  values: Int32Array,
  labels: Int32Array,
  size: number,
  options: BootstrapOptions
): AccuracyIntervals {
  const random = createRandom(options.seed ?? 0)
  const groups = groupByClass(values, labels, size)
  const [perImage] = bootstrapInterval(
    [sum(values) / values.length],
    () => [drawnMean(values, random)],
    options
  )
  const [perClass] = bootstrapInterval(
    [mean(groups.map(group => sum(group) / group.length))],
    () => [mean(groups.map(() => drawnMean(groups[random.below(groups.length)], random)))],
    options
  )
  return { perImage, perClass }
}

/** Intervals of several values at once: `draw` measures each of them on one resample. */
export function bootstrapInterval(
  values: readonly number[],
  draw: () => readonly number[],
  { resamples = 1000, level = 0.95 }: Omit<BootstrapOptions, 'classes'>
): Interval[] {
  if (!Number.isInteger(resamples) || resamples < 1)
    throw new UnseenError(
      'options.value',
      `resamples must be a whole number of at least 1, got ${resamples}.`,
      { where: { option: 'resamples' } }
    )
  if (!(level > 0 && level < 1))
    throw new UnseenError('options.value', `level must lie between 0 and 1, got ${level}.`, {
      where: { option: 'level' }
    })
  const found = values.map(() => new Float64Array(resamples))
  for (let at = 0; at < resamples; at++) draw().forEach((value, k) => (found[k][at] = value))
  return values.map((value, k) => {
    const sorted = found[k].sort()
    return { value, low: quantile(sorted, (1 - level) / 2), high: quantile(sorted, (1 + level) / 2) }
  })
}

/** Mean of as many values as there are, drawn with replacement. */
function drawnMean(values: Int32Array, random: Random): number {
  const { length } = values
  let total = 0
  for (let i = 0; i < length; i++) total += values[random.below(length)]
  return total / length
}

/** Values of each class that has rows. */
function groupByClass(values: Int32Array, labels: Int32Array, size: number): Int32Array[] {
  const rowsOf = new Uint32Array(size)
  for (const label of labels) rowsOf[label]++
  const groups = Array.from(rowsOf, rows => new Int32Array(rows))
  const filled = new Uint32Array(size)
  labels.forEach((label, row) => (groups[label][filled[label]++] = values[row]))
  return groups.filter(({ length }) => length > 0)
}

function sum(values: Int32Array): number {
  let total = 0
  for (const value of values) total += value
  return total
}

function mean(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length
}
