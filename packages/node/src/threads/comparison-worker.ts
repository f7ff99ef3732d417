/** A worker thread that runs the jobs of a comparison. */
import { createComparisonWorker } from '@unseen/core/compare/internal'
import { parentPort } from 'node:worker_threads'

if (parentPort !== null) {
  const port = parentPort
  port.on(
    'message',
    createComparisonWorker(message => port.postMessage(message))
  )
}
