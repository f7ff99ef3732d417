// A job is named by its content: asked for again it has the same name, and answers to the first asking may
// still be on their way.
import { Redis } from 'ioredis'
import { QueueEvents, Worker } from 'bullmq'
import { expect, it } from 'vitest'
import { describeWithRedis, startRedis } from '../../../../test/helpers/redis.js'
import { type Coordinator, openCoordinator } from '../../src/queue/coordinator.js'
import { type QueueJob, VERSION, jobId } from '../../src/queue/jobs.js'

const queue = { prefix: 'unseen' } as const
const say = (): void => undefined
const job: QueueJob = {
  kind: 'chain',
  version: VERSION,
  data: 'a'.repeat(64),
  task: { key: 'a chain', family: 'paper', gamma: 1, heldOut: [0] }
}
const refusal = { error: { code: 'queue.version', message: 'Of the job before.', worker: 'attic' } }

/** A moment that a test waits for. */
function moment(): { readonly come: Promise<void>; arrive(): void } {
  let arrive = (): void => undefined
  const come = new Promise<void>(resolve => {
    arrive = resolve
  })
  return { come, arrive }
}

/** With a worker that answers as it is told, and what it says about the queue. */
async function withQueue(
  answer: () => Promise<unknown>,
  use: (coordinator: Coordinator, connection: Redis, events: QueueEvents) => Promise<void>
): Promise<void> {
  const redis = await startRedis()
  const connection = new Redis(redis.url, { maxRetriesPerRequest: null })
  const worker = new Worker('jobs', answer, { connection, ...queue })
  const events = new QueueEvents('jobs', { connection, ...queue })
  worker.on('error', say)
  events.on('error', say)
  await Promise.all([worker.waitUntilReady(), events.waitUntilReady()])
  const coordinator = await openCoordinator({ url: redis.url, say })
  try {
    await use(coordinator, connection, events)
  } finally {
    await coordinator.close()
    await Promise.all([worker.close(), events.close()])
    connection.disconnect()
    await redis.close()
  }
}

describeWithRedis('a job that is asked for again', () => {
  it('is not refused by a worker that was at it before', async () => {
    const [begun, joined, go] = [moment(), moment(), moment()]
    let tries = 0
    const answer = async (): Promise<unknown> => {
      if (++tries > 1) return { result: 7 }
      begun.arrive()
      await go.come
      return refusal
    }
    await withQueue(answer, async (coordinator, _, events) => {
      events.on('duplicated', joined.arrive)
      const first = expect(coordinator.ask(job, {})).rejects.toMatchObject({ code: 'executor.lost' })
      await begun.come
      // It is at work, and cannot be removed.
      await coordinator.takeBack(job)
      await first
      const second = coordinator.ask(job, {})
      await joined.come
      go.arrive()
      expect(await second).toBe(7)
      expect(tries).toBe(2)
    })
  })

  it('is not refused by news of the job before that comes late', async () => {
    const [begun, go] = [moment(), moment()]
    const answer = async (): Promise<unknown> => {
      begun.arrive()
      await go.come
      return { result: 7 }
    }
    await withQueue(answer, async (coordinator, connection) => {
      const asked = coordinator.ask(job, {})
      await begun.come
      const stream = 'unseen:jobs:events'
      for (const [event, field, value] of [
        ['completed', 'returnvalue', JSON.stringify(refusal)],
        ['completed', 'returnvalue', '"nonsense"'],
        ['failed', 'failedReason', 'out of memory']
      ])
        await connection.xadd(stream, '*', 'event', event, 'jobId', jobId(job), field, value)
      go.arrive()
      expect(await asked).toBe(7)
    })
  })

  it('is refused by a worker that was given it this time', async () => {
    await withQueue(
      () => Promise.resolve(refusal),
      async coordinator => {
        for (let k = 0; k < 5; k++)
          await expect(coordinator.ask(job, {})).rejects.toMatchObject({
            code: 'queue.version',
            message: 'Worker attic: Of the job before.'
          })
      }
    )
  })
})
