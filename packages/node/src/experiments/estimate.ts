/**
 * How long a search of the paper's whole grid will take, before it begins: one training is timed, the
 * rest is counted. Trainings of a chain start from each other, so they take less than the first.
 */
import { fit, grids } from '@unseen/core'
import { type SplitOptions, takeSplit } from '@unseen/data'
import type { OpenDataset } from '../dataset/open.js'

/**
 * Of the time of a single training, measured over the paper's whole grid on two pairs of the sample: 0.16 and
 * 0.21.
 */
const WARM = 0.19
const REPETITIONS = 3

export interface Estimate {
  readonly searches: number
  readonly trainings: number
  readonly seconds: number
}

export async function estimatePaperSearch(
  dataset: OpenDataset,
  split: SplitOptions,
  searches: number,
  threads: number
): Promise<Estimate> {
  const { train } = await takeSplit(dataset, split)
  const started = performance.now()
  await fit(train, { references: 'means', tolerance: 1e-2, epochs: 30 })
  const once = (performance.now() - started) / 1000
  const { gamma, lambda2, lambda3 } = grids.paper
  const trainings = searches * REPETITIONS * gamma.length * (lambda2.length * lambda3.length - 1)
  return { searches, trainings, seconds: (trainings * once * WARM) / threads }
}
