/**
 * Rows as points of a plane, by UMAP in a worker thread (McInnes, Healy and Melville 2018; package umap-js
 * with exact neighbours). Seeded: the same rows give the same map.
 */
import { UnseenError } from '@unseen/core'
import type { MapJob, MapMessage } from './map-worker.js'
import { Worker } from 'node:worker_threads'

export interface MapOptions {
  /** how many neighbours count as near: fewer show finer structure; 15 */
  readonly neighbours?: number
  /** how close points may lie; 0.1 */
  readonly minDistance?: number
  /** rounds of the layout; 300 */
  readonly epochs?: number
  readonly seed?: number
  readonly onProgress?: (progress: {
    readonly stage: 'neighbours' | 'layout'
    readonly done: number
    readonly total: number
  }) => void
  readonly signal?: AbortSignal
}

export interface Places {
  /** one of each per row */
  readonly x: Float64Array
  readonly y: Float64Array
}

/** `data`: row-major (rows x columns): raw features, or `model.proportions(features)`. */
export async function placeOnMap(
  data: Float32Array,
  rows: number,
  columns: number,
  { neighbours = 15, minDistance = 0.1, epochs = 300, seed = 0, onProgress, signal }: MapOptions = {}
): Promise<Places> {
  check(data, rows, columns, { neighbours, epochs })
  if (rows < 4) return { x: Float64Array.from({ length: rows }, (_, row) => row), y: new Float64Array(rows) }
  if (signal?.aborted === true) throw cancelled()
  const job: MapJob = {
    data,
    rows,
    columns,
    neighbours: Math.min(neighbours, rows - 1),
    minDistance,
    epochs,
    seed
  }
  const worker = new Worker(new URL('./map-worker.js', import.meta.url), { workerData: job })
  let stop = (): void => undefined
  try {
    return await new Promise<Places>((resolve, reject) => {
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
  counts: Readonly<Record<string, number>>
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
  for (const [option, value] of Object.entries(counts)) {
    if (!Number.isInteger(value) || value < 1)
      throw new UnseenError(
        'options.value',
        `${option} must be a whole number of at least 1, got ${value}.`,
        { where: { option } }
      )
  }
}

const cancelled = (): UnseenError => new UnseenError('cancelled', 'The map was stopped before it was ready.')
