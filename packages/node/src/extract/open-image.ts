/**
 * One image, from whatever holds it to pixels. sharp decodes, turns by the
 * EXIF orientation, puts transparent images on white, and makes 8-bit sRGB of grey, CMYK and 16-bit
 * images. Scaling is ours (resample.ts of @unseen/networks), for exactness; only images much larger than needed are shrunk
 * by sharp first, to three times the size (docs/extract.md has the differences).
 */
import { UnseenError } from '@unseen/core'
import type { OpenImage } from '@unseen/networks/internal'
import { decodeHeic, isHeic } from './heic.js'
import { readFile } from 'node:fs/promises'
import type { Sharp } from 'sharp'

/** A file, the bytes of one, or plain pixels (RGB, interleaved, 8 bits). */
export type ImageSource =
  | string
  | Uint8Array
  | { readonly pixels: Uint8Array; readonly width: number; readonly height: number }

/** An image of a few kilobytes may claim any size; 2^27 pixels are about 11,500 x 11,500. */
const MOST_PIXELS = 2 ** 27
const CHANNELS = 3
const options = { limitInputPixels: MOST_PIXELS, failOn: 'error' } as const

export async function openImage(source: ImageSource): Promise<OpenImage> {
  const { default: sharp } = await import('sharp')
  const plain = typeof source === 'string' || source instanceof Uint8Array ? undefined : source
  if (plain !== undefined && plain.pixels.length !== plain.width * plain.height * CHANNELS) {
    throw new UnseenError(
      'image.unreadable',
      `${plain.width} x ${plain.height} pixels of ${CHANNELS} channels are ${plain.width * plain.height * CHANNELS} numbers, got ${plain.pixels.length}.`
    )
  }
  const file =
    typeof source === 'string' || source instanceof Uint8Array
      ? await openSharp(source)
      : sharp(source.pixels, {
          ...options,
          raw: { width: source.width, height: source.height, channels: CHANNELS }
        })
  const {
    format,
    autoOrient: { width, height }
  } = await file.metadata().catch(unreadable)
  // Drawings have no pixels of their own, and may name other files.
  if (format === 'svg') throw new UnseenError('image.unreadable', 'SVG is a drawing, not an image of pixels.')
  if (width * height > MOST_PIXELS)
    throw new UnseenError(
      'image.unreadable',
      `${width} x ${height} pixels are more than are accepted (${MOST_PIXELS}).`
    )
  return {
    width,
    height,
    async read(target) {
      if (plain !== undefined && target === undefined) return { data: plain.pixels, width, height }
      const upright = file.clone().autoOrient().flatten({ background: '#ffffff' }).toColourspace('srgb')
      const scaled: Sharp = target === undefined ? upright : upright.resize({ ...target, fit: 'fill' })
      const { data, info } = await scaled
        .raw({ depth: 'uchar' })
        .toBuffer({ resolveWithObject: true })
        .catch(unreadable)
      if (info.channels !== CHANNELS)
        throw new UnseenError('image.unreadable', `It has ${info.channels} channels of no known colour.`)
      return { data, width: info.width, height: info.height }
    }
  }
}

/** A file, or the bytes of one, for sharp; of a HEIC photograph its pixels. */
export async function openSharp(source: string | Uint8Array): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  if (!(await isHeic(source))) return sharp(source, options)
  const { data, width, height } = await decodeHeic(
    typeof source === 'string' ? await readFile(source) : source,
    MOST_PIXELS
  )
  return sharp(data, { ...options, raw: { width, height, channels: 4 } })
}

function unreadable(cause: unknown): never {
  throw new UnseenError(
    'image.unreadable',
    cause instanceof Error ? cause.message.split('\n')[0] : String(cause),
    { cause }
  )
}
