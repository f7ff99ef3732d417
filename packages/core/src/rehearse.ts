/**
 * Rehearsal: seen classes are hidden, described, and recognised as if they had no images. The only
 * honest estimate of how well a class without images will be recognised; it also chooses the bias
 * between seen and unseen classes and the threshold below which no answer is better than one. What it
 * finds is stored in the model: notes.rehearsal, notes.bias, notes.threshold, notes.verdict.
 */
import { defined } from './base/defined.js'
import { UnseenError } from './base/errors.js'
import { type FitOptions, resolveFitOptions } from './base/options.js'
import { type Watch, drive } from './base/progress.js'
import { markChecked } from './input/checked-rows.js'
import { type TrainingInput, type TrainingSet, readTrainingInput } from './input/training-input.js'
import { Matrix } from './linalg/matrix.js'
import type { Model } from './model/model.js'
import type { JsonObject, ThresholdNote, VerdictNote } from './model/types.js'
import { type UnlikeRule, usualOf } from './recognition/unlikeness.js'
import type { SpokenRule } from './recognition/verdict.js'
import { chooseGroups } from './rehearsal/groups.js'
import { scoreUnit } from './rehearsal/measure.js'
import { modelTrainer } from './rehearsal/model-trainer.js'
import { type RehearsalSettings, rehearsalJob } from './rehearsal/rehearsal-job.js'
import { UNIT_ROWS, spaced } from './rehearsal/spaced.js'
import type { Promises, Rehearsal } from './rehearsal/types.js'

/** How seen classes are hidden. */
export interface RehearseOptions extends Watch {
  /**
   * Classes that will be told apart: as many are hidden at a time. Default: those without rows, or a quarter
   * of the seen ones.
   */
  readonly unseen?: number
  /** How many trainings the seen classes are hidden in. Default: as many as it takes, 10 at most. */
  readonly groups?: number
  /** Also hide each class by itself, against all others. Default: only where that is little work. */
  readonly each?: boolean
  /** How often answers should be right where "none of these" may be said. Default 0.9. */
  readonly accept?: number
  /** Seed of the groups. Default 0; `rehearse` takes that of `fit`. */
  readonly seed?: number
}

/**
 * Hides seen classes, describes them, and measures how well they are recognised: the only honest estimate for
 * a class without images. It measures the model that `fit` would train with these options.
 *
 * @param input rows of seen classes, and the signatures of all
 * @param options how classes are hidden; `fit`: the options of the training that is rehearsed
 * @example
 * ```ts
 * import { rehearse } from '@unseen/core'
 *
 * const { unseen, byClass } = await rehearse({ features, labels, signatures }, { fit: { weights: 'class' } })
 * console.log(unseen.accuracy.value, 'by chance', unseen.chance)
 * ```
 */
export async function rehearse(
  input: TrainingInput | TrainingSet,
  { fit = {}, ...options }: RehearseOptions & { readonly fit?: FitOptions } = {}
): Promise<Rehearsal> {
  const settings = resolveFitOptions(fit)
  const set = readTrainingInput(input)
  const method =
    settings.weights === 'shared'
      ? settings.recipe
      : settings.weights === 'gauss'
        ? 'Gaussian weights'
        : 'class weights'
  return drive(
    rehearsalJob(
      modelTrainer(set, settings),
      settingsOf({ unseen: set.classes.length - set.seen.length, seed: settings.seed, ...options }, method)
    ),
    options
  )
}

/**
 * Is hiding the classes in groups a matter of seconds? Judged by the size of the data alone, so that it does
 * not depend on the machine.
 */
export function isQuickToRehearse(input: TrainingInput | TrainingSet, fit: FitOptions): boolean {
  const set = readTrainingInput(input)
  if (set.seen.length < LEAST_CLASSES) return false
  const settings = resolveFitOptions(fit)
  const groups = chooseGroups(set.seen.length, {
    unseen: set.classes.length - set.seen.length,
    seed: settings.seed
  })
  return groups.length * modelTrainer(set, settings).work(set.features.rows) <= QUICK
}

/** Multiplications: half a minute at most on one core. */
const QUICK = 5e10
/** Fewer cannot be rehearsed. */
const LEAST_CLASSES = 4

/**
 * Rehearses a model on the rows it was trained on. Returns the same model with the rehearsal, its bias and
 * its thresholds in the notes; without them if it was stopped.
 *
 * @param model as it was trained
 * @param input what it was trained on
 * @param options how classes are hidden
 * @example
 * ```ts
 * import { fit, rehearseModel } from '@unseen/core'
 *
 * const input = { features, labels, signatures }
 * const { model: calibrated } = await rehearseModel(await fit(input, { weights: 'class' }), input)
 * calibrated.recognise(rows, { among: 'all' }) // the bias between seen and unseen classes is in its notes
 * ```
 */
export async function rehearseModel(
  model: Model,
  input: TrainingInput | TrainingSet,
  options: RehearseOptions = {}
): Promise<{ readonly model: Model; readonly rehearsal: Rehearsal }> {
  const set = readTrainingInput(input)
  const rehearsal = await rehearse(set, { unseen: model.unseen.length, ...options, fit: model.settings })
  return {
    rehearsal,
    model:
      rehearsal.status === 'complete'
        ? withDecisions(model, rehearsal, markChecked(someOf(set.features), set.features.columns))
        : model
  }
}

/**
 * A model with what a rehearsal of its settings found: bias and thresholds, in the units of its scores.
 *
 * @param model trained with the settings that were rehearsed
 * @param rehearsal of `rehearse`
 * @param features rows the model was trained on
 */
export function applyRehearsal(
  model: Model,
  rehearsal: Rehearsal,
  features: TrainingInput['features']
): Model {
  return withDecisions(model, rehearsal, someOf(Matrix.from(features)))
}

/** Rows by which the unit of scores is known. */
function someOf(matrix: Matrix): Matrix {
  return Matrix.select(
    matrix,
    spaced(
      Uint32Array.from({ length: matrix.rows }, (_, row) => row),
      UNIT_ROWS
    )
  )
}

function withDecisions(model: Model, rehearsal: Rehearsal, some: Matrix): Model {
  const { classes, scores } = model.scores(some, { among: 'seen' })
  const { verdict, ...decisions } = decisionsOf(
    rehearsal,
    scoreUnit(scores, classes.length),
    model.seen.length
  )
  const unlike = unlikeRule(model, rehearsal, some)
  return model.annotate({
    rehearsal: rehearsal as unknown as JsonObject,
    ...decisions,
    ...defined({ verdict: verdict && { ...verdict, ...defined({ unlike }) } })
  })
}

/** Limits of the rehearsal, and what is usual in this model, by rows that it was trained on. */
function unlikeRule(model: Model, { strangers }: Rehearsal, some: Matrix): UnlikeRule | undefined {
  const found = strangers === undefined ? undefined : model.unlikeness(some)
  return strangers === undefined || found?.measures.join() !== strangers.measures.join()
    ? undefined
    : {
        measures: strangers.measures,
        usual: usualOf(found, model.notes.training.rows, model.seen.length),
        points: strangers.points.map(({ rate, limits }) => ({ rate, limits }))
      }
}

/**
 * Bias, thresholds and temperatures in the units of scores: `unit` is the `scoreUnit` of scores of training rows
 * for all seen classes, `seen` how many these are.
 */
export function decisionsOf(
  { all, rejection, promises }: Pick<Rehearsal, 'all' | 'rejection' | 'promises'>,
  unit: number,
  seen: number
): { readonly bias: number; readonly threshold: ThresholdNote; readonly verdict?: VerdictNote } {
  const spoken = (promise: Promises | null): SpokenRule | null =>
    promise === null
      ? null
      : { temperature: promise.temperature * unit, limits: promise.limits, words: promise.words }
  const scaled = (
    { threshold, coverage, accuracy }: Rehearsal['rejection']['all'],
    by: number
  ): ThresholdNote['all'] => (threshold === null ? null : { least: threshold * by, coverage, accuracy })
  return {
    bias: all.bias * unit,
    threshold: {
      accept: rejection.accept,
      unseen: scaled(rejection.unseen, unit),
      all: scaled(rejection.all, unit),
      expressed: scaled(rejection.expressed, 1)
    },
    ...(promises !== undefined && {
      verdict: {
        rough: seen < CALIBRATED,
        unseen: spoken(promises.unseen),
        seen: spoken(promises.seen),
        all: spoken(promises.all)
      }
    })
  }
}

/** With fewer seen classes, a temperature found on some of them does not hold for others. */
const CALIBRATED = 20

export function settingsOf(
  { unseen = 0, groups, each, accept = 0.9, seed = 0 }: RehearseOptions,
  method: string
): RehearsalSettings {
  if (!(accept > 0 && accept <= 1))
    throw new UnseenError('options.value', `accept must lie between 0 and 1, got ${accept}.`, {
      where: { option: 'accept' }
    })
  return { method, unseen, groups, each: each ?? 'auto', accept, seed }
}
