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
import { type PublishedRow, publishedMean } from './published.js'

export interface Tested {
  readonly data: SplitData
  readonly model: Model
  /** the options that train this model again */
  readonly options: FitOptions
  /** part of the test images of unseen classes recognised among these */
  readonly accuracy: number
  /** of choosing the parameters, training and testing, the rows at hand */
  readonly seconds: number
}

/** What is to be tuned. */
export interface Wanted {
  readonly split: SplitOptions
  readonly family: 'paper' | 'class-weights'
  readonly seed: number
}

/** Parameters from held-out seen classes, then the test. */
export async function tuneAndTest(
  dataset: OpenDataset,
  { split, family, seed }: Wanted,
  {
    executor,
    protocol,
    signal,
    onProgress
  }: Pick<ExperimentContext, 'executor' | 'protocol' | 'signal' | 'onProgress'>
): Promise<Tested> {
  const data = await takeSplit(dataset, split)
  const started = performance.now()
  const { model, options } = await tune(data.train, {
    family,
    protocol,
    executor,
    seed,
    ...defined({ signal }),
    onProgress: progress => {
      if (progress.stage === 'search') onProgress?.('', progress.done / progress.total)
    }
  })
  if (model === undefined || options === undefined) throw new DOMException('Stopped.', 'AbortError')
  return {
    data,
    model,
    options,
    accuracy: testOf(model, data),
    seconds: (performance.now() - started) / 1000
  }
}

/** Given parameters. */
export async function fitAndTest(
  data: SplitData,
  options: FitOptions,
  { signal }: Pick<ExperimentContext, 'signal'>
): Promise<Tested> {
  const started = performance.now()
  const model = await fit(data.train, { ...options, ...defined({ signal }) })
  signal?.throwIfAborted()
  return {
    data,
    model,
    options,
    accuracy: testOf(model, data),
    seconds: (performance.now() - started) / 1000
  }
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

/** A row of a published table as a report holds it. */
export function publishedCells({ name, values }: PublishedRow): {
  readonly name: string
  readonly cells: readonly (Measured | null)[]
} {
  return {
    name,
    cells: values.map(value =>
      value === undefined
        ? null
        : {
            value: publishedMean(value),
            ...(typeof value === 'number' ? {} : { deviation: value[1] / 100 })
          }
    )
  }
}
