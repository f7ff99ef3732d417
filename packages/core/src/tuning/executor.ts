/**
 * Who runs the chains of a search. Core runs them one after the other in this thread; packages/node
 * and Studio bring executors with workers. Results do not depend on the executor. Other work that is
 * cut into small tasks on one place (a comparison of methods) is run the same way.
 */
import { type Job, type Watch, drive } from '../base/progress.js'
import { type Chain, type ChainResult, type SearchPlace, openChains } from './chain.js'

export interface Executor<
  Place extends { readonly threads: number } = SearchPlace,
  Task = Chain,
  Result = ChainResult
> {
  readonly threads: number
  /** may the threads work on one shared memory? */
  readonly shared: boolean
  /** One runner per thread, `place.threads` at most, all working at the same place. */
  open(place: Place): Promise<readonly Runner<Task, Result>[]>
}

export interface Runner<Task, Result> {
  /** One task at a time. Rejects, or returns an incomplete chain, once the signal has fired. */
  run(task: Task, watch: Watch): Promise<Result>
  close(): Promise<void>
}

export type ChainRunner = Runner<Chain, ChainResult>

export const serialExecutor: Executor = serialExecutorOf(place => openChains(place, 0))

/** Runs tasks one after the other in this thread. */
export function serialExecutorOf<Place extends { readonly threads: number }, Task, Result>(
  open: (place: Place) => (task: Task) => Job<Result>
): Executor<Place, Task, Result> {
  return {
    threads: 1,
    shared: false,
    open(place) {
      const run = open(place)
      return Promise.resolve([
        { run: (task, watch) => drive(run(task), watch), close: () => Promise.resolve() }
      ])
    }
  }
}

/**
 * Each runner at `work` until it is done, or the signal fires: then they are closed, which breaks off their
 * tasks; what is done is kept.
 */
export async function workThrough<One extends { close(): Promise<void> }>(
  runners: readonly One[],
  work: (runner: One) => Promise<void>,
  signal: AbortSignal | undefined,
  onStop: () => void = () => undefined
): Promise<void> {
  const closeAll = async (): Promise<void> => {
    await Promise.all(runners.map(runner => runner.close()))
  }
  const stop = (): void => {
    void closeAll()
    onStop()
  }
  signal?.addEventListener('abort', stop, { once: true })
  try {
    await Promise.all(runners.map(work))
  } catch (error) {
    if (signal?.aborted !== true) throw error
  } finally {
    signal?.removeEventListener('abort', stop)
    await closeAll()
  }
}
