import { drawSplit } from '@unseen/data'
import { createRandom } from '../../src/base/random.js'
import { chooseThreshold, coverageAt, coverageCurve, thinCoverage } from '../../src/evaluation/coverage.js'
import { generalisedData, keepRows } from '../../src/evaluation/kept-rows.js'
import { mcNemar, pairedTest, signFlips } from '../../src/evaluation/paired.js'
import { summariseTrials } from '../../src/evaluation/trials.js'
import { Matrix } from '../../src/linalg/matrix.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

describe('coverage', () => {
  const rows = fc.array(fc.record({ margin: fc.integer({ min: 0, max: 12 }), right: fc.boolean() }), {
    minLength: 1,
    maxLength: 60
  })

  it('is what counting above each threshold gives', () => {
    fc.assert(
      fc.property(rows, list => {
        const points = coverageCurve(
          list.map(({ margin }) => margin),
          list.map(({ right }) => right)
        )
        expect(points.map(({ threshold }) => threshold)).toEqual(
          [...new Set(list.map(({ margin }) => margin))].sort((a, b) => b - a)
        )
        for (const { threshold, coverage, accuracy } of points) {
          const answered = list.filter(({ margin }) => margin >= threshold)
          expect(coverage).toBeCloseTo(answered.length / list.length, 12)
          expect(accuracy).toBeCloseTo(answered.filter(({ right }) => right).length / answered.length, 12)
        }
        expect(points[points.length - 1].coverage).toBe(1)
        const between = coverageAt(points, 5.5)
        expect(between.coverage).toBeCloseTo(
          list.filter(({ margin }) => margin >= 5.5).length / list.length,
          12
        )
      })
    )
  })

  it('takes the threshold that answers most, and none that is an accident', () => {
    const margins = Array.from({ length: 200 }, (_, i) => 200 - i)
    const right = margins.map(margin => margin > 100 || margin % 3 === 0)
    const points = coverageCurve(margins, right)
    const chosen = chooseThreshold(points, 0.9, { rows: 200 })
    expect(chosen?.accuracy).toBeGreaterThanOrEqual(0.9)
    expect(
      points.filter(({ coverage, accuracy }) => coverage > (chosen?.coverage ?? 0) && accuracy >= 0.9)
    ).toEqual([])
    // One right row out of one is no promise.
    expect(chooseThreshold(coverageCurve([3, 2, 1], [true, false, false]), 0.9, { rows: 3 })).toBeUndefined()
  })

  it('is thinned without losing the ends and the threshold', () => {
    const random = createRandom(1)
    const points = coverageCurve(
      Float64Array.from({ length: 5000 }, () => random.next()),
      Array.from({ length: 5000 }, () => random.next() < 0.5)
    )
    const kept = points[1234].threshold
    const thin = thinCoverage(points, 60, kept)
    expect(thin.length).toBeLessThanOrEqual(61)
    expect(thin[0]).toEqual(points[0])
    expect(thin[thin.length - 1]).toEqual(points[4999])
    expect(thin).toContainEqual(points[1234])
  })
})

describe('paired tests', () => {
  it('are the binomial tail', () => {
    expect(mcNemar(0, 0)).toBe(1)
    expect(mcNemar(5, 5)).toBe(1)
    expect(mcNemar(0, 6)).toBeCloseTo(2 / 64, 12)
    expect(mcNemar(8, 1)).toBeCloseTo((2 * 10) / 512, 12)
    // scipy.stats.binomtest(40, 100).pvalue and binomtest(4800, 10000).pvalue
    expect(mcNemar(60, 40)).toBeCloseTo(0.05688793364098088, 10)
    expect(mcNemar(4800, 5200)).toBeCloseTo(6.593515598672341e-5, 10)
  })

  it('flip every sign', () => {
    expect(signFlips([1, 1, 1, 1])).toBeCloseTo(2 / 16, 12)
    expect(signFlips([0.3, -0.3])).toBe(1)
    expect(signFlips([])).toBe(1)
    // The zeros change nothing; drawn flips come near the exact answer.
    expect(signFlips([1, 1, 1, 1, 0, 0])).toBeCloseTo(2 / 16, 12)
    const random = createRandom(3)
    const some = Array.from({ length: 14 }, () => random.next() - 0.35)
    const exact = signFlips(some)
    const tiny = [1e-9, -1e-9, 1e-9, -1e-9]
    expect(Math.abs(signFlips([...some, ...tiny]) - exact)).toBeLessThan(0.02)
  })

  it('find a better method, and no difference between equals', () => {
    const random = createRandom(5)
    const truth = Int32Array.from({ length: 600 }, (_, row) => row % 12)
    const at = (right: number): Int32Array => truth.map(c => (random.next() < right ? c : (c + 1) % 12))
    const [good, poor] = [at(0.7), at(0.5)]
    const better = pairedTest(truth, good, poor)
    expect(better.perImage.p).toBeLessThan(1e-4)
    expect(better.perClass.p).toBeLessThan(0.01)
    expect(better.perClass.difference).toBeCloseTo(better.perImage.difference, 12)
    expect(pairedTest(truth, poor, good).perImage.p).toBe(better.perImage.p)
    expect(pairedTest(truth, good, good)).toMatchObject({
      perImage: { difference: 0, p: 1 },
      perClass: { difference: 0, p: 1 }
    })
  })
})

describe('rows kept for testing', () => {
  it('are a fifth of every class, by a seed, and leave each class something to learn from', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 80 }),
        fc.integer({ min: 0, max: 50 }),
        (labels, seed) => {
          const { train, kept } = keepRows(labels, { seed })
          expect([...train, ...kept].sort((a, b) => a - b)).toEqual(labels.map((_, row) => row))
          for (const label of new Set(labels)) {
            const all = labels.filter(each => each === label).length
            const out = [...kept].filter(row => labels[row] === label).length
            expect(out).toBe(Math.min(all - 1, Math.max(1, Math.round(all / 5))))
          }
          expect(keepRows(labels, { seed })).toEqual({ train, kept })
          expect(keepRows(labels, { part: 0, seed }).kept).toHaveLength(0)
        }
      )
    )
    expect(keepRows(new Array(50).fill('a'), { seed: 1 })).not.toEqual(
      keepRows(new Array(50).fill('a'), { seed: 2 })
    )
    expect(() => keepRows([1, 2], { part: 1 })).toThrow(expect.objectContaining({ code: 'options.value' }))
  })

  const rowsOf = (
    numbers: readonly number[],
    name: string
  ): { features: Matrix; labels: string[]; rows: Uint32Array } => ({
    features: Matrix.dense(numbers.length, 1, Float64Array.from(numbers)),
    labels: numbers.map(row => `${name}${row % 2}`),
    rows: Uint32Array.from(numbers)
  })
  const train = {
    ...rowsOf(
      Array.from({ length: 20 }, (_, i) => i),
      's'
    ),
    signatures: { classes: ['s0', 's1', 'u0', 'u1'], matrix: [[1], [1], [1], [1]] }
  }
  const test = rowsOf([30, 31], 'u')

  it('are those of the split where it keeps some apart', () => {
    const own = rowsOf([40, 41, 42], 's')
    expect(generalisedData({ train, test, testSeen: own })).toEqual({
      train,
      test,
      testSeen: own,
      keptBy: 'split'
    })
  })

  it('are drawn where there are none, or where they are trained on', () => {
    for (const data of [
      { train, test },
      { train, test, testSeen: rowsOf([19, 40], 's') }
    ]) {
      const { train: rest, testSeen, keptBy } = generalisedData(data, { seed: 3 })
      expect(keptBy).toBe('seed')
      expect(testSeen.rows).toHaveLength(4)
      expect([...rest.rows, ...testSeen.rows].sort((a, b) => a - b)).toEqual([...train.rows])
      expect(Array.from(testSeen.rows, row => `s${row % 2}`)).toEqual(testSeen.labels)
      expect(rest.signatures).toBe(train.signatures)
    }
  })
})

it('a drawn split holds the smaller ones of its seed', () => {
  const split = {
    name: 'classic',
    seen: Array.from({ length: 30 }, (_, k) => `s${k}`),
    unseen: Array.from({ length: 12 }, (_, k) => `u${k}`)
  }
  const large = drawSplit(split, { seen: 20, unseen: 10, seed: 4 })
  expect(large.name).toBe('classic, 20 seen and 10 unseen classes, seed 4')
  expect([new Set(large.seen).size, new Set(large.unseen).size]).toEqual([20, 10])
  expect(
    large.seen.every(name => split.seen.includes(name)) &&
      large.unseen.every(name => split.unseen.includes(name))
  ).toBe(true)
  expect(drawSplit(split, { seen: 20, unseen: 3, seed: 4 }).unseen).toEqual(large.unseen.slice(0, 3))
  expect(drawSplit(split, { seed: 5 }).seen).not.toEqual(drawSplit(split, { seed: 4 }).seen)
  expect(() => drawSplit(split, { seen: 31 })).toThrow(expect.objectContaining({ code: 'options.value' }))
  expect(() => drawSplit(split, { unseen: 0 })).toThrow(expect.objectContaining({ code: 'options.value' }))
})

it('trials have a mean and a deviation', () => {
  expect(summariseTrials([0.5])).toEqual({ mean: 0.5, deviation: 0, trials: 1 })
  expect(summariseTrials([1, 2, 3, 4])).toEqual({
    mean: 2.5,
    deviation: expect.closeTo(Math.sqrt(5 / 3), 12) as number,
    trials: 4
  })
})
