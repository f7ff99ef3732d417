/** One image, from whatever decodes it to the entries of a network's input. */
import { entriesOf, placement } from './image-entries.js'
import type { Preprocessing } from './preprocessing.js'
import { type Picture, resample } from './resample.js'

/** What a decoder knows before it reads pixels, and how they are read. */
export interface OpenImage {
  /** as seen, the orientation applied */
  readonly width: number
  readonly height: number
  /** All pixels, or the image shrunk to `target` by the decoder. */
  read(
    target:
      | { readonly width: number; readonly height: number; readonly kernel: 'linear' | 'cubic' }
      | undefined
  ): Promise<Picture>
}

/** Images larger than so many times the size wanted are shrunk to that by the decoder; the rest is exact. */
const AMPLE = 3

/** Writes the image's entries into `into`, which is as long as one image of the input. */
export async function writeEntries(
  image: OpenImage,
  how: Preprocessing,
  into: Float32Array | Uint8Array
): Promise<void> {
  const { size, window } = placement(image, how)
  const ample = { width: AMPLE * size.width, height: AMPLE * size.height }
  // The nearest pixel is one of the image itself, which a shrunk one has no more.
  const isAmple = ample.width < image.width && ample.height < image.height && how.resize !== 'nearest'
  const picture = await image.read(
    isAmple ? { ...ample, kernel: how.resize === 'bilinear' ? 'linear' : 'cubic' } : undefined
  )
  entriesOf(resample(picture, size, window, how.resize), how, into)
}
