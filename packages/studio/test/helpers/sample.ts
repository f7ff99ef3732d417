// The sample and its model by core's own doors, to hold what the engine says against. Made once for all files
// of a worker: nobody changes them.
import { fit, readDraft, takeSplit, toDataset, type Dataset, type Model, type SplitData } from '@unseen/core'
import { SAMPLE_OPTIONS, fetchSample } from '../../src/engine/sample.js'
import { SAMPLE } from '../../src/engine/sample-name.js'
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
