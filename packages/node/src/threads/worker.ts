/** A worker thread of the executor beside this file. */
import { createChainWorker } from '@unseen/core/internal'
import { parentPort } from 'node:worker_threads'

if (parentPort !== null) {
  const port = parentPort
  port.on(
    'message',
    createChainWorker(message => port.postMessage(message))
  )
}
