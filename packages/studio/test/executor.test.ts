import { type FromWorker, type ToWorker, createChainWorker } from '@unseen/core/internal'
import { type WorkerLike, webWorkerExecutor } from '../src/worker/web-workers.js'
import { checkExecutor } from '../../core/test/contracts/executor.js'

/** A worker in this process: messages are copied and come later, as between threads. */
function startWorker(): WorkerLike {
  let ended = false
  const worker: WorkerLike = {
    onmessage: null,
    onerror: null,
    postMessage(message) {
      const copy = structuredClone(message) as ToWorker
      setTimeout(() => {
        if (!ended) work(copy)
      }, 0)
    },
    terminate: () => {
      ended = true
    }
  }
  const work = createChainWorker((message: FromWorker) => {
    const copy = structuredClone(message)
    setTimeout(() => {
      if (!ended) worker.onmessage?.({ data: copy })
    }, 0)
  })
  return worker
}

checkExecutor('of Studio, web workers without shared memory', () =>
  webWorkerExecutor({ threads: 3, start: startWorker })
)
