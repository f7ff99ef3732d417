/** The executors of this browser: as many workers as there are cores, less one for the page. */
import type { ComparisonExecutor, Executor } from '@unseen/core'
import { webWorkerComparison, webWorkerExecutor, type WorkerLike } from './web-workers.js'

const threadsHere = (): number => Math.max(1, navigator.hardwareConcurrency - 1)

export function browserExecutor(threads = threadsHere()): Executor {
  const start = (): WorkerLike => new Worker(new URL('./chain-worker.ts', import.meta.url), { type: 'module', name: 'chain' }) as unknown as WorkerLike
  return webWorkerExecutor({ threads, start })
}

export function browserComparison(threads = threadsHere()): ComparisonExecutor {
  const start = (): WorkerLike => new Worker(new URL('./comparison-worker.ts', import.meta.url), { type: 'module', name: 'comparison' }) as unknown as WorkerLike
  return webWorkerComparison({ threads, start })
}
