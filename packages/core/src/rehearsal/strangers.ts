/**
 * When is a row unlike every class? Limits that rows of hidden classes pass seldom enough, for every rate of
 * false alarms that might be asked for. Hidden classes are few and differ, and the next one may differ more:
 * what must keep to the rate is
 *
 *   mean over classes of the part of their rows that pass  +  CERTAINTY standard errors of it,
 *
 * and never less than one row of all in one more. A row that passes the limit of either measure counts: limits
 * of all measures lie at the same rank among hidden rows, that of the second at a WEIGHT times rarer one.
 * Tests: ../../test/rehearsal/strangers.test.ts
 */
import { defined } from '../base/defined.js'
import { createRandom } from '../base/random.js'
import { Matrix } from '../linalg/matrix.js'
import { type UnlikeMeasure, type UnlikePoint, inUnits, usualOf } from '../recognition/unlikeness.js'
import { UNIT_ROWS, spaced } from './spaced.js'
import type { RowScorer, Trainer } from './trainer.js'
import type { StrangerCurve } from './types.js'

/** How unlike rows of one training are, in units: one list for each measure. */
export interface Strangeness {
  readonly measures: readonly UnlikeMeasure[]
  /** of the hidden classes, which are described, and the class of each row */
  readonly described: readonly Float64Array[]
  readonly labels: Int32Array
  /** the same rows where their classes are not described; absent where descriptions do not matter */
  readonly undescribed?: readonly Float64Array[]
  /** kept rows of the seen classes */
  readonly seen: readonly Float64Array[]
  /** rows of the hidden classes with their features in another order */
  readonly noise: readonly Float64Array[]
}

const CERTAINTY = 2.33
const WEIGHT = 4
/** Rates of false alarms that may be asked for. */
export const RATES: readonly number[] = [
  0.001, 0.002, 0.005, 0.01, 0.015, 0.02, 0.03, 0.04, 0.05, 0.07, 0.1, 0.15, 0.2, 0.3, 0.5
]
/** Rows of noise in a training. */
const NOISE = 100

export function strangenessOf(
  { features, labels }: Pick<Trainer, 'features' | 'labels'>,
  scorer: RowScorer,
  {
    own,
    rest,
    hidden,
    tested,
    kept
  }: {
    /** rows that were trained on */
    readonly own: Uint32Array
    readonly rest: readonly number[]
    readonly hidden: readonly number[]
    readonly tested: Uint32Array
    readonly kept: Uint32Array
  }
): Strangeness | undefined {
  const select = (rows: Uint32Array): Matrix => Matrix.select(features, rows)
  const trained = scorer.unlikeness?.(select(spaced(own, UNIT_ROWS)), rest)
  if (trained === undefined) return undefined
  const usual = usualOf(trained, own.length, rest.length)
  const measure = (rows: Matrix, classes: readonly number[]): readonly Float64Array[] => {
    const found = scorer.unlikeness?.(rows, classes)
    return found === undefined ? [] : inUnits(found, usual)
  }
  const all = [...rest, ...hidden]
  return {
    measures: trained.measures,
    described: measure(select(tested), all),
    labels: Int32Array.from(tested, row => labels[row]),
    ...defined({
      undescribed: trained.measures[0] === 'sum' ? undefined : measure(select(tested), rest)
    }),
    seen: measure(select(kept), all),
    noise: measure(shuffled(select(spaced(tested, NOISE))), all)
  }
}

/** Rows with their values in other columns. */
function shuffled(rows: Matrix): Matrix {
  const random = createRandom(rows.rows)
  const data = new Float32Array(rows.rows * rows.columns)
  const row = new Float64Array(rows.columns)
  for (let i = 0; i < rows.rows; i++) {
    Matrix.readRow(rows, i, row)
    data.set(random.shuffle(Array.from(row)), i * rows.columns)
  }
  return Matrix.dense(rows.rows, rows.columns, data)
}

/** The curve of all trainings together; undefined where nothing was measured. */
export function strangerCurve(groups: readonly Strangeness[]): StrangerCurve | undefined {
  const [first] = groups
  if (first === undefined) return undefined
  const { measures } = first
  const pool = (pick: (group: Strangeness) => readonly Float64Array[] | undefined): Float64Array[] =>
    measures.map((_, at) => Float64Array.from(groups.flatMap(group => [...(pick(group)?.[at] ?? [])])))
  const described = pool(group => group.described)
  const labels = groups.flatMap(group => [...group.labels])
  const others = {
    undescribed: pool(group => group.undescribed),
    seen: pool(group => group.seen),
    noise: pool(group => group.noise)
  }
  const points = pointsOf(described, labels)
  const part = (values: readonly Float64Array[], { limits }: UnlikePoint): number | null => {
    const rows = values[0].length
    let passed = 0
    for (let i = 0; i < rows; i++) if (limits.some((limit, at) => values[at][i] > limit)) passed++
    return rows === 0 ? null : passed / rows
  }
  return {
    measures,
    rows: labels.length,
    classes: new Set(labels).size,
    points: points.map(point => ({
      ...point,
      described: part(described, point) ?? 0,
      seen: part(others.seen, point),
      undescribed: part(others.undescribed, point),
      noise: part(others.noise, point)
    }))
  }
}

/** For each rate the lowest limits that keep to it; none for rates that so few rows cannot show. */
function pointsOf(values: readonly Float64Array[], labels: readonly number[]): UnlikePoint[] {
  const rows = labels.length
  const sorted = values.map(list => Float64Array.from(list).sort())
  // How rare a row is, at most: so many of all are as unlike as it is.
  const ranks = values.map((list, at) => {
    const place = new Map<number, number>()
    sorted[at].forEach((value, position) => place.set(value, position))
    return Array.from(list, value => (rows - 1 - (place.get(value) ?? 0)) * (at === 0 ? 1 : WEIGHT))
  })
  const rarity = labels.map((_, i) => Math.min(...ranks.map(list => list[i])))
  const order = labels.map((_, i) => i).sort((a, b) => rarity[a] - rarity[b])
  const counts = new Map<number, { rows: number; passed: number }>()
  for (const label of labels) counts.set(label, { rows: (counts.get(label)?.rows ?? 0) + 1, passed: 0 })
  // Those that are rarer than `rare` pass: limits are the values at that rank.
  const limitsAt = (rare: number): number[] =>
    sorted.map((list, at) => list[Math.max(0, rows - 1 - Math.ceil(rare / (at === 0 ? 1 : WEIGHT)))])
  const points: UnlikePoint[] = []
  let passed = 0
  let kept = limitsAt(0)
  let next = 0
  for (const rate of RATES) {
    // All rows of one rarity pass together.
    while (next < rows) {
      const rare = rarity[order[next]]
      let end = next
      while (end < rows && rarity[order[end]] === rare) end++
      for (const i of order.slice(next, end)) pass(labels[i], 1)
      if (upperLimit([...counts.values()], passed + end - next, rows) > rate) {
        for (const i of order.slice(next, end)) pass(labels[i], -1)
        break
      }
      passed += end - next
      next = end
      kept = limitsAt(next < rows ? rarity[order[next]] : rows)
    }
    if (upperLimit([...counts.values()], passed, rows) <= rate) points.push({ rate, limits: kept })
  }
  return points

  function pass(label: number, by: number): void {
    const of = counts.get(label)
    if (of !== undefined) of.passed += by
  }
}

function upperLimit(
  classes: readonly { readonly rows: number; readonly passed: number }[],
  passed: number,
  rows: number
): number {
  const parts = classes.map(each => each.passed / each.rows)
  const mean = parts.reduce((sum, part) => sum + part, 0) / parts.length
  const squares = parts.reduce((sum, part) => sum + (part - mean) * (part - mean), 0)
  const error = Math.sqrt(squares / Math.max(1, parts.length - 1) / parts.length)
  return Math.max(mean + CERTAINTY * error, (passed + 1) / (rows + 1))
}
