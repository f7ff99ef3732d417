/**
 * Runs the chains of a search on workers that take them from a queue in Redis, on this machine or others
 * (`unseen worker`). Results are the same bytes as those of threads: workers run the same code on the same
 * bytes.
 */
import { type Executor, type Runner, UnseenError, type Work } from '@unseen/core'
import { type Chain, type ChainResult, type SearchData, defined, searchWork } from '@unseen/core/internal'
import { type QueueOptions, openCoordinator } from './coordinator.js'
import { type QueueJob, VERSION, chainResultSchema, read } from './jobs.js'
import { type Parcel, packPlace } from './parcel.js'

/** The queue, and how data reach the workers. */
export interface RedisExecutorOptions extends QueueOptions {
  /** chains that wait in the queue or are at work, at most */
  readonly chains?: number
}

/** An executor for `tune` whose tasks run on other machines. */
export interface RedisExecutor extends Executor {
  /** Ends the connection. */
  close(): Promise<void>
}

/** How work goes through the queue: its data as a parcel, its tasks as jobs. */
interface QueuedWork<Place, Task, Result> {
  pack(place: Place): Parcel
  job(data: string, task: Task): QueueJob
  /** The result, if it is one. */
  result(value: unknown): Result
}

const queuedSearch: QueuedWork<SearchData, Chain, ChainResult> = {
  pack: packPlace,
  job: (data, { key, family, gamma, heldOut, again }) => ({
    kind: 'chain',
    version: VERSION,
    data,
    task: { key, family, ...defined({ gamma, again }), heldOut: [...heldOut] }
  }),
  result: value => read(chainResultSchema, value, 'The result of a chain')
}

/** By name, what workers of other machines can do. */
const queuedWorks = new Map<string, QueuedWork<never, never, unknown>>([[searchWork.name, queuedSearch]])

/**
 * Opens the queue for searches: their chains run in workers of other machines.
 *
 * @param options the queue, and how data reach the workers
 */
export async function redisExecutor({
  chains = 256,
  ...options
}: RedisExecutorOptions): Promise<RedisExecutor> {
  const coordinator = await openCoordinator(options)
  return {
    threads: chains,
    shared: false,
    async open<Place extends { readonly threads: number }, Task, Result, Open>(
      { name }: Work<Place, Task, Result, Open>,
      place: Place
    ) {
      const queued = queuedWorks.get(name) as QueuedWork<Place, Task, Result> | undefined
      if (queued === undefined)
        throw new UnseenError(
          'options.combination',
          `Workers of the queue run searches, and no work named "${name}".`,
          { where: { option: 'executor' }, remedy: 'Use threadExecutor for it.' }
        )
      const parcel = queued.pack(place)
      await coordinator.offer(parcel)
      let open = place.threads
      return Array.from({ length: place.threads }, (): Runner<Task, Result> => {
        let asked: QueueJob | undefined
        let closed = false
        return {
          async run(task, watch) {
            const job = queued.job(parcel.fingerprint, task)
            asked = job
            const result = await coordinator.ask(job, watch)
            asked = undefined
            return queued.result(result)
          },
          async close() {
            if (closed) return
            closed = true
            open--
            await Promise.all([
              ...(asked === undefined ? [] : [coordinator.takeBack(asked)]),
              ...(open === 0 ? [coordinator.withdraw(parcel.fingerprint)] : [])
            ])
          }
        }
      })
    },
    close: () => coordinator.close()
  }
}
