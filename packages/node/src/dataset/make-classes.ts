/** The classes of a data set that is about to be made, as soon as its files are known. */
import { defined } from '@unseen/core/internal'
import { toDataset } from '@unseen/data'
import { listImages } from '../extract/list-images.js'
import { type MakeOptions, draftOf } from './make.js'

export async function classesOfFiles({
  images,
  features,
  labels,
  attributes = []
}: Partial<MakeOptions>): Promise<readonly string[]> {
  if (images !== undefined && attributes.length === 0)
    return [...new Set((await listImages([images])).images.flatMap(({ label }) => label ?? []))].sort()
  const parts = images === undefined ? { ...defined({ features, labels }), attributes } : { attributes }
  return toDataset(await draftOf(parts, 'these files')).classes
}
