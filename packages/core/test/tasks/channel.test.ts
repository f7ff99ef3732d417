import { compare } from '../../src/compare/compare.js'
import { means } from '../../src/compare/methods/means.js'
import { ridge } from '../../src/compare/methods/ridge.js'
import { comparisonWork } from '../../src/compare/run-job.js'
import { type AnyWork, channelExecutor, openRunner } from '../../src/tasks/channel.js'
import type { Work } from '../../src/tasks/executor.js'
import { describe, expect, it } from 'vitest'
import { comparisonProblem, good } from '../compare/comparison/problem.js'
import { type LocalWorker, startLocalWorker } from '../contracts/local-worker.js'

/** Adds up; the data are a number, and a negative one cannot be opened. */
const adding: Work<{ readonly threads: number }, number, number, number> = {
  name: 'adding',
  message: (_, thread) => 10 * thread,
  open: first => {
    if (first < 0) throw new Error('negative')
    return function* (task) {
      yield { stage: 'chain', key: 'sum', done: 1, total: 1 }
      if (task < 0) throw new Error('negative task')
      return first + task
    }
  }
}
const works: Record<string, () => Promise<AnyWork>> = {
  adding: () => Promise.resolve(adding),
  comparison: () => Promise.resolve(comparisonWork())
}

describe('openRunner', () => {
  it('opens, runs one task after the other, and tells progress', async () => {
    const runner = await openRunner(startLocalWorker(works), adding, 3)
    const told: number[] = []
    const watch = { onProgress: (progress: object) => void told.push('done' in progress ? 1 : 0) }
    expect(await runner.run(4, watch)).toBe(7)
    expect(await runner.run(-3, {}).catch((error: unknown) => error)).toMatchObject({ code: 'executor.lost' })
    expect(await runner.run(5, {})).toBe(8)
    expect(told).toEqual([1])
  })

  it('ends a worker that cannot open its data, and says why', async () => {
    const worker = startLocalWorker(works)
    await expect(openRunner(worker, adding, -1)).rejects.toMatchObject({
      code: 'executor.lost',
      message: expect.stringContaining('negative') as unknown
    })
    expect(worker.ended).toBe(true)
  })

  it('rejects what is asked of a worker that does not know the work', async () => {
    await expect(openRunner(startLocalWorker({}), adding, 1)).rejects.toMatchObject({
      code: 'executor.lost',
      message: expect.stringContaining('adding') as unknown
    })
  })

  it('rejects the task of a worker that crashes, and every later one', async () => {
    const worker = startLocalWorker(works)
    const runner = await openRunner(worker, adding, 1)
    const running = runner.run(1, {})
    worker.crash('out of memory')
    for (const answer of [running, runner.run(2, {})])
      await expect(answer).rejects.toMatchObject({
        code: 'executor.lost',
        message: 'A worker ended before its work was done: out of memory.'
      })
  })

  it('rejects the task of a runner that is closed', async () => {
    const runner = await openRunner(startLocalWorker(works), adding, 1)
    const running = runner.run(1, {})
    await Promise.all([
      expect(running).rejects.toMatchObject({ message: expect.stringContaining('it was closed') as unknown }),
      runner.close()
    ])
  })
})

describe('channelExecutor', () => {
  it('opens each thread with its own message', async () => {
    const executor = channelExecutor({ threads: 3, shared: false, start: () => startLocalWorker(works) })
    const runners = await executor.open(adding, { threads: 3 })
    expect(await Promise.all(runners.map(runner => runner.run(1, {})))).toEqual([1, 11, 21])
  })

  it('leaves no worker behind where one cannot be opened', async () => {
    const started: LocalWorker[] = []
    const executor = channelExecutor({
      threads: 3,
      shared: false,
      start() {
        const worker = startLocalWorker(works)
        started.push(worker)
        return worker
      }
    })
    const failing = { ...adding, message: (_: object, thread: number) => (thread === 1 ? -1 : thread) }
    await expect(executor.open(failing, { threads: 3 })).rejects.toMatchObject({ code: 'executor.lost' })
    expect(started.map(({ ended }) => ended)).toEqual([true, true, true])
  })

  it('runs a comparison to the same bytes, and refuses methods that workers cannot know', async () => {
    const problem = comparisonProblem(3, { seen: 8, unseen: 3, rowsPerClass: 6 })
    const executor = channelExecutor({ threads: 2, shared: false, start: () => startLocalWorker(works) })
    const methods = [means, ridge]
    const { comparison } = await compare(problem, { methods, executor })
    expect(JSON.stringify(comparison)).toBe(JSON.stringify((await compare(problem, { methods })).comparison))
    await expect(compare(problem, { methods: [means, good], executor })).rejects.toMatchObject({
      code: 'options.combination',
      message: expect.stringContaining('"good"') as unknown
    })
  })
})
