/**
 * The worker's side of any work that is cut into tasks: one place is opened, then tasks run one after the
 * other.
 */
import { defined } from '../base/defined.js'
import { type ErrorCode, UnseenError } from '../base/errors.js'
import { type Job, type Progress, complete } from '../base/progress.js'

export type ToJobWorker<Open extends { readonly type: 'open' }, Task> =
  | Open
  | { readonly type: 'run'; readonly task: Task }
export type FromJobWorker<Result> =
  | { readonly type: 'ready' }
  | { readonly type: 'progress'; readonly progress: Progress }
  | { readonly type: 'result'; readonly result: Result }
  | { readonly type: 'error'; readonly message: string; readonly code?: ErrorCode }

/** For any kind of worker: returns what to do with each message. */
export function createJobWorker<Open extends { readonly type: 'open' }, Task, Result>(
  open: (message: Open) => (task: Task) => Job<Result>,
  post: (message: FromJobWorker<Result>) => void
): (message: ToJobWorker<Open, Task>) => void {
  let run: ((task: Task) => Job<Result>) | undefined
  return message => {
    try {
      if (message.type === 'open') {
        run = open(message)
        post({ type: 'ready' })
      } else if (run !== undefined) {
        const result = complete(run(message.task), progress => {
          if (progress.stage === 'chain') post({ type: 'progress', progress })
          return false
        })
        post({ type: 'result', result })
      }
    } catch (error) {
      post({
        type: 'error',
        message: error instanceof Error ? error.message : String(error),
        ...defined({ code: error instanceof UnseenError ? error.code : undefined })
      })
    }
  }
}
