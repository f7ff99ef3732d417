/** Rows as points of a plane, by UMAP or t-SNE in a worker thread. Seeded: the same rows give the same map. */
import { UnseenError } from '@unseen/core'
import type { MapProgress, Placed, MapOptions as PlaceOptions } from '@unseen/report/map'
import type { MapJob, MapMessage } from './map-worker.js'
import { Worker } from 'node:worker_threads'

/** How rows are placed on a map. */
export interface MapOptions extends PlaceOptions {
  /** UMAP, or t-SNE as the paper has it (package druidjs, exact: for a thousand rows or so). Default `'umap'`. */
  readonly method?: 'umap' | 't-sne'
  /** Of t-SNE: about how many neighbours count. Default 30, or a third of the rows where they are few. */
  readonly perplexity?: number
  /** Called with what is done, of how much. */
  readonly onProgress?: (progress: MapProgress) => void
  /** Stops it when it fires. */
  readonly signal?: AbortSignal
}

/** Rows as points on a plane. */
export type MapPoints = Placed

/**
 * Places rows on a plane so that alike ones are close together.
 *
 * @param data row-major (rows x columns): raw features, or `model.proportions(features)`
 * @param rows how many
 * @param columns entries of each
 * @param options how fine, and a seed
 */
export async function placeOnMap(
  data: Float32Array,
  rows: number,
  columns: number,
  { method = 'umap', perplexity = 30, onProgress, signal, ...options }: MapOptions = {}
): Promise<MapPoints> {
  check(data, rows, columns, options)
  if (signal?.aborted === true) throw cancelled()
  const { epochs = 500, seed = 0 } = options
  const tsne = {
    perplexity: Math.min(perplexity, Math.max(1, Math.floor((rows - 1) / 3))),
    epochs,
    seed
  }
  const job: MapJob = {
    input: { data, rows, columns },
    options,
    // Of fewer rows than that there is nothing to lay out.
    ...(method === 't-sne' && rows >= 4 ? { tsne } : {})
  }
  const worker = new Worker(new URL('./map-worker.js', import.meta.url), { workerData: job })
  let stop = (): void => undefined
  try {
    return await new Promise<MapPoints>((resolve, reject) => {
      stop = () => reject(cancelled())
      signal?.addEventListener('abort', stop)
      worker.on('message', (message: MapMessage) => {
        if (message.type === 'placed') resolve({ x: message.x, y: message.y })
        else onProgress?.({ stage: message.stage, done: message.done, total: message.total })
      })
      worker.on('error', reject)
      worker.on('exit', code =>
        reject(
          new UnseenError(
            'executor.lost',
            `The worker thread that makes the map ended early, with code ${code}.`
          )
        )
      )
    })
  } finally {
    signal?.removeEventListener('abort', stop)
    await worker.terminate()
  }
}

function check(
  data: Float32Array,
  rows: number,
  columns: number,
  { neighbours = 1, epochs = 1 }: PlaceOptions
): void {
  if (data.length !== rows * columns)
    throw new UnseenError(
      'features.shape',
      `A map of ${rows} rows x ${columns} columns needs ${rows * columns} values, got ${data.length}.`
    )
  const broken = data.findIndex(value => !Number.isFinite(value))
  if (broken >= 0)
    throw new UnseenError(
      'features.not-finite',
      `Row ${Math.floor(broken / columns)}, column ${broken % columns} is ${data[broken]}: it has no place on a map.`,
      { where: { row: Math.floor(broken / columns), column: broken % columns } }
    )
  for (const [option, value] of Object.entries({ neighbours, epochs })) {
    if (!Number.isInteger(value) || value < 1)
      throw new UnseenError(
        'options.value',
        `${option} must be a whole number of at least 1, got ${value}.`,
        { where: { option } }
      )
  }
}

const cancelled = (): UnseenError => new UnseenError('cancelled', 'The map was stopped before it was ready.')
