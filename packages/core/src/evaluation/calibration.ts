/**
 * Do probabilities keep their word? Rows are sorted into bins by the probability of their answer; in a bin the
 * mean probability should be the share of answers that are right. The expected calibration error is the mean
 * difference over the rows. Tests: ../../test/evaluation/calibration.test.ts
 */
import { UnseenError, count } from '../base/errors.js'
import { exponential } from '../base/exponential.js'

/** Answers of nearly the same probability. */
export interface CalibrationBin {
  /** Mean probability of the answers. */
  readonly probability: number
  /** Part of them that is right. */
  readonly right: number
  /** How many rows. */
  readonly rows: number
}

/** How far probabilities are from what happened. */
export interface Calibration {
  /** expected calibration error: mean over the rows of |probability - share that is right| of their bin */
  readonly error: number
  /** bins that have rows, least probable first */
  readonly bins: readonly CalibrationBin[]
}

/**
 * Compares probabilities of answers with how often they are right.
 *
 * @param probabilities of the answer for each row, 0 to 1
 * @param right whether it is right
 * @param options `bins`: of equal width; default 10
 * @example
 * ```ts
 * import { calibration } from '@unseen/core'
 *
 * const { error, bins } = calibration([0.9, 0.8, 0.7], [true, true, false])
 * ```
 */
export function calibration(
  probabilities: ArrayLike<number>,
  right: ArrayLike<boolean>,
  { bins = 10 }: { readonly bins?: number } = {}
): Calibration {
  const rows = probabilities.length
  if (right.length !== rows)
    throw new UnseenError(
      'labels.length',
      `${count(rows)} probabilities, but ${count(right.length)} verdicts.`
    )
  const sums = Array.from({ length: bins }, () => ({ probability: 0, right: 0, rows: 0 }))
  for (let i = 0; i < rows; i++) {
    const bin = sums[Math.min(bins - 1, Math.max(0, Math.floor(probabilities[i] * bins)))]
    bin.probability += probabilities[i]
    bin.right += right[i] ? 1 : 0
    bin.rows++
  }
  const filled = sums.filter(bin => bin.rows > 0)
  return {
    error: filled.reduce((sum, bin) => sum + Math.abs(bin.probability - bin.right), 0) / Math.max(1, rows),
    bins: filled.map(bin => ({
      probability: bin.probability / bin.rows,
      right: bin.right / bin.rows,
      rows: bin.rows
    }))
  }
}

/** A row's scores for its candidates, and the place of its class among them. */
export interface ScoredLine {
  readonly scores: ArrayLike<number>
  readonly truth: number
}

/**
 * The temperature T at which softmax(scores / T) makes the true classes most likely. The likelihood has one peak
 * in b = 1 / T, where the scores that probabilities expect are those of the true classes:
 *
 *   sum over rows of (sum_c p_c f_c - f_truth) = 0
 *
 * which grows with b: it is halved until b is known. undefined where there are no rows.
 */
export function likeliestTemperature(lines: readonly ScoredLine[]): number | undefined {
  if (lines.length === 0) return undefined
  const isTooCold = (temperature: number): boolean =>
    lines.reduce((total, { scores, truth }) => total + expected(scores, temperature) - scores[truth], 0) > 0
  let [low, high] = [LEAST, MOST]
  while (high / low > PRECISION) {
    const middle = Math.sqrt(low * high)
    if (isTooCold(middle)) low = middle
    else high = middle
  }
  return Math.sqrt(low * high)
}

/** Mean score by the probabilities of a row. */
function expected(scores: ArrayLike<number>, temperature: number): number {
  let best = -Infinity
  for (let c = 0; c < scores.length; c++) best = Math.max(best, scores[c])
  let [sum, weighted] = [0, 0]
  for (let c = 0; c < scores.length; c++) {
    const weight = exponential((scores[c] - best) / temperature)
    sum += weight
    weighted += weight * scores[c]
  }
  return weighted / sum
}

/** In units of the scores' spread: colder or hotter than these, answers are certain or all alike. */
const [LEAST, MOST, PRECISION] = [1e-3, 1e3, 1.001]
