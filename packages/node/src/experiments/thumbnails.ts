/** Small pictures of rows as data: URLs, cut out of the data set's sprite sheet. */
import type { OpenDataset } from '../dataset/open.js'

/** undefined where the data set has no pictures. */
export async function openThumbnails({ thumbnails, files }: OpenDataset): Promise<((row: number) => Promise<string>) | undefined> {
  if (thumbnails === undefined) return undefined
  const { file, width, height, columns } = thumbnails
  const sprite = await files.bytes(file)
  const { default: sharp } = await import('sharp')
  return async (row) => {
    const picture = await sharp(sprite).extract({ left: (row % columns) * width, top: Math.floor(row / columns) * height, width, height }).png().toBuffer()
    return `data:image/png;base64,${picture.toString('base64')}`
  }
}
