/**
 * Runs the chains of a search in worker threads that share one memory. Results are the same bytes as
 * core's serial executor gives.
 */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { UnseenError, openMessage, type ChainResult, type ChainRunner, type Executor, type FromWorker, type Progress, type ToWorker } from '@unseen/core'

export interface ThreadOptions {
  /** as many as there are cores, by default */
  readonly threads?: number
}

export function threadExecutor({ threads = availableParallelism() }: ThreadOptions = {}): Executor {
  if (!Number.isInteger(threads) || threads < 1) throw new UnseenError('options.value', `threads must be a whole number of at least 1, got ${threads}.`, { where: { option: 'threads' } })
  return {
    threads,
    shared: true,
    open: (place) => Promise.all(Array.from({ length: place.threads }, (_, thread) => openRunner(openMessage(place, thread, true)))),
  }
}

async function openRunner(message: ToWorker): Promise<ChainRunner> {
  const worker = new Worker(new URL('./worker.js', import.meta.url))
  let closed = false
  /** Sends one message and waits for its answer, or for the worker's end. */
  const ask = (request: ToWorker, onProgress?: (progress: Progress) => void): Promise<ChainResult | undefined> =>
    new Promise((resolve, reject) => {
      const lost = (reason: string): UnseenError => new UnseenError('executor.lost', `A worker thread ended before its work was done: ${reason}.`)
      const settle = (act: () => void): void => {
        worker.off('message', onMessage).off('error', onError).off('exit', onExit)
        act()
      }
      const onMessage = (answer: FromWorker): void => {
        if (answer.type === 'progress') onProgress?.(answer.progress)
        else if (answer.type === 'error') settle(() => reject(answer.code === undefined ? lost(answer.message) : new UnseenError(answer.code, answer.message)))
        else settle(() => resolve(answer.type === 'result' ? answer.result : undefined))
      }
      const onError = (error: Error): void => settle(() => reject(lost(error.message)))
      const onExit = (): void => settle(() => reject(lost(closed ? 'it was closed' : 'it exited')))
      worker.on('message', onMessage).on('error', onError).on('exit', onExit)
      worker.postMessage(request)
    })
  await ask(message).catch(async (error: unknown) => {
    await worker.terminate()
    throw error
  })
  return {
    async run(chain, { onProgress }) {
      const result = await ask({ type: 'run', chain }, onProgress)
      if (result === undefined) throw new UnseenError('executor.lost', 'A worker thread answered without a result.')
      return result
    },
    async close() {
      closed = true
      await worker.terminate()
    },
  }
}
