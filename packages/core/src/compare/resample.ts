/**
 * Intervals for several methods on the same rows: the classes, then the rows of each, are drawn again
 * with replacement, in the same way for every method, so that methods are compared draw by draw. What
 * all find hard then does not hide which is better.
 */
import { quantile } from '../base/quantile.js'
import { type Random, createRandom } from '../base/random.js'
import type { Interval } from '../evaluation/bootstrap.js'
import { harmonicMean } from '../evaluation/competition.js'
import type { Difference } from './types.js'

export const RESAMPLES = 1000
const LEVEL = 0.95

/** For each class that has rows, how right its rows were: 0, 1, or a share over trials. */
export type Verdicts = readonly Float64Array[]

/** A number and what it was on each resample. */
export interface Drawn {
  readonly value: number
  readonly draws: Float64Array
}

/** Mean over rows; rows are drawn. */
export function overRows(verdicts: Verdicts, seed: number): Drawn {
  const all = Float64Array.from(verdicts.flatMap(values => Array.from(values)))
  return drawn(mean(all), seed, random => drawnMean(all, random))
}

/** Mean over classes of the mean over rows; classes and rows are drawn. */
export function overClasses(verdicts: Verdicts, seed: number): Drawn {
  return drawn(classMean(verdicts), seed, random => drawnClassMean(verdicts, random))
}

/** H of two draws of the same resamples. */
export function harmonicOf(first: Drawn, second: Drawn): Drawn {
  return {
    value: harmonicMean(first.value, second.value),
    draws: first.draws.map((value, at) => harmonicMean(value, second.draws[at]))
  }
}

/** The middle 95 % of the draws. */
export function intervalOf({ value, draws }: Drawn): Interval {
  const sorted = draws.slice().sort()
  return { value, low: quantile(sorted, (1 - LEVEL) / 2), high: quantile(sorted, (1 + LEVEL) / 2) }
}

/** First less second, draw by draw, and the two-sided p of no difference. */
export function differenceOf(first: Drawn, second: Drawn): Difference {
  const draws = first.draws.map((value, at) => value - second.draws[at])
  const [below, above] = draws.reduce(
    ([less, more], value) => [less + (value <= 0 ? 1 : 0), more + (value >= 0 ? 1 : 0)],
    [0, 0]
  )
  return {
    difference: intervalOf({ value: first.value - second.value, draws }),
    p: Math.min(1, (2 * (1 + Math.min(below, above))) / (1 + draws.length))
  }
}

function drawn(value: number, seed: number, draw: (random: Random) => number): Drawn {
  const random = createRandom(seed)
  return { value, draws: Float64Array.from({ length: RESAMPLES }, () => draw(random)) }
}

function drawnClassMean(verdicts: Verdicts, random: Random): number {
  let total = 0
  for (let k = 0; k < verdicts.length; k++)
    total += drawnMean(verdicts[random.below(verdicts.length)], random)
  return total / verdicts.length
}

function drawnMean(values: Float64Array, random: Random): number {
  const { length } = values
  let total = 0
  for (let i = 0; i < length; i++) total += values[random.below(length)]
  return total / length
}

function classMean(verdicts: Verdicts): number {
  return verdicts.reduce((sum, values) => sum + mean(values), 0) / verdicts.length
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
