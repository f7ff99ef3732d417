import { createChainWorker, type FromWorker, type ToWorker } from '@unseen/core'
import { checkExecutor } from '../../core/test/contracts/executor.js'
import { webWorkerExecutor, type WorkerLike } from '../src/executor/web-workers.js'

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
