/** A worker thread that places rows on a plane with UMAP; `placeOnMap` beside this file talks to it. */
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
  readonly options: MapOptions
}

export type MapMessage =
  | ({ readonly type: 'progress' } & MapProgress)
  | ({ readonly type: 'placed' } & Placed)

/** Words to the other side at most so often, in milliseconds. */
const PACE = 100

function place({ input, options }: MapJob, send: (message: MapMessage) => void): void {
  const job = placeRows(input, options)
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
