// Intervals of several methods on the same resamples.
import { createRandom } from '../../../src/base/random.js'
import { differenceOf, harmonicOf, intervalOf, overClasses, overRows } from '../../../src/compare/resample.js'
import { describe, expect, it } from 'vitest'

const random = createRandom(2)
const verdicts = (share: number, sizes = [30, 50, 20, 40, 60]): Float64Array[] =>
  sizes.map(size => Float64Array.from({ length: size }, () => (random.next() < share ? 1 : 0)))

describe('resampling', () => {
  it('gives the interval that the binomial does', () => {
    const rows = [Float64Array.from({ length: 400 }, (_, i) => (i % 4 === 0 ? 1 : 0))]
    const { value, low, high } = intervalOf(overRows(rows, 1))
    expect(value).toBe(0.25)
    // 1.96 standard deviations of a share of 0.25 of 400 are 0.042.
    expect(low).toBeGreaterThan(0.25 - 0.05)
    expect(low).toBeLessThan(0.25 - 0.035)
    expect(high).toBeGreaterThan(0.25 + 0.035)
    expect(high).toBeLessThan(0.25 + 0.05)
  })

  it('counts classes alike, whatever their size', () => {
    expect(overClasses([Float64Array.of(1), new Float64Array(99)], 0).value).toBe(0.5)
    expect(overRows([Float64Array.of(1), new Float64Array(99)], 0).value).toBe(0.01)
  })

  it('finds a small difference that both share rows with, where the intervals overlap', () => {
    const base = verdicts(0.5)
    const better = base.map(values => values.map((value, i) => (i % 10 === 0 ? 1 : value)))
    const [first, second] = [overRows(better, 3), overRows(base, 3)]
    expect(intervalOf(first).low).toBeLessThan(intervalOf(second).high)
    const { difference, p } = differenceOf(first, second)
    expect(difference.low).toBeGreaterThan(0)
    expect(p).toBeLessThan(0.05)
    const back = differenceOf(second, first)
    expect(back.difference.high).toBeCloseTo(-difference.low, 12)
    expect(back.p).toBe(p)
  })

  it('finds no difference where there is none', () => {
    const same = overClasses(verdicts(0.4), 7)
    expect(differenceOf(same, same)).toEqual({ difference: { value: 0, low: 0, high: 0 }, p: 1 })
  })

  it('takes the harmonic mean draw by draw', () => {
    const [a, b] = [overClasses(verdicts(0.8), 1), overClasses(verdicts(0.2), 1)]
    const both = harmonicOf(a, b)
    expect(both.value).toBeCloseTo((2 * a.value * b.value) / (a.value + b.value), 12)
    expect(both.draws[17]).toBeCloseTo((2 * a.draws[17] * b.draws[17]) / (a.draws[17] + b.draws[17]), 12)
  })
})
