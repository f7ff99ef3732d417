// The point a search chooses is the one that exact solutions choose, for ten seeds; and it is the same
// wherever the search was interrupted.
import { createRandom } from '../../src/base/random.js'
import { tune } from '../../src/tune.js'
import type { ChainResult } from '../../src/tuning/chain.js'
import { pointName } from '../../src/tuning/points.js'
import { summarise } from '../../src/tuning/summary.js'
import { describe, expect, it } from 'vitest'

/** Eight classes of a few noisy rows, hard enough that grid points lie an image apart. */
function problem(seed: number) {
  const random = createRandom(100 + seed)
  const noise = (): number => random.next() + random.next() - 1
  const classes = Array.from({ length: 8 }, (_, k) => `class ${k}`)
  const matrix = classes.map(() => Array.from({ length: 5 }, () => random.next()))
  const map = Array.from({ length: 5 }, () => Array.from({ length: 14 }, noise))
  const labels = Array.from({ length: 96 }, (_, row) => classes[row % 8])
  const features = labels.map((_, row) =>
    Array.from({ length: 14 }, (_, m) =>
      Math.max(
        0,
        matrix[row % 8].reduce((sum, value, a) => sum + value * map[a][m], 0.5 * noise() + 0.3)
      )
    )
  )
  return { features, labels, signatures: { classes, matrix } }
}
const options = {
  family: 'paper',
  retrain: false,
  grid: { gamma: [0.01, 0.1, 1], lambda2: [0, 0.1, 1], lambda3: [0.01, 0.1, 1] }
} as const

describe('a search', () => {
  it.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])('with seed %i chooses what exact solutions choose', async seed => {
    const found = await tune(problem(seed), { ...options, seed })
    const exact = await tune(problem(seed), { ...options, seed, tolerance: 1e-7, epochs: 20_000 })
    expect(exact.notConverged).toBe(0)
    expect(exact.results.some(({ refines }) => refines !== undefined)).toBe(false)
    expect(pointName(found.best!.point)).toBe(pointName(exact.best!.point))
    // An image decided by less than the tolerance may fall either way.
    const total = (errors: readonly number[]): number => errors.reduce((sum, count) => sum + count, 0)
    expect(Math.abs(total(found.best!.errors) - total(exact.best!.errors))).toBeLessThanOrEqual(1)
  })

  it('chooses otherwise for some of these seeds where nothing is solved again', async () => {
    const changed = await Promise.all(
      Array.from({ length: 10 }, async (_, seed) => {
        const found = await tune(problem(seed), { ...options, seed })
        const rough = summarise(found.results.filter(({ refines }) => refines === undefined))
        return pointName(rough.best!.point) !== pointName(found.best!.point)
      })
    )
    expect(changed).toContain(true)
  })

  it('takes the tolerance that is asked for', async () => {
    const rough = await tune(problem(0), { ...options, tolerance: 0.5, epochs: 1 })
    const epochs = (results: readonly ChainResult[]): number[] =>
      results
        .filter(({ refines }) => refines === undefined)
        .flatMap(({ points }) => points.map(p => p.epochs))
    expect(Math.max(...epochs(rough.results))).toBe(1)
    expect(
      Math.max(...epochs((await tune(problem(0), { ...options, tolerance: 1e-4 })).results))
    ).toBeGreaterThan(1)
  })

  it('interrupted after any chain, also of those solved again, ends the same', async () => {
    const whole = await tune(problem(3), { ...options, seed: 3 })
    const refined = whole.results.filter(({ refines }) => refines !== undefined)
    expect(refined.length).toBeGreaterThan(2)
    const inOrder: ChainResult[] = []
    await tune(problem(3), { ...options, seed: 3, onResult: result => void inOrder.push(result) })
    expect(inOrder).toHaveLength(whole.results.length)
    for (const kept of [
      1,
      inOrder.length - refined.length,
      inOrder.length - refined.length + 1,
      inOrder.length - 1
    ]) {
      const again = await tune(problem(3), { ...options, seed: 3, completed: inOrder.slice(0, kept) })
      expect(again.results).toEqual(whole.results)
      expect(again.best).toEqual(whole.best)
    }
  })
})
