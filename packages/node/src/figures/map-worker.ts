/** A worker thread that places rows on a plane with UMAP; `placeOnMap` beside this file talks to it. */
import { createRandom } from '@unseen/core'
import { nearestNeighbours } from './nearest.js'
import { parentPort, workerData } from 'node:worker_threads'
import { UMAP } from 'umap-js'

export interface MapJob {
  /** row-major (rows x columns) */
  readonly data: Float32Array
  readonly rows: number
  readonly columns: number
  readonly neighbours: number
  readonly minDistance: number
  readonly epochs: number
  readonly seed: number
}

export type MapMessage =
  | {
      readonly type: 'progress'
      readonly stage: 'neighbours' | 'layout'
      readonly done: number
      readonly total: number
    }
  | { readonly type: 'placed'; readonly x: Float64Array; readonly y: Float64Array }

/** Words to the other side at most so often, in milliseconds. */
const PACE = 100

function place(
  { data, rows, columns, neighbours, minDistance, epochs, seed }: MapJob,
  send: (message: MapMessage) => void
): void {
  let last = 0
  const report = (stage: 'neighbours' | 'layout', done: number, total: number): void => {
    const now = performance.now()
    if (done < total && now - last < PACE) return
    last = now
    send({ type: 'progress', stage, done, total })
  }
  const { indices, distances } = nearestNeighbours(data, rows, columns, neighbours + 1, done =>
    report('neighbours', done, rows)
  )
  const umap = new UMAP({
    nComponents: 2,
    nNeighbors: neighbours,
    minDist: minDistance,
    nEpochs: epochs,
    random: createRandom(seed).next
  })
  umap.setPrecomputedKNN(indices, distances)
  // Only their number matters: the neighbours are known.
  umap.initializeFit(Array.from({ length: rows }, () => [0]))
  for (let epoch = 1; epoch <= epochs; epoch++) {
    umap.step()
    report('layout', epoch, epochs)
  }
  const places = umap.getEmbedding()
  send({
    type: 'placed',
    x: Float64Array.from(places, ([x]) => x),
    y: Float64Array.from(places, ([, y]) => y)
  })
}

if (parentPort !== null) {
  const port = parentPort
  place(workerData as MapJob, message => port.postMessage(message))
}
