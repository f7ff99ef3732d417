import { type EstimateOptions, estimateComparison } from '../../../src/compare/estimate.js'
import { type Method, gridPoints } from '../../../src/compare/method.js'
import { means } from '../../../src/compare/methods/means.js'
import type { ComparisonJob, JobResult } from '../../../src/compare/jobs.js'
import type { ComparisonData } from '../../../src/compare/place.js'
import { type Executor, type Runner, serialExecutor } from '../../../src/tasks/executor.js'
import { expect, it } from 'vitest'
import { bad, comparisonProblem, good } from './problem.js'

/**
 * As the serial one, but every job takes the time that it is said to take, by rows and by its part of the
 * grid: the clock of a busy machine is no test.
 */
function timed(seconds: Record<string, number>, fixed = 0): Executor {
  const timedRunner = (
    { train }: ComparisonData,
    runner: Runner<ComparisonJob, JobResult>
  ): Runner<ComparisonJob, JobResult> => ({
    ...runner,
    run: async (job, context) => {
      const result = await runner.run(job, context)
      const tried = result.kind === 'fold' ? result.points.length : 1
      return {
        ...result,
        seconds:
          ((fixed + seconds[job.method] * train.labels.length) * tried) /
          gridPoints(job.method === 'good' ? good.grid : bad.grid).length
      }
    }
  })
  return {
    ...serialExecutor,
    open: async (work, place) => {
      const runners = await serialExecutor.open(work, place)
      // A comparison opens nothing else.
      return runners.map(
        runner => timedRunner(place as unknown as ComparisonData, runner as never) as unknown as typeof runner
      )
    }
  }
}

const estimate = (rowsPerClass: number, options: Partial<EstimateOptions> = {}) =>
  estimateComparison(comparisonProblem(3, { seen: 8, unseen: 2, rowsPerClass }), {
    methods: [good, bad],
    trials: 1,
    protocols: ['zsl'],
    executor: timed({ good: 2, bad: 1 }),
    ...options
  })

it('reckons more for what takes longer, for more trials and rows, and a little more for a second protocol', async () => {
  const once = await estimate(20)
  expect(Object.keys(once.byMethod)).toEqual(['good', 'bad'])
  expect(once.seconds).toBeCloseTo(once.byMethod['good'] + once.byMethod['bad'], 9)
  expect(once.byMethod['good']).toBeCloseTo(2 * once.byMethod['bad'], 9)
  expect((await estimate(20, { trials: 3 })).seconds).toBeCloseTo(3 * once.seconds, 9)
  // Both protocols choose on the same folds; only the tests are two.
  const both = await estimate(20, { protocols: ['zsl', 'gzsl'] })
  expect(both.seconds).toBeGreaterThan(once.seconds)
  expect(both.seconds).toBeLessThan(1.2 * once.seconds)
  // 600 rows are timed, whatever there is; times that grow with the rows are found exactly, with what does
  // not grow.
  const perRow = once.byMethod['good'] / (8 * 20)
  expect((await estimate(400)).byMethod['good']).toBeCloseTo(8 * 400 * perRow, 6)
  const more = await estimate(400, { executor: timed({ good: 2, bad: 1 }, 1000) })
  expect(more.byMethod['good']).toBeCloseTo((8 * 400 + 500) * perRow, 6)
})

it('times each method once, and says which is next', async () => {
  const said: string[] = []
  const { byMethod } = await estimate(20, {
    executor: serialExecutor,
    onMethod: (name, done, total) => said.push(`${name} ${done} of ${total}`)
  })
  expect(said).toEqual(['good 0 of 2', 'bad 1 of 2'])
  for (const seconds of Object.values(byMethod)) expect(seconds).toBeGreaterThan(0)
})

it('tries a part of the grid where points take the time, and reckons the whole', async () => {
  const inParts = await estimate(20)
  const whole = await estimate(20, { methods: [{ ...good, grows: 'systems' }, bad] })
  expect(inParts.byMethod['good']).toBeCloseTo(whole.byMethod['good'], 9)
})

it('times the test of a method that is tuned as another', async () => {
  const as: Method = { ...good, name: 'as-means', tunedAs: 'means', grid: means.grid }
  const { byMethod } = await estimate(20, { methods: [as], executor: serialExecutor })
  expect(Object.keys(byMethod)).toEqual(['means', 'as-means'])
  expect(byMethod['as-means']).toBeGreaterThan(0)
})
