/** Features for a data set that was made of images; the same call goes on where it was stopped. */
import { type ExtractOptions, extractFeatures } from '../extract/extract-features.js'
import type { ImageFile } from '../extract/list-images.js'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

export interface FeatureOptions extends Pick<ExtractOptions, 'model' | 'preset' | 'signal'> {
  readonly onProgress?: (done: number, total: number) => void
}

export async function extractInto(
  folder: string,
  images: readonly ImageFile[],
  { onProgress, ...options }: FeatureOptions
): Promise<readonly { readonly file: string; readonly reason: string }[]> {
  const { skipped } = await extractFeatures(
    { images, passedOver: 0 },
    { ...options, out: folder, onProgress: ({ done, total }) => onProgress?.(done, total) }
  )
  // The manifest now names the rows that have features; the files it named before have had their day.
  const manifest = await readFile(join(folder, 'dataset.json'), 'utf8')
  for (const file of ['labels.npy', 'row-names.jsonl'])
    if (!manifest.includes(`"${file}"`)) await rm(join(folder, file), { force: true })
  return skipped
}
