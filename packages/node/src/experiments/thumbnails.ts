/** Small pictures of rows as data: URLs, cut out of the data set's sprite sheet. */
import type { OpenDataset } from '../dataset/open.js'

/** undefined where the data set has no pictures. */
export async function openThumbnails({
  thumbnails,
  files
}: OpenDataset): Promise<((row: number) => Promise<string>) | undefined> {
  if (thumbnails === undefined) return undefined
  const { file, width, height, columns } = thumbnails
  const sprite = await files.bytes(file)
  const { default: sharp } = await import('sharp')
  // The sheet is unpacked once, not for each picture on it.
  const { data, info } = await sharp(sprite).raw().toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  return async row => {
    const picture = await sharp(data, { raw })
      .extract({ left: (row % columns) * width, top: Math.floor(row / columns) * height, width, height })
      .png()
      .toBuffer()
    return `data:image/png;base64,${picture.toString('base64')}`
  }
}
