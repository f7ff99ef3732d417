/**
 * Rehearsing a model by its settings. As in a search, references stay at the class means and the
 * w-step is solved roughly. Class weights share the Gram matrix of all rows between the trainings.
 */
import type { FitSettings, Weights } from '../base/options.js'
import { type Job, stopped } from '../base/progress.js'
import { comparedMixtures } from '../embedding/compare.js'
import { GaussianMixture } from '../embedding/gaussian-mixture.js'
import { Dictionary } from '../embedding/source.js'
import type { TrainingSet } from '../input/training-input.js'
import type { Arena } from '../kernels/arena.js'
import { gatherRows } from '../linalg/gather.js'
import { Matrix } from '../linalg/matrix.js'
import type { StoredRows } from '../problems/stored-rows.js'
import type { ClassRange } from '../problems/transformed-rows.js'
import { createWorkplace, openWorkplace } from '../problems/workplace.js'
import { combineWeights, refineByEm } from '../recognition/em.js'
import { TargetEmbedding } from '../recognition/proportions.js'
import { scoreRow } from '../recognition/rank.js'
import { unlikeClouds, unlikeSums } from '../recognition/unlikeness.js'
import { ShapeMeasure } from '../solvers/shape-measure.js'
import { RidgeWithout, ridgeWithoutBytes } from '../solvers/ridge-without.js'
import { classWeightsBytes, solveClassWeights } from '../training/class-weights.js'
import { gaussianBytes, isPredictive, solveGaussian } from '../training/gaussian.js'
import { trainSharedWeights } from '../training/shared-weights.js'
import type { Trained } from '../training/trained.js'
import { type RowScorer, type Trainer, restOf, signaturesOf } from './trainer.js'

/** As in a search: a rougher solution decides alike. */
const TOLERANCE = 1e-2
const EPOCHS = 30
/** Passes over the rows that a w-step takes, for the estimate of work. */
const PASSES = 12

export function modelTrainer(set: TrainingSet, settings: FitSettings): Trainer {
  const { features, labels, length } = set
  const classes = set.seen.map(index => set.classes[index])
  const unit = gatherRows(set.unit, length, set.seen)
  const base = { features, normalise: settings.normalise, labels, classes, unit }
  const solve = solvers[settings.weights](base, settings)
  const { columns: d } = features
  return {
    ...base,
    *train(hidden, rows) {
      const rest = restOf(classes.length, hidden)
      return modelScorerOf(base, settings, rest, yield* solve(hidden, rest, rows))
    },
    work: rows =>
      settings.weights === 'shared'
        ? PASSES * rows * classes.length * d
        : settings.weights === 'gauss'
          ? Math.min(rows, d) ** 2 * (Math.min(rows, d) / 3 + Math.max(rows, d) / 2)
          : (settings.transform === 'identity' ? 1 : classes.length) *
            Math.min(rows, d) ** 2 *
            (Math.min(rows, d) / 3 + 2 * classes.length)
  }
}

type Base = Omit<Trainer, 'train' | 'work'>
type Solver = (hidden: readonly number[], rest: readonly number[], rows: Uint32Array) => Job<Trained>

function sharedWeightsSolver(base: Base, settings: FitSettings): Solver {
  const rough: FitSettings = {
    ...settings,
    references: 'means',
    tolerance: Math.max(settings.tolerance, TOLERANCE),
    epochs: Math.min(settings.epochs, EPOCHS)
  }
  return function* (_hidden, rest, rows) {
    const position = new Map(rest.map((index, at) => [index, at]))
    const own = rows.filter(row => position.has(base.labels[row]))
    const unit = signaturesOf(base, rest)
    const dictionary = new Dictionary(unit, rest.length, settings.gamma, settings.mixture)
    const mixtures = new Float64Array(rest.length * rest.length)
    rest.forEach((index, at) =>
      mixtures.set(dictionary.embed(signaturesOf(base, [index])).mixture, at * rest.length)
    )
    const { trained, report } = yield* trainSharedWeights(
      {
        features: Matrix.select(base.features, own),
        labels: Int32Array.from(own, row => position.get(base.labels[row]) ?? 0),
        unit,
        mixtures: comparedMixtures(mixtures, rest.length, settings.compare)
      },
      rough
    )
    if (report.status === 'cancelled') throw stopped()
    return trained
  }
}

interface Placed {
  readonly arena: Arena
  readonly rows: StoredRows
  readonly ranges: readonly ClassRange[]
}

/** Places the rows once, at the first training. */
function placeOnce(
  { features, labels, classes, normalise }: Base,
  bytesFor: (rows: number) => number
): (rows: Uint32Array) => Placed {
  let place: Placed | undefined
  return rows => {
    if (place !== undefined) return place
    const workplace = createWorkplace(
      Matrix.select(features, rows),
      Int32Array.from(rows, row => labels[row]),
      classes.length,
      { normalise, arenaBytes: bytesFor(rows.length) }
    )
    place = { ...openWorkplace(workplace), ranges: workplace.ranges }
    return place
  }
}

/** Leaving classes out may turn the cheaper side: memory must do for either. */
const eitherSide = (rows: number, d: number, bytesFor: (rows: number) => number): number =>
  Math.max(bytesFor(rows), bytesFor(Math.min(rows, d - 1)))

function classWeightsSolver(base: Base, { transform, ridge }: FitSettings): Solver {
  const [d, seen] = [base.features.columns, base.classes.length]
  const placed = placeOnce(base, rows =>
    transform === 'identity'
      ? ridgeWithoutBytes(rows, d, seen)
      : eitherSide(rows, d, some => classWeightsBytes(some, d, seen))
  )
  let shared: RidgeWithout | undefined
  return function* (hidden, rest, rows) {
    const { arena, rows: stored, ranges } = placed(rows)
    if (transform !== 'identity') {
      const [solved] = yield* solveClassWeights(
        arena,
        stored,
        rest.map(index => ranges[index]),
        transform,
        [ridge]
      )
      if (solved === undefined) throw stopped()
      return solved.trained
    }
    shared ??= yield* RidgeWithout.create(arena, stored, ranges)
    const weights = shared === undefined ? undefined : yield* shared.solve(new Set(hidden), ridge)
    if (weights === undefined) throw stopped()
    return { seen: rest.length, columns: d, transform, kind: 'class', references: undefined, weights }
  }
}

/** Each training sums the scatter of its own classes. */
function gaussianSolver(base: Base, settings: FitSettings): Solver {
  const [d, seen] = [base.features.columns, base.classes.length]
  const placed = placeOnce(base, rows =>
    eitherSide(rows, d, some => gaussianBytes(some, d, seen, settings.shape))
  )
  return function* (_hidden, rest, rows) {
    const { arena, rows: stored, ranges } = placed(rows)
    const [solved] = yield* solveGaussian(
      arena,
      stored,
      rest.map(index => ranges[index]),
      signaturesOf(base, rest),
      settings,
      // As the model that is rehearsed was trained, though fewer classes are left.
      [{ shrinkage: settings.shrinkage, predictive: isPredictive(settings, seen) }],
      settings.shape,
      true
    )
    if (solved === undefined) throw stopped()
    return solved.trained
  }
}

const solvers: Readonly<Record<Weights, (base: Base, settings: FitSettings) => Solver>> = {
  shared: sharedWeightsSolver,
  class: classWeightsSolver,
  gauss: gaussianSolver
}

/** What makes compared mixtures and constants of classes, the trained ones (`rest`) and the hidden ones. */
function embedderOf(
  base: Base,
  { gamma, mixture, compare, width, noise }: FitSettings,
  rest: readonly number[],
  { seen, gauss }: Trained
): (index: number) => { mixture: Float64Array; constant: number } {
  const unit = signaturesOf(base, rest)
  if (gauss === undefined) {
    const dictionary = new Dictionary(unit, seen, gamma, mixture)
    return index => ({
      mixture: comparedMixtures(dictionary.embed(signaturesOf(base, [index])).mixture, seen, compare),
      constant: 0
    })
  }
  const gaussian = new GaussianMixture(unit, gauss.gram, { mixture, width, noise })
  const position = new Map(rest.map((index, at) => [index, at]))
  return index => {
    const own = position.get(index)
    return own === undefined ? gaussian.embed(signaturesOf(base, [index])) : gaussian.own(own)
  }
}

function modelScorerOf(
  base: Base,
  settings: FitSettings,
  rest: readonly number[],
  trained: Trained
): RowScorer {
  const { seen } = trained
  const target = new TargetEmbedding(trained)
  const embed = embedderOf(base, settings, rest, trained)
  const known = new Map<number, { mixture: Float64Array; constant: number }>()
  const embedded = (index: number): { mixture: Float64Array; constant: number } => {
    const found = known.get(index) ?? embed(index)
    known.set(index, found)
    return found
  }
  const shape = trained.gauss?.shape
  const measure = shape === undefined ? undefined : new ShapeMeasure(shape, trained.columns)
  return {
    ...(shape !== undefined &&
      measure !== undefined && {
        together(rows: Uint32Array, classes: readonly number[]): Int32Array {
          const weights = new Float32Array(classes.length * trained.columns)
          classes.forEach((index, c) =>
            weights.set(combineWeights(embedded(index).mixture, trained.weights), c * trained.columns)
          )
          return refineByEm(Matrix.select(base.features, rows), base.normalise, {
            weights,
            constants: Float64Array.from(classes, index => embedded(index).constant),
            biases: new Float64Array(classes.length),
            worth: new Float64Array(classes.length).fill(shape.worth),
            measure,
            centre: shape.centre
          })
        }
      }),
    scores: (rows, classes) => scoresOf(Matrix.select(base.features, rows), classes),
    unlikeness(rows, classes) {
      if (trained.gauss === undefined) return unlikeSums(target.proportions(rows, base.normalise), seen, seen)
      if (measure === undefined || shape === undefined) return undefined
      const scores = scoresOf(rows, classes)
      const best = new Float64Array(rows.rows).map((_, i) =>
        scores.subarray(i * classes.length, (i + 1) * classes.length).reduce((a, b) => Math.max(a, b))
      )
      return unlikeClouds({ measure, centre: shape.centre }, rows, base.normalise, best)
    }
  }

  function scoresOf(rows: Matrix, classes: readonly number[]): Float64Array {
    const mixtures = new Float64Array(classes.length * seen)
    const constants = new Float64Array(classes.length)
    classes.forEach((index, k) => {
      const { mixture, constant } = embedded(index)
      mixtures.set(mixture, k * seen)
      constants[k] = constant
    })
    const proportions = target.proportions(rows, base.normalise)
    const places = classes.map((_, k) => k)
    const scores = new Float64Array(rows.rows * classes.length)
    for (let i = 0; i < rows.rows; i++)
      scoreRow(
        proportions,
        i * seen,
        mixtures,
        places,
        constants,
        seen,
        scores.subarray(i * classes.length, (i + 1) * classes.length)
      )
    return scores
  }
}
