/** Rehearsing any method at one point of its grid. */
import { UnseenError } from '../base/errors.js'
import { drive } from '../base/progress.js'
import { materialOf } from './place.js'
import type { Normalisation } from '../input/normalise.js'
import { type TrainingInput, readTrainingInput } from '../input/training-input.js'
import { rehearsalJob } from '../rehearsal/rehearsal-job.js'
import type { Rehearsal } from '../rehearsal/types.js'
import { settingsOf, type RehearseOptions } from '../rehearse.js'
import { defined } from '../base/defined.js'
import { Matrix } from '../linalg/matrix.js'
import { type Trainer, restOf, signaturesOf } from '../rehearsal/trainer.js'
import type { Material, Method, Parameters } from './method.js'

/** Multiplications per row, class and feature, for the estimate of work: an iterative method's. */
const PASSES = 50

export function methodTrainer(
  material: Material,
  method: Method,
  point: Parameters,
  classes: readonly string[]
): Trainer {
  const { features, labels, seen, signatures, lengths, length } = material
  const base = { features, normalise: 'none' as const, labels, classes, unit: signatures }
  return {
    ...base,
    *train(hidden, rows) {
      const prepared = yield* method.prepare(part(restOf(seen, hidden), rows))
      const scorer = yield* prepared.train(point)
      return {
        scores: (some, wanted) => scorer.scores(Matrix.select(features, some), signaturesOf(base, wanted))
      }
    },
    work: rows =>
      method.grows === 'systems'
        ? Math.min(rows, features.columns) ** 2 * rows
        : PASSES * rows * seen * (features.columns + length)
  }

  function part(rest: readonly number[], rows: Uint32Array): Material {
    const position = new Map(rest.map((index, at) => [index, at]))
    const own = rows.filter(row => position.has(labels[row]))
    return {
      ...material,
      ...defined({
        lengths: lengths === undefined ? undefined : Float64Array.from(rest, index => lengths[index])
      }),
      features: Matrix.select(features, own),
      labels: Int32Array.from(own, row => position.get(labels[row]) ?? 0),
      seen: rest.length,
      signatures: signaturesOf(base, rest)
    }
  }
}

/**
 * Rehearses any method at one point of its grid, where it scores each row and class by itself: seen classes
 * are hidden and recognised as if they had no images.
 *
 * @param input rows of seen classes, and the signatures of all
 * @param method one of `methods`, or your own
 * @param point a value for each of its parameters
 * @param options as for `rehearse`; `normalise` scales each feature row, to length 1 unless given
 */
export async function rehearseMethod(
  input: TrainingInput,
  method: Method,
  point: Parameters,
  { normalise = 'l2', ...options }: RehearseOptions & { readonly normalise?: Normalisation } = {}
): Promise<Rehearsal> {
  if (method.transductive || method.relative === true)
    throw new UnseenError(
      'options.value',
      `${method.title} cannot be rehearsed: its scores depend on which other ${method.transductive ? 'rows' : 'classes'} are asked about.`,
      { where: { option: 'method' }, remedy: 'compare() measures it as it is used.' }
    )
  const set = readTrainingInput(input)
  const trainer = methodTrainer(
    materialOf(set, normalise, options.seed ?? 0),
    method,
    point,
    set.seen.map(index => set.classes[index])
  )
  return drive(
    rehearsalJob(
      trainer,
      settingsOf({ unseen: set.classes.length - set.seen.length, ...options }, method.name)
    ),
    options
  )
}
