import { createRandom } from '../../src/base/random.js'
import { type ScoredLine, calibration, likeliestTemperature } from '../../src/evaluation/calibration.js'
import { softmaxAt } from '../../src/recognition/probabilities.js'
import { describe, expect, it } from 'vitest'

describe('calibration', () => {
  it('is the mean difference of probability and share that is right', () => {
    const { error, bins } = calibration(
      [0.95, 0.95, 0.95, 0.95, 0.55, 0.55],
      [true, true, true, false, true, false]
    )
    expect(bins).toHaveLength(2)
    expect(bins[0]).toEqual({ probability: 0.55, right: 0.5, rows: 2 })
    expect(bins[1].right).toBe(0.75)
    expect(error).toBeCloseTo((4 * 0.2 + 2 * 0.05) / 6, 12)
  })

  it('takes the ends of the scale, nothing, and refuses lists of other lengths', () => {
    expect(calibration([0, 1], [false, true]).error).toBe(0)
    expect(calibration([], [])).toEqual({ error: 0, bins: [] })
    expect(() => calibration([1], [])).toThrow('1 probabilities, but 0 verdicts')
  })
})

describe('the likeliest temperature', () => {
  /** Classes drawn by softmax(scores / T) of random scores. */
  const drawn = (temperature: number, size: number): ScoredLine[] => {
    const random = createRandom(3)
    return Array.from({ length: 4000 }, () => {
      const scores = Float64Array.from({ length: 6 }, () => size * random.next())
      const probability = softmaxAt(scores, Math.max(...scores), temperature)
      let left = random.next()
      const truth = scores.findIndex(score => (left -= probability(score)) <= 0)
      return { scores, truth: truth < 0 ? 5 : truth }
    })
  }

  it.each([0.05, 0.5, 4])('finds %d again', temperature => {
    const found = likeliestTemperature(drawn(temperature, 4 * temperature)) ?? 0
    expect(found / temperature).toBeGreaterThan(0.93)
    expect(found / temperature).toBeLessThan(1.07)
  })

  it('stays within bounds where answers are always right, or mean nothing', () => {
    const scores = Float64Array.of(1000, 0, -1000)
    expect(likeliestTemperature([{ scores, truth: 0 }])).toBeGreaterThan(0)
    expect(likeliestTemperature([{ scores, truth: 2 }])).toBeLessThan(1001)
    expect(likeliestTemperature([])).toBeUndefined()
  })
})

describe('softmax', () => {
  it('sums to one, and does not overflow', () => {
    const scores = Float64Array.of(1e6, 1e6 - 1, 0)
    const probability = softmaxAt(scores, 1e6, 1)
    expect([...scores].reduce((sum, score) => sum + probability(score), 0)).toBeCloseTo(1, 12)
    expect(probability(1e6 - 1) / probability(1e6)).toBeCloseTo(Math.exp(-1), 12)
  })
})
