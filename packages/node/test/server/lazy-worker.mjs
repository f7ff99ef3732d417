// A worker thread that never gets done with large bodies, and answers small ones at once.
import { parentPort } from 'node:worker_threads'

parentPort.on('message', ({ type, id, tasks }) => {
  if (type !== 'batch' || tasks.some(({ bytes }) => bytes.length > 2 ** 18)) return
  parentPort.postMessage({
    type: 'answers',
    id,
    buffers: [],
    answers: tasks.map(() => ({ json: new TextEncoder().encode('{}'), rows: 1 }))
  })
})
