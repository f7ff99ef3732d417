/** A worker thread that places rows on a plane with UMAP or t-SNE; `placeOnMap` beside this file talks to it. */
import { TSNE } from '@saehrimnir/druidjs'
import {
  type MapOptions,
  type MapProgress,
  type Placed,
  type RowsToPlace,
  placeRows
} from '@unseen/report/map'
import { parentPort, workerData } from 'node:worker_threads'

export interface MapJob {
  readonly input: RowsToPlace
  /** UMAP, unless t-SNE is asked for */
  readonly tsne?: { readonly perplexity: number; readonly epochs: number; readonly seed: number }
  readonly options: MapOptions
}

export type MapMessage =
  | ({ readonly type: 'progress' } & MapProgress)
  | ({ readonly type: 'placed' } & Placed)

/** Words to the other side at most so often, in milliseconds. */
const PACE = 100

/** t-SNE as the paper has it (van der Maaten and Hinton 2008), exact: for a thousand rows or so. */
function* byTsne(
  { data, rows, columns }: RowsToPlace,
  { perplexity, epochs, seed }: NonNullable<MapJob['tsne']>
): Generator<MapProgress, Placed, boolean> {
  const points = Array.from({ length: rows }, (_, row) =>
    Float64Array.from(data.subarray(row * columns, (row + 1) * columns))
  )
  let places: ArrayLike<number>[] = points
  let done = 0
  for (const now of new TSNE(points, { perplexity, d: 2, seed }).generator(epochs)) {
    places = now
    yield { stage: 'layout', done: ++done, total: epochs }
  }
  return {
    x: Float64Array.from(places, point => point[0]),
    y: Float64Array.from(places, point => point[1])
  }
}

function place({ input, options, tsne }: MapJob, send: (message: MapMessage) => void): void {
  const job = tsne === undefined ? placeRows(input, options) : byTsne(input, tsne)
  let last = 0
  let step = job.next(false)
  for (; step.done !== true; step = job.next(false)) {
    const { done, total } = step.value
    const now = performance.now()
    if (done < total && now - last < PACE) continue
    last = now
    send({ type: 'progress', ...step.value })
  }
  send({ type: 'placed', ...step.value })
}

if (parentPort !== null) {
  const port = parentPort
  place(workerData as MapJob, message => port.postMessage(message))
}
