/** Long work in the worker, by the id that the page gave it, so that the page can stop it. */
import type { Progress, Watch } from '@unseen/core'

export interface EngineJobs {
  /** Runs with a signal that `stop(id)` fires. */
  run<Result>(
    id: string,
    onProgress: ((progress: Progress) => void) | undefined,
    body: (watch: Watch & { readonly signal: AbortSignal }) => Promise<Result>
  ): Promise<Result>
  stop(id: string): void
}

const PROGRESS_EVERY = 100

export function createEngineJobs(): EngineJobs {
  const running = new Map<string, AbortController>()
  return {
    async run(id, onProgress, body) {
      const controller = new AbortController()
      running.set(id, controller)
      try {
        return await body({ signal: controller.signal, onProgress: onProgress && seldom(onProgress) })
      } finally {
        running.delete(id)
      }
    },
    stop: id => running.get(id)?.abort()
  }
}

/**
 * Progress that changes the stage at once, else a few times a second: a message for every step would be work
 * itself.
 */
function seldom(tell: (progress: Progress) => void): (progress: Progress) => void {
  let last = 0
  let stage = ''
  return progress => {
    const now = performance.now()
    const finished = 'done' in progress && progress.done === progress.total
    if (progress.stage === stage && now - last < PROGRESS_EVERY && !finished) return
    stage = progress.stage
    last = now
    tell(progress)
  }
}
