/** From a picture to a network's input, wherever it was decoded: by sharp here, by the browser in Studio. */
import type { Preprocessing } from './preprocessing.js'
import type { Window } from './resample.js'

const CHANNELS = 3
/** Luma of ITU-R BT.601, as Pillow's "L". */
export const LUMA = [0.299, 0.587, 0.114] as const

/** The size the whole image is scaled to, and the part of it that the network sees. */
export function placement(
  image: { readonly width: number; readonly height: number },
  { width, height, crop, shorter, middle }: Preprocessing
): { readonly size: { readonly width: number; readonly height: number }; readonly window: Window } {
  if (crop === 'none') return { size: { width, height }, window: { left: 0, top: 0, width, height } }
  // Multiplied before it is divided: a side that comes out whole must not end just below.
  const least = Math.min(image.width, image.height)
  const side = (length: number): number =>
    crop === 'stretch' ? shorter : Math.max(shorter, Math.floor((shorter * length) / least))
  const size = { width: side(image.width), height: side(image.height) }
  const before = (whole: number, part: number): number => {
    const half = Math.floor((whole - part) / 2)
    return middle === 'even' && (whole - part) % 2 === 1 ? half + (half % 2) : half
  }
  return {
    size,
    window: { left: before(size.width, width), top: before(size.height, height), width, height }
  }
}

/** A scaled picture (RGB, interleaved) as the entries of a network's input. */
export function entriesOf(
  picture: Float32Array,
  { width, height, scale, offset, mean, std, layout, colour }: Preprocessing,
  into: Float32Array | Uint8Array
): void {
  const channels = mean.length
  const pixels = width * height
  for (let c = 0; c < channels; c++) {
    const from = colour === 'bgr' ? 2 - c : c
    const factor = scale / std[c]
    const add = (offset - mean[c]) / std[c]
    for (let p = 0; p < pixels; p++) {
      const at = p * CHANNELS
      const value =
        colour === 'grey'
          ? LUMA[0] * picture[at] + LUMA[1] * picture[at + 1] + LUMA[2] * picture[at + 2]
          : picture[at + from]
      into[layout === 'nchw' ? c * pixels + p : p * channels + c] =
        into instanceof Uint8Array ? Math.round(value) : value * factor + add
    }
  }
}
