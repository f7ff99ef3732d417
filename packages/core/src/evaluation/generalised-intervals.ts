/**
 * How far to trust H and AUSUC: percentile bootstrap over classes, then rows of each, seen and unseen
 * ones apart. The rows are sorted once; a resample only changes how often each counts.
 */
import { createRandom } from '../base/random.js'
import { type BootstrapOptions, type Interval, bootstrapInterval } from './bootstrap.js'
import { type Competition, answersAt, harmonicMean } from './competition.js'
import { areaUnder, staircase, sweep } from './seen-unseen.js'

/** Accuracies among all classes with their intervals. */
export interface GeneralisedIntervals {
  /** On rows of seen classes. */
  readonly seen: Interval
  /** On rows of unseen classes. */
  readonly unseen: Interval
  /** Harmonic mean of both. */
  readonly harmonic: Interval
  /** Area under the curve over all biases. */
  readonly area: Interval
}

/**
 * Intervals of the accuracies per class at a bias, and of the area under the curve, which no bias changes.
 *
 * @param competition scores of seen and unseen classes, as they compete
 * @param bias what is added to the scores of seen classes
 * @param options how many resamples, and how wide the interval is
 */
export function bootstrapGeneralised(
  competition: Competition,
  bias: number,
  options: Omit<BootstrapOptions, 'classes'> = {}
): GeneralisedIntervals {
  const { labels, seen } = competition
  const random = createRandom(options.seed ?? 0)
  const steps = sweep(competition)
  const right = answersAt(competition, bias).map((answer, i) => (answer === labels[i] ? 1 : 0))
  const rowsOf = seen.map<number[]>(() => [])
  labels.forEach((label, i) => rowsOf[label].push(i))
  const sides = [true, false].map(wanted => rowsOf.filter((rows, c) => rows.length > 0 && seen[c] === wanted))
  const measure = (weights: Float64Array): number[] => {
    const [ofSeen, ofUnseen] = sides.map(classes =>
      classes.reduce((sum, rows) => rows.reduce((part, i) => part + weights[i] * right[i], sum), 0)
    )
    return [ofSeen, ofUnseen, harmonicMean(ofSeen, ofUnseen), areaUnder(staircase(steps, weights))]
  }
  const draw = (): number[] => {
    const weights = new Float64Array(labels.length)
    for (const classes of sides) {
      for (let drawn = 0; drawn < classes.length; drawn++) {
        const rows = classes[random.below(classes.length)]
        for (let k = 0; k < rows.length; k++)
          weights[rows[random.below(rows.length)]] += 1 / (rows.length * classes.length)
      }
    }
    return measure(weights)
  }
  const all = new Float64Array(labels.length)
  for (const classes of sides)
    for (const rows of classes) for (const i of rows) all[i] = 1 / (rows.length * classes.length)
  const [ofSeen, ofUnseen, harmonic, area] = bootstrapInterval(measure(all), draw, options)
  return { seen: ofSeen, unseen: ofUnseen, harmonic, area }
}
