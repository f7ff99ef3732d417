/**
 * Runs tasks in web workers, each with a memory of its own: a static site has no shared memory. Results are
 * the same bytes as core's serial executor gives.
 */
import type { Executor } from '@unseen/core'
import { type Channel, channelExecutor } from '@unseen/core/internal'
import { startWorker } from './start-worker.js'

/** As many workers as there are cores, less one for the page. */
export function browserExecutor(threads = Math.max(1, navigator.hardwareConcurrency - 1)): Executor {
  return channelExecutor({ threads, shared: false, start: startTasks })
}

function startTasks(): Channel {
  const worker = startWorker('tasks')
  return {
    post: message => worker.postMessage(message),
    listen(onMessage, onEnd) {
      worker.onmessage = ({ data }: MessageEvent<unknown>) => onMessage(data)
      worker.onerror = ({ message }) => onEnd(message)
    },
    async end() {
      worker.terminate()
    }
  }
}
