/**
 * Scans in worker threads that stay for the next question; a small library, or one thread, is scanned here.
 */
import { UnseenError } from '@unseen/core'
import { BestRows, type RankedRow } from '@unseen/core/internal'
import type { ScanAnswer } from './scan-worker.js'
import { type ScanJob, scanBlocks, stopScan } from './scan.js'
import { Worker } from 'node:worker_threads'

export interface Scanner {
  scan(
    job: Omit<ScanJob, 'counter'>,
    watch?: ScanWatch
  ): Promise<{ readonly ranked: readonly RankedRow[]; readonly rivalsFound: boolean }>
  close(): Promise<void>
}

export interface ScanWatch {
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((done: number, total: number) => void) | undefined
}

const LOOK_EVERY = 50

/** `aside`: never in this thread, which has others to answer. */
export function createScanner(threads: number, { aside = false } = {}): Scanner {
  const workers: Worker[] = []
  let last: Promise<unknown> = Promise.resolve()
  const run = async (job: ScanJob): Promise<RankedRow[]> => {
    if (!aside && (threads <= 1 || job.blocks.length <= 1)) return scanBlocks(job)
    while (workers.length < Math.max(1, Math.min(threads, job.blocks.length))) workers.push(startWorker())
    const best = new BestRows(job.top)
    for (const part of await Promise.all(workers.map(worker => ask(worker, job))))
      for (const { row, score } of part) best.offer(row, score)
    return best.ranked()
  }
  return {
    async scan(given, { signal, onProgress } = {}) {
      const job: ScanJob = { ...given, counter: new Int32Array(new SharedArrayBuffer(12)) }
      // Questions wait for each other, so that memory and threads stay what they are.
      const turn = last.then(async () => {
        const look = (): void => {
          if (signal?.aborted === true) stopScan(job.counter)
          onProgress?.(Atomics.load(job.counter, 1), job.blocks.length)
        }
        const looking = setInterval(look, LOOK_EVERY)
        try {
          look()
          return await run(job)
        } finally {
          clearInterval(looking)
        }
      })
      last = turn.catch(() => undefined)
      const ranked = await turn
      if (signal?.aborted === true)
        throw new UnseenError('cancelled', 'Stopped before the whole library was searched.')
      return { ranked, rivalsFound: Atomics.load(job.counter, 2) === 1 }
    },
    async close() {
      await Promise.all(workers.splice(0).map(worker => worker.terminate()))
    }
  }
}

function startWorker(): Worker {
  const worker = new Worker(new URL('./scan-worker.js', import.meta.url))
  // A library that is left open keeps no process alive.
  worker.unref()
  return worker
}

function ask(worker: Worker, job: ScanJob): Promise<readonly RankedRow[]> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void): void => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      worker.unref()
      act()
    }
    const lost = (why: string): void =>
      settle(() => {
        stopScan(job.counter)
        reject(new UnseenError('executor.lost', `A worker thread ended before its work was done: ${why}.`))
      })
    const onMessage = (answer: ScanAnswer): void =>
      settle(() => {
        if ('ranked' in answer) return resolve(answer.ranked)
        const { code, message, where } = answer.error
        reject(
          code === undefined
            ? new Error(message)
            : new UnseenError(code, message, where === undefined ? {} : { where })
        )
      })
    const onError = (error: Error): void => lost(error.message)
    const onExit = (): void => lost('it exited')
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    worker.ref()
    worker.postMessage(job)
  })
}
