/**
 * Runs tasks in worker threads that share one memory: the chains of a search, the jobs of a comparison.
 * Results are the same bytes as core's serial executors give.
 */
import { type Executor, UnseenError } from '@unseen/core'
import { type Chain, type ChainResult, type OpenMessage, openMessage } from '@unseen/core/internal'
import {
  type ComparisonExecutor,
  type ComparisonJob,
  type JobResult,
  type OpenComparison,
  comparisonMessage
} from '@unseen/core/compare/internal'
import { openRunner } from './runner.js'
import { availableParallelism } from 'node:os'

export interface ThreadOptions {
  /** as many as there are cores, by default */
  readonly threads?: number
}

export function threadExecutor({ threads = availableParallelism() }: ThreadOptions = {}): Executor {
  checkThreads(threads)
  return {
    threads,
    shared: true,
    open: place =>
      Promise.all(
        Array.from({ length: place.threads }, (_, thread) =>
          openRunner<OpenMessage, Chain, ChainResult>(
            new URL('./worker.js', import.meta.url),
            openMessage(place, thread, true)
          )
        )
      )
  }
}

export function threadComparison({
  threads = availableParallelism()
}: ThreadOptions = {}): ComparisonExecutor {
  checkThreads(threads)
  return {
    threads,
    shared: true,
    open: place =>
      Promise.all(
        Array.from({ length: place.threads }, () =>
          openRunner<OpenComparison, ComparisonJob, JobResult>(
            new URL('./comparison-worker.js', import.meta.url),
            comparisonMessage(place)
          )
        )
      )
  }
}

function checkThreads(threads: number): void {
  if (!Number.isInteger(threads) || threads < 1)
    throw new UnseenError('options.value', `threads must be a whole number of at least 1, got ${threads}.`, {
      where: { option: 'threads' }
    })
}
