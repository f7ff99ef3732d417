/**
 * Runs tasks in web workers, each with a memory of its own: a static site has no shared memory. Results are
 * the same bytes as core's serial executors give.
 */
import { type Executor, type Progress, type Runner, UnseenError } from '@unseen/core'
import {
  type Chain,
  type ChainResult,
  type FromJobWorker,
  type OpenMessage,
  type ToJobWorker,
  openMessage
} from '@unseen/core/internal'
import {
  type ComparisonExecutor,
  type ComparisonJob,
  type JobResult,
  type OpenComparison,
  comparisonMessage
} from '@unseen/core/compare/internal'

/** What of a worker is used, so that tests can bring another kind. */
export interface WorkerLike {
  postMessage(message: unknown): void
  onmessage: ((event: { readonly data: unknown }) => void) | null
  onerror: ((event: { readonly message: string }) => void) | null
  terminate(): void
}

export interface WebWorkerOptions {
  readonly threads: number
  readonly start: () => WorkerLike
}

/** The chains of a search. */
export function webWorkerExecutor({ threads, start }: WebWorkerOptions): Executor {
  return {
    threads,
    shared: false,
    open: place =>
      Promise.all(
        Array.from({ length: place.threads }, (_, thread) =>
          openRunner<OpenMessage, Chain, ChainResult>(start, openMessage(place, thread, false))
        )
      )
  }
}

/** The jobs of a comparison of methods. */
export function webWorkerComparison({ threads, start }: WebWorkerOptions): ComparisonExecutor {
  return {
    threads,
    shared: false,
    open: place =>
      Promise.all(
        Array.from({ length: place.threads }, () =>
          openRunner<OpenComparison, ComparisonJob, JobResult>(start, comparisonMessage(place))
        )
      )
  }
}

async function openRunner<Open extends { readonly type: 'open' }, Task, Result>(
  start: () => WorkerLike,
  message: Open
): Promise<Runner<Task, Result>> {
  const worker = start()
  let close: (reason: string) => void = () => undefined
  let closed = false
  const lost = (reason: string): UnseenError =>
    new UnseenError('executor.lost', `A worker ended before its work was done: ${reason}.`)

  /** Sends one message and waits for its answer, or for the worker's end. */
  const ask = (
    request: ToJobWorker<Open, Task>,
    onProgress?: (progress: Progress) => void
  ): Promise<Result | undefined> =>
    new Promise((resolve, reject) => {
      if (closed) return reject(lost('it was closed'))
      close = reason => reject(lost(reason))
      worker.onerror = ({ message: reason }) => reject(lost(reason))
      worker.onmessage = ({ data }) => {
        const answer = data as FromJobWorker<Result>
        if (answer.type === 'progress') onProgress?.(answer.progress)
        else if (answer.type === 'error')
          reject(
            answer.code === undefined ? lost(answer.message) : new UnseenError(answer.code, answer.message)
          )
        else resolve(answer.type === 'result' ? answer.result : undefined)
      }
      worker.postMessage(request)
    })

  await ask(message).catch((error: unknown) => {
    worker.terminate()
    throw error
  })
  return {
    async run(task, { onProgress }) {
      const result = await ask({ type: 'run', task }, onProgress)
      if (result === undefined) throw lost('it answered without a result')
      return result
    },
    async close() {
      closed = true
      worker.terminate()
      close('it was closed')
    }
  }
}
