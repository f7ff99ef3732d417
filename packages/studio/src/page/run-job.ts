/**
 * A job of the engine with its progress in the bar: `runJob(studio, job, (id, tell) => engine.train.fit(id,
 * options, tell))`.
 */
import type { Progress } from '@unseen/core'
import type { NewJob, Step } from './jobs.js'
import type { Studio } from './studio.js'

export function runJob<Result>(
  studio: Studio,
  job: NewJob,
  body: (id: string, tell: (progress: Progress) => void) => Promise<Result>
): Promise<Result | undefined> {
  return studio.jobs.run(job, (id, report) =>
    body(
      id,
      studio.callback((progress: Progress) => report(stepOf(progress)))
    )
  )
}

/** Core's progress as a job tells it. */
export function stepOf(progress: Progress): Step {
  switch (progress.stage) {
    case 'prepare':
      return { note: progress.message }
    case 'weights':
      return { note: `pass ${progress.epoch}` }
    case 'references':
      return {
        done: progress.step,
        total: progress.steps,
        note: `step ${progress.step} of ${progress.steps}`
      }
    case 'search':
      return { done: progress.done, total: progress.total, secondsLeft: progress.secondsLeft }
    default:
      return 'done' in progress ? { done: progress.done, total: progress.total } : {}
  }
}
