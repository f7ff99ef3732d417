/**
 * What a model answers about rows: scores, the best classes with probability and verdict, how unlike every class
 * a row is.
 */
import { defined } from '../base/defined.js'
import { UnseenError } from '../base/errors.js'
import { readNormalised } from '../input/normalise.js'
import type { Matrix, MatrixLike } from '../linalg/matrix.js'
import { type Clouds, combineWeights, refineByEm } from '../recognition/em.js'
import { softmaxAt } from '../recognition/probabilities.js'
import { scoreRow, topScores } from '../recognition/rank.js'
import {
  type Unlike,
  type Unlikeness,
  inUnits,
  unlikeClouds,
  unlikeOf,
  unlikeSums
} from '../recognition/unlikeness.js'
import { FALSE_ALARMS, defaultLimits, verdictOf } from '../recognition/verdict.js'
import { partsOf, withImages } from '../training/trained.js'
import {
  checkFalseAlarms,
  checkRefine,
  checkUnlike,
  clusterAnswers,
  spokenRuleOf,
  surenessRule,
  unlikeRuleOf,
  verdictNoteOf
} from './decisions.js'
import { explainer } from './reasons.js'
import type { Roster } from './roster.js'
import type { Decision, ModelClass, RecogniseOptions } from './types.js'

/** Scores of candidates: row-major (rows x candidates). */
export function scoresOf(
  roster: Roster,
  candidates: readonly number[],
  proportions: Float32Array
): { classes: string[]; scores: Float64Array } {
  const biases = roster.biases(candidates)
  const parts = partsOf(roster.trained)
  const rows = proportions.length / parts
  const scores = new Float64Array(rows * candidates.length)
  for (let i = 0; i < rows; i++)
    scoreRow(
      proportions,
      i * parts,
      roster.mixtures,
      candidates,
      biases,
      parts,
      scores.subarray(i * candidates.length, (i + 1) * candidates.length)
    )
  return { classes: candidates.map(at => roster.classes[at].name), scores }
}

/** The best classes of every row, how sure that is, and what is to be said about it. */
export function decide(
  roster: Roster,
  features: MatrixLike,
  {
    among = 'unseen',
    top = 1,
    reject = false,
    falseAlarms = FALSE_ALARMS,
    refine,
    explain = false
  }: RecogniseOptions
): Decision[] {
  if (!Number.isInteger(top) || top < 1)
    throw new UnseenError('options.value', `top must be a whole number of at least 1, got ${top}.`, {
      where: { option: 'top' }
    })
  const { settings, notes, engine } = roster
  const candidates = roster.candidates(among)
  const matrix = roster.rows(features)
  const parts = partsOf(roster.trained)
  const proportions = roster.proportions(matrix)
  const { classes, scores } = scoresOf(roster, candidates, proportions)
  const why = explain ? explainer(roster, candidates) : undefined
  const isSure = surenessRule(roster, classes, reject, name =>
    engine.hull().residual(engine.unitOf(roster.find(name).signature, name))
  )
  const spoken = spokenRuleOf(
    notes,
    candidates.map(at => roster.classes[at].seen)
  )
  const rough = verdictNoteOf(notes)?.rough ?? false
  if (refine !== undefined) checkRefine(refine, matrix.rows, reject)
  checkFalseAlarms(falseAlarms)
  // Answers that depend on other rows were not rehearsed, so no verdict on them is known.
  const unlikeAt =
    refine === undefined
      ? unlikeRows(roster, matrix, proportions, falseAlarms, reject === true)
      : () => undefined
  const clustered =
    refine === undefined
      ? undefined
      : refine === 'clusters'
        ? clusterAnswers(matrix, settings.normalise, classes.length, scores)
        : refineByEm(matrix, settings.normalise, cloudsOf(roster, candidates))
  return Array.from({ length: matrix.rows }, (_, i) => {
    const row = scores.subarray(i * classes.length, (i + 1) * classes.length)
    const best = topScores(row, Math.max(2, top))
    const order = clustered === undefined ? best : [clustered[i], ...best.filter(c => c !== clustered[i])]
    const margin = best.length < 2 ? undefined : row[best[0]] - row[best[1]]
    // Nor are their probabilities.
    const probability =
      spoken === undefined || clustered !== undefined
        ? () => undefined
        : softmaxAt(row, row[best[0]], spoken.temperature)
    const ranked = order.map(c => ({
      class: classes[c],
      score: row[c],
      ...defined({ probability: probability(row[c]) })
    }))
    const unlike = unlikeAt(i)
    const verdict = verdictOf({
      best: ranked,
      unlike,
      limits: spoken?.limits ?? defaultLimits,
      falseAlarms,
      rough
    })
    return {
      ranked: ranked.slice(0, top),
      margin,
      none: reject === true ? verdict.kind === 'unlike' : !isSure(classes[best[0]], margin),
      verdict,
      transductive: clustered !== undefined,
      ...defined({
        unlike: unlike?.share,
        explanation: why?.(classes[order[0]], proportions.subarray(i * parts, (i + 1) * parts))
      })
    }
  })
}

/** Squared distances of rows from the middle of the seen classes, in the common shape. (rows) */
export function distancesOf(roster: Roster, features: MatrixLike): Float64Array {
  const { measure, centre } = roster.shape()
  const matrix = roster.rows(features)
  return measure.squaredLengths(matrix.rows, (i, vector) => {
    readNormalised(matrix, i, roster.settings.normalise, vector)
    for (let m = 0; m < vector.length; m++) vector[m] -= centre[m]
  })
}

/** How unlike all classes rows are; undefined where the model keeps nothing to measure it by. */
export function unlikenessOf(
  roster: Roster,
  matrix: Matrix,
  proportions: Float32Array
): Unlikeness | undefined {
  const { trained, classes, settings } = roster
  const parts = partsOf(trained)
  if (trained.gauss === undefined) return unlikeSums(proportions, parts, trained.seen)
  if (!roster.hasShape) return undefined
  const all = classes.map((_, at) => at)
  const constants = Float64Array.from(classes, ({ constant }) => constant)
  const row = new Float64Array(all.length)
  const best = new Float64Array(matrix.rows).map((_, i) => {
    scoreRow(proportions, i * parts, roster.mixtures, all, constants, parts, row)
    return row.reduce((a, b) => Math.max(a, b))
  })
  return unlikeClouds(roster.shape(), matrix, settings.normalise, best)
}

/** How unlike every class each row is, by what a rehearsal found to be usual. */
function unlikeRows(
  roster: Roster,
  matrix: Matrix,
  proportions: Float32Array,
  falseAlarms: number,
  isAsked: boolean
): (row: number) => Unlike | undefined {
  const rule = unlikeRuleOf(roster.notes)
  if (isAsked) checkUnlike(rule, roster.trained.gauss === undefined || roster.hasShape, falseAlarms)
  const found = rule === undefined ? undefined : unlikenessOf(roster, matrix, proportions)
  if (rule === undefined || found?.measures.join() !== rule.measures.join()) return () => undefined
  const values = inUnits(found, rule.usual)
  return row =>
    unlikeOf(
      rule,
      values.map(list => list[row]),
      falseAlarms
    )
}

/** The candidates as clouds around their means. */
function cloudsOf(roster: Roster, candidates: readonly number[]): Clouds {
  const { measure, centre } = roster.shape()
  const d = roster.trained.columns
  const all = withImages(roster.trained)
  const weights = new Float32Array(candidates.length * d)
  candidates.forEach((at, c) =>
    weights.set(combineWeights(roster.comparedMixture(roster.classes[at].name), all), c * d)
  )
  const bias = roster.seenBias(candidates)
  const { described, alone } = roster.worth()
  const of = <Value>(read: (known: ModelClass) => Value): Value[] =>
    candidates.map(at => read(roster.classes[at]))
  return {
    weights,
    constants: Float64Array.from(of(({ constant }) => constant)),
    biases: Float64Array.from(of(known => roster.biasFor(known, bias))),
    worth: Float64Array.from(
      of(({ seen, examples }) =>
        seen ? Infinity : (examples?.alone === true ? alone : described) + (examples?.ids.length ?? 0)
      )
    ),
    measure,
    centre
  }
}
