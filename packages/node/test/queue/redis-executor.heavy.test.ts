// The executor of several machines keeps the contract of executors; its workers run in this process, on the
// built files.
import { type Executor, Matrix, fit, tune } from '@unseen/core'
import { compare, pickMethods } from '@unseen/core/compare'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serialize } from 'node:v8'
import { Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { afterAll, expect, it } from 'vitest'
import { checkExecutor } from '../../../core/test/contracts/executor.js'
import { comparisonProblem } from '../../../core/test/compare/comparison/problem.js'
import { smallProblem } from '../../../core/test/properties/small-problem.js'
import { describeWithRedis, hasRedis, startRedis } from '../../../../test/helpers/redis.js'
import { queueRows } from '../../dist/queue/queue-rows.js'
import { redisExecutor, type RedisExecutor } from '../../dist/queue/redis-executor.js'
import { startWorker, type QueueWorker } from '../../dist/queue/worker.js'
import { decideRows } from '../../dist/use/row-work.js'

const problem = smallProblem(6, { seen: 8, rows: 120, columns: 14 })
const options = {
  grid: { gamma: [1], lambda2: [0.1], lambda3: [0.1], ridge: [1] },
  folds: 2,
  retrain: false
} as const
const say = (): void => undefined

async function prepare(): Promise<{ readonly url: string; readonly executor: Executor }> {
  const folder = mkdtempSync(join(tmpdir(), 'unseen-executor-'))
  const redis = await startRedis()
  const { url } = redis
  const workers: QueueWorker[] = await Promise.all(
    [1, 2].map(threads => startWorker({ url, threads, cache: folder, say }))
  )
  const executor: RedisExecutor = await redisExecutor({ url, say, chains: 3 })
  afterAll(async () => {
    await executor.close()
    await executor.close()
    await Promise.all(workers.map(worker => worker.close()))
    await redis.close()
    rmSync(folder, { recursive: true })
  })
  return { url, executor }
}

// Tests that need no server are in their own files; where there is none, describeWithRedis says so.
const prepared = hasRedis ? await prepare() : undefined
if (prepared !== undefined) checkExecutor('of several machines, through Redis', () => prepared.executor)

describeWithRedis('queueRows', () => {
  it('believes no answer that is none, and asks again for one that is lost', async () => {
    const redis = await startRedis()
    const connection = new Redis(redis.url, { maxRetriesPerRequest: null })
    const model = await fit(problem, { weights: 'class' })
    const matrix = Matrix.from(problem.features.slice(0, 3))
    const right = decideRows(model, matrix, { among: 'seen', top: 1, reject: false, explain: false })
    const answers: unknown[] = [
      {},
      { decisions: [] },
      { decisions: [...right.decisions, right.decisions[0]] },
      7
    ]
    let stored: Buffer | undefined
    let asked = 0
    const worker = new Worker(
      'jobs',
      async ({ id }) => {
        asked++
        if (stored !== undefined) await connection.set(`unseen:result:${id}`, stored)
        return { stored: true }
      },
      { connection, prefix: 'unseen' }
    )
    worker.on('error', say)
    const rows = await queueRows(model, { url: redis.url, say })
    const decide = (): Promise<unknown> =>
      rows.decide(matrix, { among: 'seen', top: 1, reject: false, explain: false })
    for (const answer of answers) {
      stored = serialize(answer)
      await expect(decide()).rejects.toMatchObject({ code: 'queue.job' })
    }
    stored = serialize(new Float32Array(5))
    await expect(rows.proportions(matrix)).rejects.toMatchObject({ code: 'queue.job' })
    stored = Buffer.from('no value')
    await expect(decide()).rejects.toMatchObject({ code: 'queue.job' })
    stored = undefined
    asked = 0
    const late = decide()
    while (asked < 3) await new Promise(resolve => setTimeout(resolve, 20))
    stored = serialize(right)
    expect(await late).toEqual(right)
    await rows.close()
    await expect(decide()).rejects.toMatchObject({ code: 'executor.lost' })
    await worker.close()
    connection.disconnect()
    await redis.close()
  })
})

describeWithRedis('redisExecutor', () => {
  it('passes on what a worker refuses, with its code and name', async () => {
    const redis = await startRedis()
    const connection = new Redis(redis.url, { maxRetriesPerRequest: null })
    const answers: unknown[] = [
      {
        error: {
          code: 'queue.version',
          message: 'The job is of Unseen 1, this worker is 2.',
          worker: 'attic'
        }
      },
      { result: { key: 'x', points: 'none' } },
      'nonsense',
      { error: { code: 'no.code', message: '', worker: '' } }
    ]
    const worker = new Worker('jobs', () => Promise.resolve(answers[0]), { connection, prefix: 'unseen' })
    worker.on('error', say)
    const executor = await redisExecutor({ url: redis.url, say })
    await expect(tune(problem, { ...options, executor })).rejects.toMatchObject({
      code: 'queue.version',
      message: 'Worker attic: The job is of Unseen 1, this worker is 2.'
    })
    for (const answer of answers.slice(1)) {
      answers[0] = answer
      await expect(tune(problem, { ...options, executor })).rejects.toMatchObject({ code: 'queue.job' })
    }
    await executor.close()
    await worker.close()
    connection.disconnect()
    await redis.close()
  })

  it('refuses work that is no search', async () => {
    const redis = await startRedis()
    const executor = await redisExecutor({ url: redis.url, say })
    const problem = comparisonProblem(3, { seen: 6, unseen: 2, rowsPerClass: 4 })
    await expect(compare(problem, { methods: pickMethods('means'), executor })).rejects.toMatchObject({
      code: 'options.combination',
      message: expect.stringContaining('"comparison"') as unknown
    })
    await executor.close()
    await redis.close()
  })

  it('gives up a job that fails at every try', async () => {
    const redis = await startRedis()
    const connection = new Redis(redis.url, { maxRetriesPerRequest: null })
    const worker = new Worker('jobs', () => Promise.reject(new Error('out of memory')), {
      connection,
      prefix: 'unseen'
    })
    worker.on('error', say)
    const executor = await redisExecutor({ url: redis.url, say })
    await expect(tune(problem, { ...options, executor })).rejects.toMatchObject({
      code: 'executor.lost',
      message: expect.stringContaining('out of memory') as unknown
    })
    await executor.close()
    await worker.close()
    connection.disconnect()
    await redis.close()
  })
})
