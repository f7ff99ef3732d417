/** A worker thread of the executor beside this file: runs any work that is listed here. */
import { searchWork, taskWorker } from '@unseen/core/internal'
import { parentPort } from 'node:worker_threads'

if (parentPort !== null) {
  const port = parentPort
  port.on(
    'message',
    taskWorker(
      {
        search: () => Promise.resolve(searchWork),
        comparison: async () => (await import('@unseen/core/compare/internal')).comparisonWork(),
        rows: async () => (await import('../queue/rows-work.js')).rowsWork
      },
      message => port.postMessage(message)
    )
  )
}
