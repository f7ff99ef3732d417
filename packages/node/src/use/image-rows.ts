/** Images as rows: through the very network, and the very preparation, that made the model's features. */
import { Matrix, type Model, UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import type { FeatureRecord } from '@unseen/networks'
import { type Backbone, type PreparedImage, openBackbone } from '../extract/backbone.js'
import { type ImageFile, listImages } from '../extract/list-images.js'
import type { BackboneOptions } from '../extract/network.js'
import type { NetworkOptions } from '../networks/network.js'
import type { RowPiece, RowStream, SkippedRow } from './row-stream.js'

export interface ImageRowsOptions extends Pick<BackboneOptions, 'device' | 'onDevice'> {
  /** the ONNX file, or a name of `networks`; by default the network that the model names by its digest */
  readonly network?: string
  /** how images are prepared, where the model does not say how its features were made */
  readonly preset?: string
  readonly skipBad?: boolean
  readonly threads?: number
  /** how a network that is not here is fetched */
  readonly fetching?: NetworkOptions
}

const BATCH = 8

export async function imageRows(
  path: string,
  model: Model,
  { network, preset, skipBad = false, threads, device, onDevice, fetching }: ImageRowsOptions
): Promise<RowStream> {
  const { images } = await listImages([path])
  const record = recordOf(model, preset)
  const place = network ?? String(record?.['digest'])
  return {
    async *pieces(from = 0) {
      await using backbone = await openBackbone(
        place,
        defined({ record, preset, threads, device, onDevice, fetching })
      )
      let ahead = prepareAll(images, from, backbone, skipBad)
      for (let start = from; start < images.length; start += BATCH) {
        const prepared = await ahead
        ahead = prepareAll(images, start + BATCH, backbone, skipBad)
        yield await pieceOf(prepared, backbone, Math.min(start + BATCH, images.length) / images.length)
      }
    }
  }
}

/** How the model's features were made, where it says so; otherwise a preset must. */
export function recordOf(
  { notes: { preprocessing } }: Model,
  preset: string | undefined
): FeatureRecord | undefined {
  if (preprocessing !== undefined && typeof preprocessing['digest'] === 'string') {
    if (preset !== undefined)
      throw new UnseenError('options.combination', 'The model says itself how images are prepared.', {
        where: { option: 'preset' },
        remedy: 'Leave --preset out.'
      })
    return preprocessing as FeatureRecord
  }
  if (preset !== undefined) return undefined
  throw new UnseenError(
    'backbone.unusable',
    `The model does not say which network made its features${typeof preprocessing?.['model'] === 'string' ? ` (only "${preprocessing['model']}")` : ''}.`,
    {
      remedy:
        'Train it on features of `unseen data extract`; or, if you know the network, say how images are prepared with --preset.'
    }
  )
}

interface Prepared {
  readonly row: number
  readonly name: string
  readonly entries?: PreparedImage
  readonly reason?: string
}

function prepareAll(
  images: readonly ImageFile[],
  start: number,
  backbone: Backbone,
  skipBad: boolean
): Promise<Prepared[]> {
  const prepared = Promise.all(
    images.slice(start, start + BATCH).map(async ({ path, name }, at): Promise<Prepared> => {
      try {
        return { row: start + at, name, entries: await backbone.prepare(path) }
      } catch (error) {
        if (!(skipBad && error instanceof UnseenError && error.code === 'image.unreadable')) throw error
        return { row: start + at, name, reason: error.message }
      }
    })
  )
  // It is awaited later; until then a failure is nobody's.
  prepared.catch(() => undefined)
  return prepared
}

async function pieceOf(prepared: readonly Prepared[], backbone: Backbone, done: number): Promise<RowPiece> {
  const read = prepared.flatMap(({ row, name, entries }) =>
    entries === undefined ? [] : [{ row, name, entries }]
  )
  const skipped: SkippedRow[] = prepared.flatMap(({ row, name, reason }) =>
    reason === undefined ? [] : [{ row, name, reason }]
  )
  const data = read.length === 0 ? new Float32Array() : await backbone.run(read.map(({ entries }) => entries))
  return {
    rows: read.map(({ row }) => row),
    names: read.map(({ name }) => name),
    matrix: Matrix.dense(read.length, backbone.length, data),
    skipped,
    done
  }
}
