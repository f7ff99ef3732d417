/** The executors of this browser: as many workers as there are cores, less one for the page. */
import type { Executor } from '@unseen/core'
import type { ComparisonExecutor } from '@unseen/core/compare/internal'
import { startWorker } from './start-worker.js'
import { type WorkerLike, webWorkerComparison, webWorkerExecutor } from './web-workers.js'

const threadsHere = (): number => Math.max(1, navigator.hardwareConcurrency - 1)

export function browserExecutor(threads = threadsHere()): Executor {
  const start = (): WorkerLike => startWorker('chain') as unknown as WorkerLike
  return webWorkerExecutor({ threads, start })
}

export function browserComparison(threads = threadsHere()): ComparisonExecutor {
  const start = (): WorkerLike => startWorker('comparison') as unknown as WorkerLike
  return webWorkerComparison({ threads, start })
}
