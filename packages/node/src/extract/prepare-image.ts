/**
 * One image, from whatever holds it to the entries of a network's input. sharp decodes, turns by the
 * EXIF orientation, puts transparent images on white, and makes 8-bit sRGB of grey, CMYK and 16-bit
 * images. Scaling is ours (resample.ts), for exactness; only images much larger than needed are shrunk
 * by sharp first, to three times the size (docs/extract.md has the differences).
 */
import type { Sharp } from 'sharp'
import { UnseenError } from '@unseen/core'
import type { Preprocessing } from './preprocessing.js'
import { resample, type Picture, type Window } from './resample.js'

/** A file, the bytes of one, or plain pixels (RGB, interleaved, 8 bits). */
export type ImageSource = string | Uint8Array | { readonly pixels: Uint8Array; readonly width: number; readonly height: number }

/** An image of a few kilobytes may claim any size; 2^27 pixels are about 11,500 x 11,500. */
const MOST_PIXELS = 2 ** 27
const CHANNELS = 3
/** Images larger than so many times the size wanted are shrunk to that by sharp. */
const AMPLE = 3
/** Luma of ITU-R BT.601, as Pillow's "L". */
const LUMA = [0.299, 0.587, 0.114] as const

/** Writes the image's entries into `into`, which is as long as one image of the input. */
export async function prepareImage(source: ImageSource, how: Preprocessing, into: Float32Array | Uint8Array): Promise<void> {
  const image = await open(source)
  const { size, window } = placement(image, how)
  const ample = { width: AMPLE * size.width, height: AMPLE * size.height }
  const isAmple = ample.width < image.width && ample.height < image.height
  const picture = await image.read(isAmple ? { ...ample, kernel: how.resize === 'bilinear' ? 'linear' : 'cubic' } : undefined)
  writeEntries(resample(picture, size, window, how.resize), how, into)
}

interface OpenImage {
  /** as seen, the orientation applied */
  readonly width: number
  readonly height: number
  read(target: { readonly width: number; readonly height: number; readonly kernel: 'linear' | 'cubic' } | undefined): Promise<Picture>
}

async function open(source: ImageSource): Promise<OpenImage> {
  const { default: sharp } = await import('sharp')
  const plain = typeof source === 'string' || source instanceof Uint8Array ? undefined : source
  if (plain !== undefined && plain.pixels.length !== plain.width * plain.height * CHANNELS) {
    throw new UnseenError('image.unreadable', `${plain.width} x ${plain.height} pixels of ${CHANNELS} channels are ${plain.width * plain.height * CHANNELS} numbers, got ${plain.pixels.length}.`)
  }
  const options = { limitInputPixels: MOST_PIXELS, failOn: 'error' } as const
  const file = plain === undefined ? sharp(source as string | Uint8Array, options) : sharp(plain.pixels, { ...options, raw: { width: plain.width, height: plain.height, channels: CHANNELS } })
  const { format, autoOrient: { width, height } } = await file.metadata().catch(unreadable)
  // Drawings have no pixels of their own, and may name other files.
  if (format === 'svg') throw new UnseenError('image.unreadable', 'SVG is a drawing, not an image of pixels.')
  if (width * height > MOST_PIXELS) throw new UnseenError('image.unreadable', `${width} x ${height} pixels are more than are accepted (${MOST_PIXELS}).`)
  return {
    width,
    height,
    async read(target) {
      if (plain !== undefined && target === undefined) return { data: plain.pixels, width, height }
      const upright = file.clone().autoOrient().flatten({ background: '#ffffff' }).toColourspace('srgb')
      const scaled: Sharp = target === undefined ? upright : upright.resize({ ...target, fit: 'fill' })
      const { data, info } = await scaled.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true }).catch(unreadable)
      if (info.channels !== CHANNELS) throw new UnseenError('image.unreadable', `It has ${info.channels} channels of no known colour.`)
      return { data, width: info.width, height: info.height }
    },
  }
}

/** The size the whole image is scaled to, and the part of it that the network sees. */
function placement(image: { readonly width: number; readonly height: number }, { width, height, crop, shorter }: Preprocessing): { readonly size: { readonly width: number; readonly height: number }; readonly window: Window } {
  if (crop === 'none') return { size: { width, height }, window: { left: 0, top: 0, width, height } }
  const scale = shorter / Math.min(image.width, image.height)
  const size = { width: Math.max(shorter, Math.floor(image.width * scale)), height: Math.max(shorter, Math.floor(image.height * scale)) }
  return { size, window: { left: Math.round((size.width - width) / 2), top: Math.round((size.height - height) / 2), width, height } }
}

function writeEntries(picture: Float32Array, { width, height, scale, offset, mean, std, layout, colour }: Preprocessing, into: Float32Array | Uint8Array): void {
  const channels = mean.length
  const pixels = width * height
  for (let c = 0; c < channels; c++) {
    const from = colour === 'bgr' ? 2 - c : c
    const factor = scale / std[c]
    const add = (offset - mean[c]) / std[c]
    for (let p = 0; p < pixels; p++) {
      const at = p * CHANNELS
      const value = colour === 'grey' ? LUMA[0] * picture[at] + LUMA[1] * picture[at + 1] + LUMA[2] * picture[at + 2] : picture[at + from]
      into[layout === 'nchw' ? c * pixels + p : p * channels + c] = into instanceof Uint8Array ? Math.round(value) : value * factor + add
    }
  }
}

function unreadable(cause: unknown): never {
  const reason = cause instanceof Error ? cause.message.split('\n')[0] : String(cause)
  throw new UnseenError('image.unreadable', reason, { cause })
}
