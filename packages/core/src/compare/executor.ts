/**
 * Who runs the jobs of a comparison: core one after the other; others in threads, by the messages made here.
 */
import { type Executor, serialExecutorOf } from '../tuning/executor.js'
import { type FromJobWorker, type ToJobWorker, createJobWorker } from '../tuning/job-worker.js'
import type { ComparisonJob, JobResult } from './jobs.js'
import type { Method } from './method.js'
import type { ComparisonPlace } from './place.js'
import { openJobs } from './run-job.js'

export type ComparisonExecutor = Executor<ComparisonPlace, ComparisonJob, JobResult>

/** With methods of one's own, or those of the registry. */
export function serialComparison(methods?: readonly Method[]): ComparisonExecutor {
  return serialExecutorOf(place => openJobs(place, methods))
}

export interface OpenComparison {
  readonly type: 'open'
  readonly place: ComparisonPlace
}

/** What to post to a worker first; shared rows stay where they are, others are copied. */
export function comparisonMessage(place: ComparisonPlace): OpenComparison {
  return { type: 'open', place }
}

/** The worker's side of a comparison, with the methods of the registry. */
export function createComparisonWorker(
  post: (message: FromJobWorker<JobResult>) => void
): (message: ToJobWorker<OpenComparison, ComparisonJob>) => void {
  return createJobWorker(({ place }: OpenComparison) => openJobs(place), post)
}
