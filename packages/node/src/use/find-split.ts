/**
 * The split whose rows are meant: the one asked for, else the one the model was trained on, else the first.
 */
import { type Model, type Split, UnseenError } from '@unseen/core'
import type { Dataset } from '@unseen/data'

export function findSplit(
  { splits, name: dataset }: Dataset,
  { notes: { data } }: Model,
  wanted: string | undefined
): Split | undefined {
  const own = data?.['name'] === dataset ? splits.find(({ name }) => name === data['split']) : undefined
  const found = wanted === undefined ? (own ?? splits.at(0)) : splits.find(({ name }) => name === wanted)
  if (wanted === undefined || found !== undefined) return found
  throw new UnseenError('dataset.name', `There is no split ${JSON.stringify(wanted)}.`, {
    where: { split: wanted },
    remedy: `There are: ${splits.map(({ name }) => name).join(', ')}.`
  })
}
