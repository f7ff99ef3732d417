/** Photos through a network, a few at a time; those that cannot be read are left out and named. */
import { UnseenError } from '@unseen/core'
import type { Backbone } from '../extract/backbone.js'
import type { ImageFile } from '../extract/list-images.js'
import type { AskedClass } from './answer-photos.js'

/** What is said about one photo. */
export interface AskedPhoto {
  /** Where it is. */
  readonly path: string
  /** as it is called in its folder */
  readonly name: string
  /** every candidate, the most probable first */
  readonly ranked: readonly AskedClass[]
}

/** How looking is watched and stopped. */
export interface LookOptions {
  /** Stops it when it fires. */
  readonly signal?: AbortSignal
  /** Called with photos done, of how many. */
  readonly onPhoto?: (done: number, total: number) => void
}

/** What was seen. */
export interface Looked {
  /** Every photo that can be read. */
  readonly photos: readonly AskedPhoto[]
  /** Photos that cannot be read, and why. */
  readonly skipped: readonly { readonly file: string; readonly reason: string }[]
}

const BATCH = 8

/**
 * Asks about every photo.
 *
 * @param images the photos
 * @param backbone the network that looks at them
 * @param answer what is said by the network's row for one photo
 * @param options how it is watched and stopped
 */
export async function lookAt(
  images: readonly ImageFile[],
  backbone: Backbone,
  answer: (row: Float32Array) => readonly AskedClass[],
  { signal, onPhoto }: LookOptions
): Promise<Looked> {
  const photos: AskedPhoto[] = []
  const skipped: { file: string; reason: string }[] = []
  for (let start = 0; start < images.length; start += BATCH) {
    if (signal?.aborted === true) throw new UnseenError('cancelled', 'Stopped.')
    const ready: { image: ImageFile; entries: Awaited<ReturnType<typeof backbone.prepare>> }[] = []
    for (const image of images.slice(start, start + BATCH)) {
      try {
        ready.push({ image, entries: await backbone.prepare(image.path) })
      } catch (error) {
        if (!(error instanceof UnseenError) || error.code !== 'image.unreadable') throw error
        skipped.push({ file: image.name, reason: error.message })
      }
    }
    if (ready.length > 0) {
      const rows = await backbone.run(ready.map(({ entries }) => entries))
      ready.forEach(({ image: { path, name } }, at) =>
        photos.push({
          path,
          name,
          ranked: answer(rows.subarray(at * backbone.length, (at + 1) * backbone.length))
        })
      )
    }
    onPhoto?.(Math.min(start + BATCH, images.length), images.length)
  }
  if (photos.length === 0)
    throw new UnseenError('image.unreadable', `No photo can be read; the first: ${skipped[0].reason}`, {
      where: { file: skipped[0].file }
    })
  return { photos, skipped }
}
