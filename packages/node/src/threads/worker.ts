/** A worker thread of the executor beside this file. */
import { parentPort } from 'node:worker_threads'
import { createChainWorker } from '@unseen/core'

if (parentPort !== null) {
  const port = parentPort
  port.on(
    'message',
    createChainWorker(message => port.postMessage(message))
  )
}
