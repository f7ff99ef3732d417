/** One worker thread and what is asked of it: opened once, then one task after the other. */
import { type Progress, type Runner, UnseenError } from '@unseen/core'
import type { FromJobWorker, ToJobWorker } from '@unseen/core/internal'
import { Worker } from 'node:worker_threads'

export async function openRunner<Open extends { readonly type: 'open' }, Task, Result>(
  file: URL,
  message: Open
): Promise<Runner<Task, Result>> {
  const worker = new Worker(file)
  let closed = false
  /** Sends one message and waits for its answer, or for the worker's end. */
  const ask = (
    request: ToJobWorker<Open, Task>,
    onProgress?: (progress: Progress) => void
  ): Promise<Result | undefined> =>
    new Promise((resolve, reject) => {
      const lost = (reason: string): UnseenError =>
        new UnseenError('executor.lost', `A worker thread ended before its work was done: ${reason}.`)
      const settle = (act: () => void): void => {
        worker.off('message', onMessage).off('error', onError).off('exit', onExit)
        act()
      }
      const onMessage = (answer: FromJobWorker<Result>): void => {
        if (answer.type === 'progress') onProgress?.(answer.progress)
        else if (answer.type === 'error')
          settle(() =>
            reject(
              answer.code === undefined ? lost(answer.message) : new UnseenError(answer.code, answer.message)
            )
          )
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
    async run(task, { onProgress }) {
      const result = await ask({ type: 'run', task }, onProgress)
      if (result === undefined)
        throw new UnseenError('executor.lost', 'A worker thread answered without a result.')
      return result
    },
    async close() {
      closed = true
      await worker.terminate()
    }
  }
}
