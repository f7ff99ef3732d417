/**
 * Answering only where one is sure: rows are sorted by how sure the answer is (the margin of the best
 * class over the next, or anything else that is larger where answers are surer), and accuracy is
 * measured on the rows above each threshold.
 */
import { UnseenError, count } from '../base/errors.js'

/** What a threshold gives: fewer answers, more of them right. */
export interface CoveragePoint {
  /** rows at least this sure are answered */
  readonly threshold: number
  /** part of the rows that are answered */
  readonly coverage: number
  /** part of these that are right */
  readonly accuracy: number
}

/**
 * One point for every distinct value, fewest answers first; the last answers all rows. `weights`: how much
 * each row counts, alike unless given.
 *
 * @param sureness how sure the answer for each row is, in any unit
 * @param right whether it is right
 * @param weights how much each row counts; all alike unless given
 */
export function coverageCurve(
  sureness: ArrayLike<number>,
  right: ArrayLike<boolean | number>,
  weights?: ArrayLike<number>
): CoveragePoint[] {
  const rows = sureness.length
  if (right.length !== rows)
    throw new UnseenError('labels.length', `${count(rows)} margins, but ${count(right.length)} verdicts.`)
  const order = Int32Array.from({ length: rows }, (_, i) => i).sort(
    (a, b) => sureness[b] - sureness[a] || a - b
  )
  const total = weights === undefined ? rows : order.reduce((sum, row) => sum + weights[row], 0)
  const points: CoveragePoint[] = []
  let [answered, correct] = [0, 0]
  order.forEach((row, k) => {
    const weight = weights?.[row] ?? 1
    answered += weight
    if (right[row] === true || right[row] === 1) correct += weight
    if (k + 1 < rows && sureness[order[k + 1]] === sureness[row]) return
    points.push({ threshold: sureness[row], coverage: answered / total, accuracy: correct / answered })
  })
  return points
}

/**
 * The threshold that answers most rows with at least the wanted accuracy. Undefined where there is none.
 *
 * @param points of `coverageCurve`
 * @param wanted accuracy that answers should have, 0 to 1
 * @param options `rows`: how many the curve was made of; `least`: how many must be answered, as fewer are an
 *   accident (default 20)
 */
export function chooseThreshold(
  points: readonly CoveragePoint[],
  wanted: number,
  { rows, least = 20 }: { readonly rows: number; readonly least?: number }
): CoveragePoint | undefined {
  return [...points]
    .reverse()
    .find(({ coverage, accuracy }) => accuracy >= wanted && coverage * rows >= least - 0.5)
}

/**
 * Part of the rows answered and part of these that are right, at a threshold that may come from elsewhere.
 *
 * @param points of `coverageCurve`
 * @param threshold rows at least this sure are answered
 */
export function coverageAt(points: readonly CoveragePoint[], threshold: number): CoveragePoint {
  return {
    ...([...points].reverse().find(point => point.threshold >= threshold) ?? { coverage: 0, accuracy: 1 }),
    threshold
  }
}

/** At most `most` of the points, evenly spaced in coverage, the ends and the one at `kept` among them. */
export function thinCoverage(points: readonly CoveragePoint[], most = 100, kept?: number): CoveragePoint[] {
  const last = points.length - 1
  let next = 0
  return points.filter(({ coverage, threshold }, k) => {
    if (k !== last && threshold !== kept && coverage < next) return false
    next = Math.max(next, coverage + 1 / Math.max(1, most - 2))
    return true
  })
}
