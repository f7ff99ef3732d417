/**
 * Features of many images, streamed into a file. While the network works on one batch, the next ones
 * are decoded; images that cannot be read are left out and listed. Stopped or killed, the same call
 * goes on where it was.
 */
import { UnseenError, count } from '@unseen/core'
import type { FeatureRecord } from '@unseen/networks'
import { type Backbone, type PreparedImage, openBackbone } from './backbone.js'
import { type ImageFile, type ImageList, labelsOf, listImages } from './list-images.js'
import type { BackboneOptions } from './network.js'
import { checkRows, placesOf, writeResults } from './results.js'
import { type Skipped, type Store, type Work, openWork } from './work.js'
import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'

/** Which network makes the features, and where they go. */
export interface ExtractOptions extends BackboneOptions {
  /** the ONNX file, or a name of `networks` */
  readonly model: string
  /** a file NAME.npy, or the folder of a data set */
  readonly out: string
  /** A smaller type for the features. Default: as they are. */
  readonly store?: Store
  /** images the network is given at once */
  readonly batch?: number
  /** Whether what is already there may be replaced. Default false. */
  readonly force?: boolean
  /** Stops it when it fires; the next run goes on from there. */
  readonly signal?: AbortSignal
  /** Called after each batch. */
  readonly onProgress?: (progress: ExtractProgress) => void
}

/** How far it is. */
export interface ExtractProgress {
  /** Images done. */
  readonly done: number
  /** Images in all. */
  readonly total: number
  /** Images that could not be read. */
  readonly skipped: number
  /** images a second, of this run */
  readonly rate: number
}

/** Features that were written. */
export interface Extracted {
  /** the files written, the features first */
  readonly files: readonly string[]
  /** How many. */
  readonly rows: number
  /** Entries of each. */
  readonly length: number
  /** Images that could not be read, and why. */
  readonly skipped: readonly { readonly file: string; readonly reason: string }[]
  /** files of folders that are no images by their names */
  readonly passedOver: number
  /** images that an earlier run had done */
  readonly resumed: number
  /** why an earlier run was not gone on with */
  readonly restarted: string | undefined
  /** How the features were made. */
  readonly record: FeatureRecord
  /** What computed. */
  readonly runtime: string
  /** How long this run took. */
  readonly seconds: number
}

const BATCH = 8
/** Batches that are decoded ahead of the network. */
const AHEAD = 2
/** Work is made safe so often, in milliseconds. */
const KEEP_EVERY = 250

/**
 * Makes features of images with an ONNX network and writes them. A run that was stopped is gone on with.
 *
 * @param images folders, lists or files, or a list of `listImages`
 * @param options the network, and where features go
 */
export async function extractFeatures(
  images: readonly string[] | ImageList,
  options: ExtractOptions
): Promise<Extracted> {
  const { model, out, store = 'float32', batch = BATCH, force = false } = options
  if (!Number.isInteger(batch) || batch < 1 || batch > 4096)
    throw new UnseenError('options.value', `batch must be a whole number from 1 to 4096, got ${batch}.`, {
      where: { option: 'batch' }
    })
  const started = performance.now()
  const list = 'images' in images ? images : await listImages(images)
  const places = await placesOf(out, labelsOf(list.images))
  await using backbone = await openBackbone(model, options)
  const work = await openWork(
    places.features,
    { network: digestOf(backbone.record), images: digestOf(await facts(list.images)), store },
    backbone.length,
    force
  )
  try {
    const skipped = await extractAll(list.images, backbone, work, { ...options, batch, store })
    const left = new Set(skipped.map(({ image }) => image))
    const kept = list.images.filter((_, at) => !left.has(at))
    if (kept.length === 0)
      throw new UnseenError(
        'image.unreadable',
        `None of ${count(list.images.length)} images can be read; the first, ${list.images[0].name}: ${skipped[0].reason}`
      )
    const named = skipped.map(({ image, reason }) => ({ file: list.images[image].name, reason }))
    checkRows(places, kept, named)
    const files = await work.finish(kept.length, () => writeResults(places, kept, named, backbone.record))
    return {
      files: [places.features, ...files],
      rows: kept.length,
      length: backbone.length,
      skipped: named,
      passedOver: list.passedOver,
      resumed: work.done,
      restarted: work.restarted,
      record: backbone.record,
      runtime: `onnxruntime-${backbone.runtime}`,
      seconds: (performance.now() - started) / 1000
    }
  } finally {
    await work.close()
  }
}

async function extractAll(
  images: readonly ImageFile[],
  backbone: Backbone,
  work: Work,
  { batch, store, signal, onProgress }: ExtractOptions & { readonly batch: number; readonly store: Store }
): Promise<readonly Skipped[]> {
  const all = [...work.skipped]
  const started = performance.now()
  const ahead: Promise<Prepared[]>[] = []
  let asked = work.done
  let unkept: Skipped[] = []
  let lastKept = started
  const lookAhead = (): void => {
    for (; ahead.length <= AHEAD && asked < images.length; asked += batch)
      ahead.push(prepareAll(images, asked, Math.min(asked + batch, images.length), backbone))
  }
  for (let done = work.done; done < images.length;) {
    lookAhead()
    const prepared = (await ahead.shift()) ?? []
    const readable = prepared.filter(one => 'entries' in one)
    const rows =
      readable.length > 0 ? await backbone.run(readable.map(({ entries }) => entries)) : new Float32Array(0)
    const { kept, unusable } = sortOut(
      rows,
      readable.map(({ image }) => image),
      backbone.length,
      store
    )
    const broken = [...prepared.filter(one => 'reason' in one), ...unusable].sort((a, b) => a.image - b.image)
    await work.append(kept)
    done += prepared.length
    unkept.push(...broken)
    all.push(...broken)
    const now = performance.now()
    onProgress?.({
      done,
      total: images.length,
      skipped: all.length,
      rate: (1000 * (done - work.done)) / (now - started)
    })
    if (now - lastKept < KEEP_EVERY && done < images.length && signal?.aborted !== true) continue
    await work.keep(done, unkept)
    unkept = []
    lastKept = now
    if (signal?.aborted === true && done < images.length) {
      throw new UnseenError('cancelled', `Stopped after ${count(done)} of ${count(images.length)} images.`, {
        remedy: 'Nothing is lost: the same command goes on from there.'
      })
    }
  }
  return all
}

type Prepared = { readonly image: number; readonly entries: PreparedImage } | Skipped

function prepareAll(
  images: readonly ImageFile[],
  start: number,
  end: number,
  backbone: Backbone
): Promise<Prepared[]> {
  const prepared = Promise.all(
    images.slice(start, end).map(async ({ path }, at): Promise<Prepared> => {
      try {
        return { image: start + at, entries: await backbone.prepare(path) }
      } catch (error) {
        if (!(error instanceof UnseenError) || error.code !== 'image.unreadable') throw error
        return { image: start + at, reason: error.message }
      }
    })
  )
  // It is awaited later; until then a failure is nobody's.
  prepared.catch(() => undefined)
  return prepared
}

/** Rows that are numbers throughout, and the images whose are not. */
function sortOut(
  rows: Float32Array,
  images: readonly number[],
  length: number,
  store: Store
): { readonly kept: Float32Array; readonly unusable: readonly Skipped[] } {
  const LARGEST_HALF = 65504
  const kept: Float32Array[] = []
  const unusable: Skipped[] = []
  images.forEach((image, at) => {
    const row = rows.subarray(at * length, (at + 1) * length)
    if (!row.every(Number.isFinite))
      unusable.push({ image, reason: 'The network made numbers of it that are not finite.' })
    else if (store === 'float16' && row.some(value => Math.abs(value) > LARGEST_HALF))
      unusable.push({ image, reason: `A feature is larger than float16 can hold (${LARGEST_HALF}).` })
    else kept.push(row)
  })
  if (unusable.length === 0) return { kept: rows, unusable }
  const together = new Float32Array(kept.length * length)
  kept.forEach((row, at) => {
    together.set(row, at * length)
  })
  return { kept: together, unusable }
}

/** Size and time tell that an image is still the same. */
async function facts(images: readonly ImageFile[]): Promise<unknown[]> {
  const found: unknown[] = []
  for (const { path, name, label } of images) {
    const { size, mtimeMs } = await stat(path).catch(() => ({ size: -1, mtimeMs: -1 }))
    found.push([name, label ?? null, size, mtimeMs])
  }
  return found
}

function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}
