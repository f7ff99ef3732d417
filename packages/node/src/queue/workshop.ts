/** Data that a worker has open, with the threads that are at work on them; more jobs than threads wait for their turn. */
import { UnseenError, type Progress, type Runner } from '@unseen/core'
import { threadExecutor } from '../threads/executor.js'
import type { QueueJob } from './jobs.js'
import { unpackPlace } from './parcel.js'

export interface Workshop {
  /** jobs that are here */
  readonly busy: number
  run(job: QueueJob, onProgress: (progress: Progress) => void): Promise<unknown>
  /** What is at work is lost. */
  close(): Promise<void>
}

export async function openWorkshop(kind: QueueJob['kind'], file: string, threads: number): Promise<Workshop> {
  return workshopOf(await openers[kind](file, threads))
}

const openers: Readonly<Record<QueueJob['kind'], (file: string, threads: number) => Promise<readonly Runner<QueueJob['task'], unknown>[]>>> = {
  chain: async (file, threads) => threadExecutor({ threads }).open(await unpackPlace(file, threads)),
}

function workshopOf(runners: readonly Runner<QueueJob['task'], unknown>[]): Workshop {
  const free = [...runners]
  const turns: (() => void)[] = []
  let busy = 0
  let closed = false
  return {
    get busy() {
      return busy
    },
    async run({ task }, onProgress) {
      busy++
      try {
        while (free.length === 0 && !closed) await new Promise<void>((resolve) => turns.push(resolve))
        const runner = free.pop()
        if (runner === undefined) throw new UnseenError('executor.lost', 'The job was taken away before it began.')
        try {
          return await runner.run(task, { onProgress })
        } finally {
          free.push(runner)
          turns.shift()?.()
        }
      } finally {
        busy--
      }
    },
    async close() {
      closed = true
      for (const turn of turns.splice(0)) turn()
      await Promise.all(runners.map((runner) => runner.close()))
    },
  }
}
