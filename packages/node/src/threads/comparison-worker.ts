/** A worker thread that runs the jobs of a comparison. */
import { parentPort } from 'node:worker_threads'
import { createComparisonWorker } from '@unseen/core'

if (parentPort !== null) {
  const port = parentPort
  port.on(
    'message',
    createComparisonWorker(message => port.postMessage(message))
  )
}
