/** An image that the browser decodes: turned by its EXIF orientation, on white, as 8-bit sRGB. */
import { UnseenError } from '@unseen/core'
import type { OpenImage } from './open-image.js'

/** A file of an image, or one that is decoded already, which stays as it is. */
export async function openBitmap(image: Blob | ImageBitmap): Promise<OpenImage> {
  const bitmap = await createImageBitmap(image).catch((cause: unknown) => {
    throw new UnseenError('image.unreadable', 'The browser cannot read this image.', {
      remedy: 'Use PNG, JPEG, WebP, GIF or AVIF.',
      cause
    })
  })
  return {
    width: bitmap.width,
    height: bitmap.height,
    read: target => {
      const { width, height } = target ?? bitmap
      const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
      if (context === null)
        throw new UnseenError('image.unreadable', 'This browser cannot draw images outside of the page.')
      context.fillStyle = '#ffffff'
      context.fillRect(0, 0, width, height)
      context.imageSmoothingQuality = 'high'
      context.drawImage(bitmap, 0, 0, width, height)
      const { data: rgba } = context.getImageData(0, 0, width, height)
      bitmap.close()
      const data = new Uint8Array(width * height * 3)
      for (let p = 0; p < width * height; p++) for (let c = 0; c < 3; c++) data[3 * p + c] = rgba[4 * p + c]
      return Promise.resolve({ data, width, height })
    }
  }
}
