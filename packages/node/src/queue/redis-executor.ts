/**
 * Runs the chains of a search on workers that take them from a queue in Redis, on this machine or others
 * (`unseen worker`). Results are the same bytes as those of threads: workers run the same code on the same
 * bytes.
 */
import type { Executor } from '@unseen/core'
import { type Chain, defined } from '@unseen/core/internal'
import { type QueueOptions, openCoordinator } from './coordinator.js'
import { type QueueJob, VERSION, chainResultSchema, read } from './jobs.js'
import { packPlace } from './parcel.js'

export interface RedisExecutorOptions extends QueueOptions {
  /** chains that wait in the queue or are at work, at most */
  readonly chains?: number
}

export interface RedisExecutor extends Executor {
  close(): Promise<void>
}

export async function redisExecutor({
  chains = 256,
  ...options
}: RedisExecutorOptions): Promise<RedisExecutor> {
  const coordinator = await openCoordinator(options)
  return {
    threads: chains,
    shared: false,
    async open(place) {
      const parcel = packPlace(place)
      await coordinator.offer(parcel)
      let open = place.threads
      return Array.from({ length: place.threads }, () => {
        let asked: QueueJob | undefined
        let closed = false
        return {
          async run(chain: Chain, watch) {
            const { key, family, gamma, heldOut } = chain
            const job: QueueJob = {
              kind: 'chain',
              version: VERSION,
              data: parcel.fingerprint,
              task: { key, family, ...defined({ gamma }), heldOut: [...heldOut] }
            }
            asked = job
            const result = await coordinator.ask(job, watch)
            asked = undefined
            return read(chainResultSchema, result, 'The result of a chain')
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
