/**
 * Tuning: cross validation over held-out seen classes (tuning/search.ts), then training on all seen
 * classes with the parameters that won.
 */
import { defined } from './base/defined.js'
import { UnseenError } from './base/errors.js'
import { type FitOptions, resolveFitOptions } from './base/options.js'
import { drive } from './base/progress.js'
import { fitJob } from './fit.js'
import { type TrainingInput, type TrainingSet, readTrainingInput } from './input/training-input.js'
import type { Model } from './model/model.js'
import type { JsonObject } from './model/types.js'
import { pointName, pointOptions } from './tuning/points.js'
import { type Search, type SearchOptions, search } from './tuning/search.js'

const searched = [
  'gamma',
  'lambda2',
  'lambda3',
  'ridge',
  'compare',
  'shrinkage',
  'predictive',
  'weights',
  'loss',
  'recipe'
] as const

/** Options of the search, and any option of `fit` that is not searched. */
export type TuneOptions = Omit<SearchOptions, 'fixed'> &
  Omit<FitOptions, (typeof searched)[number] | 'mixture'> & {
    /** `false`: only search. Default `true`. */
    readonly retrain?: boolean
  }

/** What the search found, and the model it led to. */
export interface Tuned extends Search {
  /** trained on all seen classes; undefined if it was cancelled before or not asked to retrain */
  readonly model: Model | undefined
  /** the options that train the best point again */
  readonly options: FitOptions | undefined
}

/**
 * Chooses the parameters by cross validation over held-out seen classes, then trains on all seen classes with
 * those that won. Test rows are never looked at. A search that was stopped goes on from its results
 * (`onResult`, `completed`) to the same winner.
 *
 * @param input rows, their labels and one signature for each class; at least four classes have rows
 * @param options what to search and where to run it; none is needed
 * @example
 * ```ts
 * import { tune } from '@unseen/core'
 *
 * const { model, best } = await tune({ features, labels, signatures }, { family: 'class-weights' })
 * console.log(best?.point, best?.accuracy)
 * model?.recognise(rows)
 * ```
 */
export async function tune(input: TrainingInput | TrainingSet, options: TuneOptions = {}): Promise<Tuned> {
  const {
    family,
    protocol,
    grid,
    folds,
    heldOut,
    mixture,
    executor,
    onResult,
    completed,
    onProgress,
    signal,
    retrain = true,
    ...fixed
  } = options
  const given = searched.find(name => name in fixed)
  if (given !== undefined)
    throw new UnseenError('options.combination', `${given} is what tune searches or decides.`, {
      where: { option: given },
      remedy: 'Give its values in grid, or use fit.'
    })
  const set = readTrainingInput(input)
  const { best, ...found } = await search(
    set,
    defined({
      family,
      protocol,
      grid,
      folds,
      heldOut,
      mixture,
      executor,
      onResult,
      completed,
      onProgress,
      signal,
      fixed
    })
  )
  if (best === undefined) return { ...found, best, options: undefined, model: undefined }
  const classOptions = {
    references: 'means',
    transform: family === 'class-weights' ? (fixed.transform ?? 'identity') : 'identity'
  } as const
  const chosen: FitOptions = {
    ...fixed,
    ...(best.point.family === 'paper' ? {} : classOptions),
    ...pointOptions(best.point)
  }
  if (!retrain || found.status === 'cancelled') return { ...found, best, options: chosen, model: undefined }
  const tuning: JsonObject = {
    protocol: found.protocol,
    folds: found.folds,
    seed: fixed.seed ?? 0,
    winner: pointName(best.point),
    accuracy: best.accuracy,
    standardError: best.standardError,
    families: found.families.map(entry => ({
      family: entry.family,
      winner: pointName(entry.best.point),
      accuracy: entry.best.accuracy,
      lead: { ...entry.lead }
    })),
    lead: found.lead,
    alike: found.alike.length,
    points: found.points.length,
    notConverged: found.notConverged
  }
  const model = await drive(fitJob(set, resolveFitOptions(chosen), { tuning }), { onProgress, signal }).catch(
    (error: unknown) => {
      // What the search found outlives a training that was stopped.
      if (error instanceof UnseenError && error.code === 'cancelled') return undefined
      throw error
    }
  )
  return { ...found, best, options: chosen, model }
}
