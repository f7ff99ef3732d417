/**
 * Small pictures of a library's rows: from the folder the library was told of (--images), or from a data
 * set's own sheet of small pictures. An id is a file of that folder or nothing: it cannot lead out of it.
 */
import { openDataset } from '../dataset/open.js'
import { openThumbnails } from '../experiments/thumbnails.js'
import { openSharp } from '../extract/open-image.js'
import type { Hit } from './hits.js'
import type { SourceEntry } from './layout.js'
import type { OpenLibrary } from './open-library.js'
import { realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'

/** Where a row came from. */
export type RowPlace = Pick<Hit, 'id' | 'source' | 'sourceRow'>
/** One WebP of SIDE x SIDE for each row; undefined where there is none. */
export type Pictures = (rows: readonly RowPlace[]) => Promise<(Buffer | undefined)[]>
type Opener = (row: RowPlace) => Promise<Buffer | undefined>

export const SIDE = 128

/** Each source is opened once. */
export function openPictures({ sources }: Pick<OpenLibrary, 'sources'>): Pictures {
  const openers = new Map<string, Promise<Opener>>()
  return rows =>
    Promise.all(
      rows.map(async row => {
        let opener = openers.get(row.source)
        if (opener === undefined) {
          opener = openerOf(sources.filter(({ name }) => name === row.source).at(-1))
          openers.set(row.source, opener)
        }
        return (await opener)(row).catch(() => undefined)
      })
    )
}

async function openerOf(source: SourceEntry | undefined): Promise<Opener> {
  if (source === undefined) return async () => undefined
  const folder = await realpath(source.images ?? source.path).catch(() => undefined)
  const thumbnail =
    source.images === undefined
      ? await openDataset(source.path).then(openThumbnails, () => undefined)
      : undefined
  return async ({ id, sourceRow }) => {
    if (thumbnail !== undefined)
      return small(Buffer.from((await thumbnail(sourceRow)).split(',')[1], 'base64'))
    if (folder === undefined) return undefined
    const file = await realpath(join(folder, id))
    return file.startsWith(folder + sep) ? small(file) : undefined
  }
}

async function small(input: string | Buffer): Promise<Buffer> {
  const picture = await openSharp(input)
  return picture
    .autoOrient()
    .resize(SIDE, SIDE, { fit: 'cover' })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .webp({ quality: 80 })
    .toBuffer()
}
