// The sample and its model by core's own doors, to hold what the engine says against. Made once for all files
// of a worker: nobody changes them.
import { type Model, type SplitData, fit } from '@unseen/core'
import { type Dataset, readDraft, takeSplit, toDataset } from '@unseen/data'
import { SAMPLE_OPTIONS, fetchSample } from '../../src/start/engine/sample.js'
import { SAMPLE } from '../../src/worker/sample-name.js'
import { sampleFile } from './studio.js'

export interface CoreSample {
  readonly dataset: Dataset
  readonly taken: SplitData
  readonly model: Model
}

let made: Promise<CoreSample> | undefined

export function coreSample(): Promise<CoreSample> {
  return (made ??= make())
}

async function make(): Promise<CoreSample> {
  const dataset = toDataset(await readDraft(await fetchSample('http://sample/', sampleFile, () => undefined)))
  const taken = await takeSplit(dataset, { split: SAMPLE.split, table: SAMPLE.table })
  return { dataset, taken, model: await fit(taken.train, SAMPLE_OPTIONS) }
}
