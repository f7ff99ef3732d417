/**
 * Probabilities that keep their word: the temperature at which hidden classes' rows are most likely what they
 * are, and the limits of words above which they hold in the rehearsal,
 *
 *   "almost surely" right in 90 of 100, "probably" in 60, "a giraffe or an antelope" in 75,
 *
 * not just among these rows but for classes to come: the share that is right, less CERTAINTY standard errors, must be
 * what was promised. Errors are over classes, and with 20 seen classes or more those of another set of as many classes
 * as will be told apart, which differs from what is expected of it by chance as well: sqrt(1 + hidden / told apart)
 * times as large. Fewer classes are rough anyway, and are asked for no more than the first.
 *
 * All this is done
 * for each kind of candidates: hidden classes alone (rows of theirs), seen ones alone (rows that were kept from
 * training), and all together (with the bias; as many rows of the one kind as of the other, since what will be
 * met is not known). Tests: ../../test/rehearsal/promises.test.ts
 */
import { createRandom } from '../base/random.js'
import { type ScoredLine, calibration, likeliestTemperature } from '../evaluation/calibration.js'
import { softmaxAt } from '../recognition/probabilities.js'
import { topScores } from '../recognition/rank.js'
import {
  LEAST_SECOND,
  LEAST_TESTED,
  type Limits,
  type TestedWords,
  defaultLimits,
  kindOf
} from '../recognition/verdict.js'
import type { PartRows } from './measure.js'
import type { Promises } from './types.js'

export function promisesOf(
  parts: readonly PartRows[],
  bias: number,
  seed: number
): { readonly unseen: Promises | null; readonly seen: Promises | null; readonly all: Promises | null } {
  const lines = { unseen: [] as LabelledLine[], seen: [] as LabelledLine[] }
  const mixed = { hidden: [] as LabelledLine[], kept: [] as LabelledLine[] }
  for (const { candidates, rows } of parts)
    for (const { hidden, label, line } of rows) {
      if (line === undefined) continue
      const { scores, truth } = line
      const seen = scores.length - candidates.length
      if (hidden) lines.unseen.push({ label, scores: scores.subarray(seen), truth: truth - seen })
      else lines.seen.push({ label, scores: scores.subarray(0, seen), truth })
      const biased = scores.map((score, at) => (at < seen ? score + bias : score))
      mixed[hidden ? 'hidden' : 'kept'].push({ label, scores: biased, truth })
    }
  const told = parts.reduce((sum, { candidates }) => sum + candidates.length, 0) / parts.length
  const each = Math.min(mixed.hidden.length, mixed.kept.length)
  const random = createRandom(seed)
  const some = (of: LabelledLine[]): LabelledLine[] => random.shuffle(of).slice(0, each)
  return {
    unseen: promiseOf(lines.unseen, told),
    seen: promiseOf(lines.seen, Infinity),
    all: promiseOf([...some(mixed.hidden), ...some(mixed.kept)], told)
  }
}

/** With the number of its class. */
interface LabelledLine extends ScoredLine {
  readonly label: number
}

interface Answered {
  /** its class */
  readonly label: number
  readonly p1: number
  readonly p2: number
  /** is it the best class, or the second? */
  readonly isFirst: boolean
  readonly isSecond: boolean
}

function promiseOf(lines: readonly LabelledLine[], told: number): Promises | null {
  const temperature = likeliestTemperature(lines)
  if (temperature === undefined) return null
  const answered = lines.map(({ label, scores, truth }): Answered => {
    const line = Float64Array.from(scores)
    const [first, second = -1] = topScores(line, 2)
    const probability = softmaxAt(line, line[first], temperature)
    return {
      label,
      p1: probability(line[first]),
      p2: second < 0 ? 0 : probability(line[second]),
      isFirst: truth === first,
      isSecond: truth === second
    }
  })
  const classes = new Set(lines.map(({ label }) => label)).size
  const errors = CERTAINTY * (classes < ENOUGH_CLASSES ? 1 : Math.sqrt(1 + classes / told))
  const limits = limitsOf(answered, errors)
  return {
    temperature,
    limits,
    words: testedWords(answered, limits),
    ...calibration(
      answered.map(({ p1 }) => p1),
      answered.map(({ isFirst }) => isFirst)
    )
  }
}

/** The words' own limits, raised to where the promise of each holds. */
function limitsOf(rows: readonly Answered[], errors: number): Limits {
  const surely = raised(
    rows.map(({ label, p1, isFirst }) => ({ label, value: p1, right: isFirst })),
    defaultLimits.surely,
    PROMISES.surely,
    errors
  )
  const lessSure = rows.filter(({ p1 }) => surely === null || p1 < surely)
  const probably = raised(
    lessSure.map(({ label, p1, isFirst }) => ({ label, value: p1, right: isFirst })),
    defaultLimits.probably,
    PROMISES.probably,
    errors
  )
  const either = raised(
    lessSure
      .filter(({ p1, p2 }) => (probably === null || p1 < probably) && p2 >= LEAST_SECOND)
      .map(({ label, p1, p2, isFirst, isSecond }) => ({
        label,
        value: p1 + p2,
        right: isFirst || isSecond
      })),
    defaultLimits.either,
    PROMISES.either,
    errors
  )
  return { surely, probably, either }
}

/** How often words should be right. */
const PROMISES = { surely: 0.9, probably: 0.6, either: 0.75 } as const

/** Standard errors that a promise must hold beyond: 95 of 100 on one side. */
const CERTAINTY = 1.645
const ENOUGH_CLASSES = 20

/** The least limit from `limit` on above which answers are right as often as promised, for certain. */
function raised(
  rows: readonly { readonly label: number; readonly value: number; readonly right: boolean }[],
  limit: number,
  promised: number,
  errors: number
): number | null {
  const above = rows.filter(({ value }) => value >= limit).sort((a, b) => a.value - b.value)
  // So few prove nothing: the words keep their limit, without a number.
  if (above.length < LEAST_TESTED) return limit
  const tally = new RightByClass()
  for (const { label, right } of above) tally.add(label, right, 1)
  if (tally.certainly(errors) >= promised) return limit
  for (const [at, { label, value, right }] of above.entries()) {
    if (above.length - at < LEAST_TESTED) return null
    if ((at === 0 || above[at - 1].value < value) && tally.certainly(errors) >= promised) return value
    tally.add(label, right, -1)
  }
  return null
}

/**
 * The share p of rows that are right, with its standard error over classes, which rows of one class share:
 * error^2 = sum over classes of (right - p rows)^2 / n^2, and rows and right answers are added and taken off in
 * turn.
 */
class RightByClass {
  private readonly classes = new Map<number, { rows: number; right: number }>()
  private rows = 0
  private right = 0
  /** sums over classes of right^2, right * rows and rows^2 */
  private readonly sums = { rightRight: 0, rightRows: 0, rowsRows: 0 }

  add(label: number, isRight: boolean, by: number): void {
    const of = this.classes.get(label) ?? { rows: 0, right: 0 }
    this.sum(of, -1)
    of.rows += by
    of.right += isRight ? by : 0
    this.sum(of, 1)
    this.classes.set(label, of)
    this.rows += by
    this.right += isRight ? by : 0
  }

  /** p less so many standard errors */
  certainly(errors: number): number {
    const { rightRight, rightRows, rowsRows } = this.sums
    const p = this.right / this.rows
    const squares = Math.max(0, rightRight - 2 * p * rightRows + p * p * rowsRows)
    return p - (errors * Math.sqrt(squares)) / this.rows
  }

  private sum({ rows, right }: { readonly rows: number; readonly right: number }, sign: number): void {
    this.sums.rightRight += sign * right * right
    this.sums.rightRows += sign * right * rows
    this.sums.rowsRows += sign * rows * rows
  }
}

function testedWords(rows: readonly Answered[], limits: Limits): Promises['words'] {
  const tested = (kind: 'surely' | 'probably' | 'either' | 'hard'): TestedWords => {
    const own = rows.filter(({ p1, p2 }) => kindOf(p1, p2, limits) === kind)
    return {
      rows: own.length,
      right: own.filter(({ isFirst, isSecond }) => isFirst || (kind === 'either' && isSecond)).length
    }
  }
  return {
    surely: tested('surely'),
    probably: tested('probably'),
    either: tested('either'),
    hard: tested('hard')
  }
}
