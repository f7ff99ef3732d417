/**
 * The rows of a data set that a model was trained on: it remembers the fingerprint of its data and the split.
 * Undefined where it cannot be known.
 */
import type { Model } from '@unseen/core'
import { type Dataset, fingerprint } from '@unseen/data'

export async function trainedRows(
  { notes: { data }, seen }: Model,
  dataset: Dataset
): Promise<ReadonlySet<number> | undefined> {
  if (data === undefined || data['fingerprint'] !== (await fingerprint(dataset))) return undefined
  const known = new Set(seen)
  const { train } = dataset.splits.find(({ name }) => name === data['split']) ?? {}
  return new Set(
    (train ?? Uint32Array.from(dataset.labels.keys())).filter(row =>
      known.has(dataset.classes[dataset.labels[row]])
    )
  )
}
