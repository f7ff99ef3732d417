/**
 * Who runs work that is cut into small tasks: the chains of a search, the jobs of a comparison. Core runs
 * them one after the other in this thread; packages/node and Studio bring executors with workers
 * (channel.ts). An executor runs any `Work`, and results do not depend on the executor.
 */
import { type Job, type Watch, drive, turns } from '../base/progress.js'

/** Data that several threads work on. */
export interface HasThreads {
  /** how many threads the data have room for */
  readonly threads: number
}

/** A kind of work: how its data reach a thread, and how they are worked on there. */
export interface Work<Place extends HasThreads, Task, Result, Open> {
  /** by which a worker finds it */
  readonly name: string
  /** Why it cannot be sent to a worker; absent where it can. */
  readonly staysHere?: string
  /** What thread number `thread` needs to open the data: plain data, and the memory itself where it is shared. */
  message(place: Place, thread: number, shared: boolean): Open
  /** In the thread: what runs one task after the other on the data. */
  open(message: Open): (task: Task) => Job<Result>
}

/**
 * Where work that is cut into tasks runs: this thread, worker threads, web workers, other machines. Results
 * do not depend on it.
 */
export interface Executor {
  /** How many tasks run at once. */
  readonly threads: number
  /** may the threads work on one shared memory? */
  readonly shared: boolean
  /** One runner per thread, `place.threads` at most, all working on the same data. */
  open<Place extends HasThreads, Task, Result, Open>(
    work: Work<Place, Task, Result, Open>,
    place: Place
  ): Promise<readonly Runner<Task, Result>[]>
  /** Ends what the executor itself keeps open, such as a connection. */
  close?(): Promise<void>
}

/** One thread that is ready to work. */
export interface Runner<Task, Result> {
  /** One task at a time. Rejects, or returns an incomplete chain, once the signal has fired. */
  run(task: Task, watch: Watch): Promise<Result>
  /** Ends the thread. */
  close(): Promise<void>
}

/** Runs one task after the other, in this thread. */
export const serialExecutor: Executor = {
  threads: 1,
  shared: false,
  open(work, place) {
    // As if memory were shared: nothing leaves this thread, and nothing need be copied.
    const run = work.open(work.message(place, 0, true))
    // Tasks that are shorter than a turn give way between them: a request to stop must find its moment.
    const giveWay = turns()
    return Promise.resolve([
      {
        async run(task, watch) {
          const result = await drive(run(task), watch)
          await giveWay()
          return result
        },
        close: () => Promise.resolve()
      }
    ])
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
