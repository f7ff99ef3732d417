/**
 * Small pictures of many images in one sheet (WebP), line by line; images that cannot be read are reported.
 */
import { UnseenError } from '@unseen/core'
import type { Thumbnails } from '@unseen/data'
import { openSharp } from '../extract/open-image.js'

export interface SpriteOptions {
  /** width and height of each, in pixels */
  readonly side?: number
  readonly signal?: AbortSignal
  readonly onProgress?: (done: number, total: number) => void
}

export interface Sprites {
  /** of the images that could be read; absent where there are too many for one sheet */
  readonly sheet?: { readonly bytes: Uint8Array; readonly thumbnails: Thumbnails }
  readonly unreadable: readonly { readonly image: number; readonly reason: string }[]
}

const SIDE = 32
/** Of a sheet, in pixels: WebP ends at 16,383. */
const LARGEST_SIDE = 16_383
/** Images that are decoded at the same time. */
const AT_ONCE = 8
const CHANNELS = 3

export async function makeSprites(
  paths: readonly string[],
  { side = SIDE, signal, onProgress }: SpriteOptions = {}
): Promise<Sprites> {
  const { default: sharp } = await import('sharp')
  const small: (Buffer | undefined)[] = []
  const unreadable: { image: number; reason: string }[] = []
  const read = async (image: number): Promise<void> => {
    try {
      const picture = await openSharp(paths[image])
      small[image] = await picture
        .autoOrient()
        .resize(side, side, { fit: 'cover' })
        .flatten({ background: '#fff' })
        .toColourspace('srgb')
        .removeAlpha()
        .raw()
        .toBuffer()
    } catch (error) {
      small[image] = undefined
      unreadable.push({ image, reason: error instanceof Error ? error.message : String(error) })
    }
  }
  for (let start = 0; start < paths.length; start += AT_ONCE) {
    if (signal?.aborted === true) throw new UnseenError('cancelled', 'Stopped before the pictures were made.')
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, paths.length - start) }, (_, i) => read(start + i))
    )
    onProgress?.(Math.min(start + AT_ONCE, paths.length), paths.length)
  }
  unreadable.sort((a, b) => a.image - b.image)
  const tiles = small.filter(tile => tile !== undefined)
  const columns = Math.max(1, Math.ceil(Math.sqrt(tiles.length)))
  const lines = Math.max(1, Math.ceil(tiles.length / columns))
  if (tiles.length === 0 || columns * side > LARGEST_SIDE) return { unreadable }
  const pixels = Buffer.alloc(columns * side * lines * side * CHANNELS, 255)
  tiles.forEach((tile, at) => {
    for (let y = 0; y < side; y++)
      tile.copy(
        pixels,
        ((Math.floor(at / columns) * side + y) * columns + (at % columns)) * side * CHANNELS,
        y * side * CHANNELS,
        (y + 1) * side * CHANNELS
      )
  })
  const bytes = await sharp(pixels, {
    raw: { width: columns * side, height: lines * side, channels: CHANNELS }
  })
    .webp({ quality: 85 })
    .toBuffer()
  return {
    sheet: {
      bytes: new Uint8Array(bytes),
      thumbnails: { file: 'thumbnails.webp', width: side, height: side, columns }
    },
    unreadable
  }
}
