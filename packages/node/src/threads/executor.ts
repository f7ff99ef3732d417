/**
 * Runs tasks in worker threads that share one memory: the chains of a search, the jobs of a comparison, rows
 * for a model. Results are the same bytes as core's serial executor gives.
 */
import { type Executor, UnseenError } from '@unseen/core'
import { type Channel, channelExecutor } from '@unseen/core/internal'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/** How many threads. */
export interface ThreadOptions {
  /** Default: as many as there are cores. */
  readonly threads?: number
}

/**
 * Runs searches on worker threads that share one memory: the same bytes as on one thread, sooner.
 *
 * @param options how many threads
 * @example
 * ```ts
 * import { threadExecutor, tune } from 'unseen'
 *
 * const { best } = await tune({ features, labels, signatures }, { executor: threadExecutor({ threads: 2 }) })
 * ```
 */
export function threadExecutor({ threads = availableParallelism() }: ThreadOptions = {}): Executor {
  if (!Number.isInteger(threads) || threads < 1)
    throw new UnseenError('options.value', `threads must be a whole number of at least 1, got ${threads}.`, {
      where: { option: 'threads' }
    })
  return channelExecutor({ threads, shared: true, start: startThread })
}

function startThread(): Channel {
  const worker = new Worker(new URL('./worker.js', import.meta.url))
  return {
    post: message => worker.postMessage(message),
    listen(onMessage, onEnd) {
      worker
        .on('message', onMessage)
        .on('error', (error: Error) => onEnd(error.message))
        .on('exit', () => onEnd('it exited'))
    },
    async end() {
      await worker.terminate()
    }
  }
}
