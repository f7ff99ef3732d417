/** What experiments share: a split tuned or trained, and tested on its unseen classes. */
import {
  type FitOptions,
  type Model,
  type SplitData,
  accuracy,
  fit,
  summariseTrials,
  tune
} from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { type SplitOptions, takeSplit } from '@unseen/data'
import type { Measured } from '@unseen/report'
import type { OpenDataset } from '../dataset/open.js'
import type { ExperimentContext } from './experiment.js'

export interface Tested {
  readonly data: SplitData
  readonly model: Model
  /** part of the test images of unseen classes recognised among these */
  readonly accuracy: number
}

/** Parameters from held-out seen classes, then the test. */
export async function tuneAndTest(
  dataset: OpenDataset,
  split: SplitOptions,
  family: 'paper' | 'class-weights',
  { executor, protocol, signal }: ExperimentContext,
  seed: number,
  options: Pick<FitOptions, 'references' | 'normalise'> = {}
): Promise<Tested> {
  const data = await takeSplit(dataset, split)
  const { model } = await tune(data.train, {
    ...options,
    family,
    protocol,
    executor,
    seed,
    ...defined({ signal })
  })
  if (model === undefined) throw new DOMException('Stopped.', 'AbortError')
  return { data, model, accuracy: testOf(model, data) }
}

/** Given parameters. */
export async function fitAndTest(
  dataset: OpenDataset,
  split: SplitOptions,
  options: FitOptions,
  { signal }: ExperimentContext
): Promise<Tested> {
  const data = await takeSplit(dataset, split)
  const model = await fit(data.train, { ...options, ...defined({ signal }) })
  signal?.throwIfAborted()
  return { data, model, accuracy: testOf(model, data) }
}

export function testOf(model: Model, { test, split }: SplitData): number {
  return accuracy(
    test.labels,
    model.recognise(test.features, { among: split.unseen }).map(([best]) => best.class),
    { classes: split.unseen }
  ).perImage
}

export function overTrials(values: readonly number[]): Measured {
  const { mean, deviation, trials } = summariseTrials(values)
  return trials < 2 ? { value: mean } : { value: mean, deviation, trials }
}
