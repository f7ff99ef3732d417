/**
 * Training: from rows with labels and one signature per class to a model. Without options this is
 * the paper's method. Classes without rows are described at once: the model can recognise them.
 */
import { defined } from './base/defined.js'
import { type FitOptions, type FitSettings, resolveFitOptions } from './base/options.js'
import { type Job, type Watch, drive } from './base/progress.js'
import { comparedMixtures } from './embedding/compare.js'
import { Dictionary } from './embedding/source.js'
import { type TrainingInput, type TrainingSet, readTrainingInput } from './input/training-input.js'
import { gatherRows } from './linalg/gather.js'
import { Model } from './model/model.js'
import type { ModelNotes } from './model/types.js'
import { trainClassWeights } from './training/class-weights.js'
import { trainGaussian } from './training/gaussian.js'
import { trainSharedWeights } from './training/shared-weights.js'

/**
 * Trains a model. Without options this is the paper's method; `tune` chooses the parameters for you. Classes
 * that have a signature but no rows are described at once, so the model can recognise them.
 *
 * @param input rows, their labels and one signature for each class
 * @param options how to train (`FitOptions`), a callback for progress and a signal to stop; none is needed
 * @example
 * ```ts
 * import { fit } from '@unseen/core'
 *
 * const model = await fit({ features, labels, signatures })
 * const [[best]] = model.recognise(rows) // the best class of the first row, with its score
 * ```
 */
export async function fit(
  input: TrainingInput | TrainingSet,
  options: FitOptions & Watch = {}
): Promise<Model> {
  const { onProgress, signal, ...rest } = options
  const settings = resolveFitOptions(rest)
  return drive(fitJob(readTrainingInput(input), settings), { onProgress, signal })
}

/** Training as a job, for checked input and settings. */
export function* fitJob(
  set: TrainingSet,
  settings: FitSettings,
  notes: Partial<ModelNotes> = {}
): Job<Model> {
  const seen = set.seen.length
  const { length } = set
  const unit = gatherRows(set.unit, length, set.seen)
  const { trained, report } =
    settings.weights === 'class'
      ? yield* trainClassWeights(set.features, set.labels, seen, settings)
      : settings.weights === 'gauss'
        ? yield* trainGaussian(set.features, set.labels, unit, seen, settings)
        : yield* trainSharedWeights(
            {
              features: set.features,
              labels: set.labels,
              unit,
              mixtures: seenMixtures(unit, seen, settings)
            },
            settings
          )
  const signature = (index: number): Float64Array =>
    set.signatures.slice(index * length, (index + 1) * length)
  const seenClasses = set.seen.map(index => ({ name: set.classes[index], signature: signature(index) }))
  const model = Model.create(settings, trained, seenClasses, {
    ...defined({ attributes: set.attributes, source: set.source, encoder: set.encoder }),
    training: report,
    ...notes
  })
  const isSeen = new Set(set.seen)
  return model.describeAll(
    set.classes
      .map((name, index) => ({ name, signature: signature(index) }))
      .filter((_, index) => !isSeen.has(index))
  )
}

/** Compared mixtures of the seen classes by themselves, (seen x seen) */
function seenMixtures(
  unit: Float64Array,
  seen: number,
  { gamma, mixture, compare }: FitSettings
): Float64Array {
  const dictionary = new Dictionary(unit, seen, gamma, mixture)
  const length = unit.length / seen
  const mixtures = new Float64Array(seen * seen)
  for (let s = 0; s < seen; s++)
    mixtures.set(dictionary.embed(unit.subarray(s * length, (s + 1) * length)).mixture, s * seen)
  return comparedMixtures(mixtures, seen, compare)
}
