/**
 * Probabilities that keep their word: the temperature at which hidden classes' rows are most likely what they
 * are, and the limits of words above which they hold in the rehearsal,
 *
 *   "almost surely" right in 90 of 100, "probably" in 60, "a giraffe or an antelope" in 75,
 *
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
  const lines = { unseen: [] as ScoredLine[], seen: [] as ScoredLine[] }
  const mixed = { hidden: [] as ScoredLine[], kept: [] as ScoredLine[] }
  for (const { candidates, rows } of parts)
    for (const { hidden, line } of rows) {
      if (line === undefined) continue
      const { scores, truth } = line
      const seen = scores.length - candidates.length
      if (hidden) lines.unseen.push({ scores: scores.subarray(seen), truth: truth - seen })
      else lines.seen.push({ scores: scores.subarray(0, seen), truth })
      const biased = scores.map((score, at) => (at < seen ? score + bias : score))
      mixed[hidden ? 'hidden' : 'kept'].push({ scores: biased, truth })
    }
  const each = Math.min(mixed.hidden.length, mixed.kept.length)
  const random = createRandom(seed)
  const some = (of: ScoredLine[]): ScoredLine[] => random.shuffle(of).slice(0, each)
  return {
    unseen: promiseOf(lines.unseen),
    seen: promiseOf(lines.seen),
    all: promiseOf([...some(mixed.hidden), ...some(mixed.kept)])
  }
}

interface Answered {
  readonly p1: number
  readonly p2: number
  /** is it the best class, or the second? */
  readonly isFirst: boolean
  readonly isSecond: boolean
}

function promiseOf(lines: readonly ScoredLine[]): Promises | null {
  const temperature = likeliestTemperature(lines)
  if (temperature === undefined) return null
  const answered = lines.map(({ scores, truth }): Answered => {
    const line = Float64Array.from(scores)
    const [first, second = -1] = topScores(line, 2)
    const probability = softmaxAt(line, line[first], temperature)
    return {
      p1: probability(line[first]),
      p2: second < 0 ? 0 : probability(line[second]),
      isFirst: truth === first,
      isSecond: truth === second
    }
  })
  const limits = limitsOf(answered)
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
function limitsOf(rows: readonly Answered[]): Limits {
  const surely = raised(
    rows.map(({ p1, isFirst }) => ({ value: p1, right: isFirst })),
    defaultLimits.surely,
    PROMISES.surely
  )
  const lessSure = rows.filter(({ p1 }) => surely === null || p1 < surely)
  const probably = raised(
    lessSure.map(({ p1, isFirst }) => ({ value: p1, right: isFirst })),
    defaultLimits.probably,
    PROMISES.probably
  )
  const either = raised(
    lessSure
      .filter(({ p1, p2 }) => (probably === null || p1 < probably) && p2 >= LEAST_SECOND)
      .map(({ p1, p2, isFirst, isSecond }) => ({ value: p1 + p2, right: isFirst || isSecond })),
    defaultLimits.either,
    PROMISES.either
  )
  return { surely, probably, either }
}

/** How often words should be right. */
const PROMISES = { surely: 0.9, probably: 0.6, either: 0.75 } as const

/** The least limit from `limit` on above which answers are right as often as promised. */
function raised(
  rows: readonly { readonly value: number; readonly right: boolean }[],
  limit: number,
  promised: number
): number | null {
  const above = rows.filter(({ value }) => value >= limit).sort((a, b) => a.value - b.value)
  // So few prove nothing: the words keep their limit, without a number.
  if (above.length < LEAST_TESTED) return limit
  let right = above.filter(row => row.right).length
  if (right >= promised * above.length) return limit
  for (const [at, row] of above.entries()) {
    const left = above.length - at
    if (left < LEAST_TESTED) return null
    if (right >= promised * left && (at === 0 || above[at - 1].value < row.value)) return row.value
    if (row.right) right--
  }
  return null
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
