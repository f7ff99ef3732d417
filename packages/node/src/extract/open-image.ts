/**
 * One image, from whatever holds it to pixels. sharp decodes, turns by the
 * EXIF orientation, puts transparent images on white, and makes 8-bit sRGB of grey, CMYK and 16-bit
 * images. Scaling is ours (resample.ts of @unseen/networks), for exactness; only images much larger than needed are shrunk
 * by sharp first, to three times the size (docs/extract.md has the differences).
 */
import { UnseenError } from '@unseen/core'
import type { OpenImage } from '@unseen/networks/internal'
import { open } from 'node:fs/promises'
import type { Sharp } from 'sharp'

/** A file, the bytes of one, or plain pixels (RGB, interleaved, 8 bits). */
export type ImageSource =
  | string
  | Uint8Array
  | { readonly pixels: Uint8Array; readonly width: number; readonly height: number }

/** An image of a few kilobytes may claim any size; 2^27 pixels are about 11,500 x 11,500. */
const MOST_PIXELS = 2 ** 27
const CHANNELS = 3
/** Bytes that tell what kind of file it is. */
const HEAD = 64

export async function openImage(source: ImageSource): Promise<OpenImage> {
  const { default: sharp } = await import('sharp')
  const plain = typeof source === 'string' || source instanceof Uint8Array ? undefined : source
  if (plain !== undefined && plain.pixels.length !== plain.width * plain.height * CHANNELS) {
    throw new UnseenError(
      'image.unreadable',
      `${plain.width} x ${plain.height} pixels of ${CHANNELS} channels are ${plain.width * plain.height * CHANNELS} numbers, got ${plain.pixels.length}.`
    )
  }
  const options = { limitInputPixels: MOST_PIXELS, failOn: 'error' } as const
  const file =
    plain === undefined
      ? sharp(source as string | Uint8Array, options)
      : sharp(plain.pixels, {
          ...options,
          raw: { width: plain.width, height: plain.height, channels: CHANNELS }
        })
  const {
    format,
    autoOrient: { width, height }
  } = await file.metadata().catch(unreadable(source))
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
        .catch(unreadable(source))
      if (info.channels !== CHANNELS)
        throw new UnseenError('image.unreadable', `It has ${info.channels} channels of no known colour.`)
      return { data, width: info.width, height: info.height }
    }
  }
}

/** What the decoder says, or, of a photograph of a phone, what to do about it. */
function unreadable(source: ImageSource): (cause: unknown) => Promise<never> {
  return async cause => {
    const said = cause instanceof Error ? cause.message.split('\n')[0] : String(cause)
    const reason = (await isHeic(source).catch(() => false))
      ? 'It is a HEIC photograph, which cannot be decoded here: save it as JPEG (phones do so when they are set to "most compatible"), or convert it.'
      : said
    throw new UnseenError('image.unreadable', reason, { cause })
  }
}

/** Brands of ISO/IEC 23008-12 for pictures that are coded as HEVC; AVIF has others and is read. */
const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx']

async function isHeic(source: ImageSource): Promise<boolean> {
  if (typeof source !== 'string' && !(source instanceof Uint8Array)) return false
  const head = Buffer.from(typeof source === 'string' ? await headOf(source) : source.subarray(0, HEAD))
  if (head.toString('latin1', 4, 8) !== 'ftyp') return false
  const brands = head.toString('latin1', 8, Math.min(HEAD, head.readUInt32BE(0)))
  return (brands.match(/.{4}/gs) ?? []).some(brand => heicBrands.includes(brand))
}

async function headOf(path: string): Promise<Uint8Array> {
  await using file = await open(path, 'r')
  const { buffer, bytesRead } = await file.read(new Uint8Array(HEAD), 0, HEAD, 0)
  return buffer.subarray(0, bytesRead)
}
