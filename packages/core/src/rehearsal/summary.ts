/** From measured rows to the numbers people need: expected accuracy, bias, thresholds. */
import { createRandom } from '../base/random.js'
import { type Interval, bootstrapInterval } from '../evaluation/bootstrap.js'
import type { Competition } from '../evaluation/competition.js'
import { chooseThreshold, coverageCurve, thinCoverage } from '../evaluation/coverage.js'
import type { MeasuredRow, PartRows } from './measure.js'
import type { RejectionRule } from './types.js'

/** Fewer answers than this prove nothing. */
const LEAST = 20

/** All parts as one competition: a class of one part is another than the same class in the next. */
export function pooled(parts: readonly PartRows[], classes: number): Competition {
  const rows = parts.flatMap((part, at) => part.rows.map(row => ({ row, at })))
  const seen = parts.flatMap(({ candidates }) =>
    Array.from({ length: classes }, (_, index) => !candidates.includes(index))
  )
  const place = (pick: (row: MeasuredRow) => number): Int32Array =>
    Int32Array.from(rows, ({ row, at }) => at * classes + pick(row))
  return {
    seen,
    labels: place(({ label }) => label),
    bestSeen: place(({ bestSeen }) => bestSeen),
    bestUnseen: place(({ bestHidden }) => bestHidden),
    switchAt: Float64Array.from(
      rows,
      ({
        row: {
          seen: [s],
          unseen: [u]
        }
      }) => u - s
    )
  }
}

/** How often each hidden class is right: `isRight` of its rows. */
export function classAccuracies(
  parts: readonly PartRows[],
  isRight: (row: MeasuredRow) => boolean
): Map<number, { rows: number; correct: number }> {
  const counts = new Map<number, { rows: number; correct: number }>()
  for (const row of hiddenRows(parts)) {
    const { rows, correct } = counts.get(row.label) ?? { rows: 0, correct: 0 }
    counts.set(row.label, { rows: rows + 1, correct: correct + (isRight(row) ? 1 : 0) })
  }
  return counts
}

export function hiddenRows(parts: readonly PartRows[]): MeasuredRow[] {
  return parts.flatMap(({ rows }) => rows.filter(({ hidden }) => hidden))
}

/** Mean over classes, with an interval over which classes they happened to be. */
export function overClasses(values: readonly number[], seed: number): Interval {
  const random = createRandom(seed)
  const mean = (list: readonly number[]): number => list.reduce((sum, value) => sum + value, 0) / list.length
  const [interval] = bootstrapInterval(
    [mean(values)],
    () => [mean(values.map(() => values[random.below(values.length)]))],
    { seed }
  )
  return interval
}

/** The best of seen and hidden classes at a bias, and by how much it leads the next. */
export function answerAmongAll(
  { seen: [s, s2], unseen: [u, u2], bestSeen, bestHidden }: MeasuredRow,
  bias: number
): { answer: number; margin: number } {
  return s + bias > u
    ? { answer: bestSeen, margin: s + bias - Math.max(s2 + bias, u) }
    : { answer: bestHidden, margin: u - Math.max(u2, s + bias) }
}

export function amongUnseenRule(parts: readonly PartRows[], accept: number): RejectionRule {
  const margin = ({ unseen: [u, u2] }: MeasuredRow): number => u - u2
  const rows = hiddenRows(parts)
  const others = parts.flatMap(part => part.rows.filter(({ hidden }) => !hidden))
  return ruleOf(
    rows.map(margin),
    rows.map(({ bestHidden, label }) => bestHidden === label),
    accept,
    threshold => others.filter(row => margin(row) < threshold).length / Math.max(1, others.length)
  )
}

/** Seen and hidden rows count half each, however many there are: what will be met is not known. */
export function amongAllRule(parts: readonly PartRows[], bias: number, accept: number): RejectionRule {
  const rows = parts.flatMap(part => part.rows)
  const answers = rows.map(row => answerAmongAll(row, bias))
  const hidden = rows.filter(row => row.hidden).length
  const weights = rows.map(row => 0.5 / (row.hidden ? hidden : rows.length - hidden))
  return ruleOf(
    answers.map(({ margin }) => margin),
    answers.map(({ answer }, at) => answer === rows[at].label),
    accept,
    undefined,
    weights
  )
}

/** `expressed`: of each class when it is hidden. */
export function expressedRule(
  parts: readonly PartRows[],
  expressed: ReadonlyMap<number, number>,
  accept: number
): RejectionRule {
  const rows = hiddenRows(parts)
  return ruleOf(
    rows.map(({ bestHidden }) => expressed.get(bestHidden) ?? 0),
    rows.map(({ bestHidden, label }) => bestHidden === label),
    accept
  )
}

function ruleOf(
  sureness: readonly number[],
  right: readonly boolean[],
  accept: number,
  turnedAway?: (threshold: number) => number,
  weights?: readonly number[]
): RejectionRule {
  const points = coverageCurve(sureness, right, weights)
  const chosen = chooseThreshold(points, accept, { rows: sureness.length, least: LEAST })
  const surest =
    points.find(({ coverage }) => coverage * sureness.length >= LEAST) ?? points[points.length - 1]
  return {
    threshold: chosen?.threshold ?? null,
    coverage: chosen?.coverage ?? 0,
    accuracy: chosen?.accuracy ?? surest.accuracy,
    turnedAway: chosen === undefined || turnedAway === undefined ? null : turnedAway(chosen.threshold),
    curve: thinCoverage(points, 100, chosen?.threshold)
  }
}
