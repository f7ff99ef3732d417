/**
 * Data that a worker has open, with the threads that are at work on them; more jobs than threads wait for
 * their turn.
 */
import { type Progress, type Runner, UnseenError } from '@unseen/core'
import { searchWork } from '@unseen/core/internal'
import { threadExecutor } from '../threads/executor.js'
import type { QueueJob } from './jobs.js'
import { unpackPlace } from './parcel.js'
import { rowsWork } from './rows-work.js'
import { readFile } from 'node:fs/promises'

export interface Workshop {
  /** jobs that are here */
  readonly busy: number
  /** `rows`: of a job that has some */
  run(job: QueueJob, rows: Uint8Array, onProgress: (progress: Progress) => void): Promise<unknown>
  /** What is at work is lost. */
  close(): Promise<void>
}

export async function openWorkshop(kind: QueueJob['kind'], file: string, threads: number): Promise<Workshop> {
  return workshopOf(await openers[kind](file, threads))
}

interface QueuedTask {
  readonly job: QueueJob
  readonly rows: Uint8Array
}

const openers: Readonly<
  Record<QueueJob['kind'], (file: string, threads: number) => Promise<readonly Runner<QueuedTask, unknown>[]>>
> = {
  async chain(file, threads) {
    const place = await unpackPlace(file, threads)
    const classes = place.workplace.ranges.length
    const runners = await threadExecutor({ threads }).open(searchWork, place)
    return runners.map(runner => ({
      ...runner,
      async run({ job }, watch) {
        if (job.kind !== 'chain') return mismatch(job)
        checkFold(job.task.heldOut, classes)
        return runner.run(job.task, watch)
      }
    }))
  },
  async rows(file, threads) {
    const runners = await threadExecutor({ threads }).open(rowsWork, { threads, model: await readFile(file) })
    return runners.map(runner => ({
      ...runner,
      run: ({ job, rows }, watch) =>
        job.kind === 'rows' ? runner.run({ rows, task: job.task }, watch) : mismatch(job)
    }))
  }
}

/** Classes that are there, each once, and two others to train on: a thread would end over anything else. */
function checkFold(heldOut: readonly number[], classes: number): void {
  const isSound =
    heldOut.every(index => index < classes) &&
    new Set(heldOut).size === heldOut.length &&
    heldOut.length <= classes - 2
  if (!isSound)
    throw new UnseenError(
      'queue.job',
      `A job holds out classes that make no sense: ${heldOut.slice(0, 5).join(', ')} of ${classes}.`,
      { remedy: 'Something else writes to this queue; give Unseen a Redis database of its own.' }
    )
}

/** Data are opened for one kind of job. */
function mismatch({ kind }: QueueJob): Promise<never> {
  return Promise.reject(
    new UnseenError('queue.job', `A job of the kind "${kind}" names data that are for another kind.`)
  )
}

function workshopOf(runners: readonly Runner<QueuedTask, unknown>[]): Workshop {
  const free = [...runners]
  const turns: (() => void)[] = []
  let busy = 0
  let closed = false
  return {
    get busy() {
      return busy
    },
    async run(job, rows, onProgress) {
      busy++
      try {
        while (free.length === 0 && !closed) await new Promise<void>(resolve => turns.push(resolve))
        const runner = free.pop()
        if (runner === undefined)
          throw new UnseenError('executor.lost', 'The job was taken away before it began.')
        try {
          return await runner.run({ job, rows }, { onProgress })
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
      await Promise.all(runners.map(runner => runner.close()))
    }
  }
}
