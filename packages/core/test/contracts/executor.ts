/** What every executor of searches must keep to: the results of core's serial one, and an orderly end. */
import { UnseenError } from '../../src/base/errors.js'
import { toBytes } from '../../src/model/file.js'
import { type TuneOptions, tune } from '../../src/tune.js'
import type { Chain, ChainResult, SearchData } from '../../src/tuning/chain.js'
import { type Executor, type Runner, serialExecutor } from '../../src/tasks/executor.js'
import { searchWork } from '../../src/tuning/search-work.js'
import { describe, expect, it } from 'vitest'
import { smallProblem } from '../properties/small-problem.js'

const problem = smallProblem(6, { seen: 8, rows: 120, columns: 14, zeros: 0.3 })
const options: TuneOptions = {
  grid: { gamma: [0.1, 1], lambda2: [0, 0.1], lambda3: [0.01, 0.1], ridge: [0.3, 3] },
  folds: 3,
  seed: 2,
  steps: 2
}

/** A feature that is always zero: without a ridge class weights have no answer, and the chain fails. */
const singular = { ...problem, features: problem.features.map(row => [...row, 0]) }
const withoutRidge: TuneOptions = { ...options, grid: { ...options.grid, ridge: [0] } }
const failing: Chain = { key: 'failing', family: 'class-weights', heldOut: [0, 1] }
const working: Chain = { key: 'working', family: 'paper', gamma: 1, heldOut: [0, 1] }

/** The place that a search prepares for an executor. */
async function placeFor(
  { threads, shared }: Executor,
  input = problem,
  given = options
): Promise<SearchData> {
  const places: object[] = []
  const open: Executor['open'] = (_, prepared) => {
    places.push(prepared)
    return Promise.resolve([])
  }
  await tune(input, { ...given, executor: { threads, shared, open } })
  return (places[0] ?? expect.fail('no place was opened')) as SearchData
}

async function withRunners(
  executor: Executor,
  place: SearchData,
  use: (runners: readonly Runner<Chain, ChainResult>[]) => Promise<void>
): Promise<void> {
  const runners = await executor.open(searchWork, place)
  try {
    await use(runners)
  } finally {
    await Promise.all(runners.map(runner => runner.close()))
  }
}

/** `create` makes an executor for each test. */
export function checkExecutor(name: string, create: () => Executor): void {
  describe(`the executor ${name}`, () => {
    it('gives the results of the serial one, and the same model to the byte', async () => {
      const expected = await tune(problem, options)
      const found = await tune(problem, { ...options, executor: create() })
      const { model, ...summary } = found
      const { model: expectedModel, ...expectedSummary } = expected
      expect(summary).toEqual(expectedSummary)
      expect(toBytes(model!)).toEqual(toBytes(expectedModel!))
    })

    it('opens at most as many runners as there is room for, and at least one', async () => {
      const executor = create()
      const place = await placeFor(executor)
      expect(place.threads).toBeLessThanOrEqual(executor.threads)
      await withRunners(executor, place, async runners => {
        expect(runners.length).toBeGreaterThanOrEqual(1)
        expect(runners.length).toBeLessThanOrEqual(place.threads)
      })
    })

    it('a chain gives the same result on every runner, whatever ran before it', async () => {
      const executor = create()
      const place = await placeFor(executor)
      const chains: Chain[] = [working, { ...working, gamma: 0.1, heldOut: [3, 6, 7] }, failing]
      const reference = new Map<string, ChainResult>()
      await withRunners(executor, place, async runners => {
        await Promise.all(
          runners.map(async (runner, r) => {
            for (const at of [r, r + 1, r + 2, r].map(k => k % chains.length)) {
              const result = await runner.run(chains[at], {})
              expect(result.key).toBe(chains[at].key)
              const known = reference.get(String(at)) ?? result
              reference.set(String(at), known)
              expect(result).toEqual(known)
            }
          })
        )
      })
    })

    it('tells how far a chain is', async () => {
      const executor = create()
      await withRunners(executor, await placeFor(executor), async ([runner]) => {
        const told: number[] = []
        const { points } = await runner.run(working, {
          onProgress(progress) {
            if (progress.stage === 'chain') told.push(progress.done / progress.total)
          }
        })
        expect(points).toHaveLength(4)
        expect(told).toEqual([0.25, 0.5, 0.75, 1])
      })
    })

    it('passes on the error of a chain, with its code, and goes on', async () => {
      const executor = create()
      await withRunners(executor, await placeFor(executor, singular, withoutRidge), async ([runner]) => {
        const expected = await runner.run(working, {})
        for (let k = 0; k < 3; k++)
          await expect(runner.run(failing, {})).rejects.toMatchObject({
            name: 'UnseenError',
            code: 'training.singular'
          })
        expect(await runner.run(working, {})).toEqual(expected)
      })
    })

    it('a search ends with the error of a chain', async () => {
      await expect(tune(singular, { ...withoutRidge, executor: create() })).rejects.toMatchObject({
        name: 'UnseenError',
        code: 'training.singular'
      })
    })

    it('stops on request and keeps the chains that are complete', async () => {
      const whole = await tune(problem, { ...options, retrain: false })
      const controller = new AbortController()
      let done = 0
      const onResult = (): void => {
        if (++done === 2) controller.abort()
      }
      const found = await tune(problem, {
        ...options,
        executor: create(),
        signal: controller.signal,
        onResult
      })
      expect(found.status).toBe('cancelled')
      expect(found.model).toBeUndefined()
      expect(found.results).toHaveLength(done)
      for (const result of found.results) expect(whole.results).toContainEqual(result)
      const resumed = await tune(problem, {
        ...options,
        executor: create(),
        completed: found.results,
        retrain: false
      })
      expect(resumed).toEqual(whole)
    })

    it('a chain whose runner is closed is rejected or incomplete or already done, never wrong', async () => {
      const executor = create()
      const place = await placeFor(executor)
      const [whole] = await Promise.all([
        serialExecutor.open(searchWork, place).then(([runner]) => runner.run(working, {}))
      ])
      await withRunners(executor, place, async ([runner]) => {
        const running = runner.run(working, {}).then(
          result => expect(whole.points.slice(0, result.points.length)).toEqual(result.points),
          (error: unknown) => expect(error).toBeInstanceOf(UnseenError)
        )
        await runner.close()
        await running
      })
    })

    it('closes twice', async () => {
      const executor = create()
      await withRunners(executor, await placeFor(executor), async runners => {
        await Promise.all(runners.map(runner => runner.close()))
        await Promise.all(runners.map(runner => runner.close()))
      })
    })
  })
}
