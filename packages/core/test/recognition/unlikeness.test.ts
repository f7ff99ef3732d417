// Rows that are unlike every class: the measures, what is usual in a model, and the rule that a rehearsal makes of them.
import { createRandom } from '../../src/base/random.js'
import { fit } from '../../src/fit.js'
import type { TrainingInput } from '../../src/input/training-input.js'
import { Matrix } from '../../src/linalg/matrix.js'
import { inUnits, limitsAt, unlikeOf, usualOf } from '../../src/recognition/unlikeness.js'
import { rehearseModel } from '../../src/rehearse.js'
import { clouds } from '../rehearsal/clouds.js'
import { describe, expect, it } from 'vitest'

const { input, test } = clouds(3, { noise: 0.6 })
const rows = Matrix.from(input.features)

/** Rows of other lengths and directions than any class has. */
function strangers(count: number): number[][] {
  const random = createRandom(5)
  return Array.from({ length: count }, () =>
    Array.from({ length: rows.columns }, () => 6 * (random.next() - 0.5))
  )
}

describe('what is usual', () => {
  it('foretells how far new rows of the seen classes lie', async () => {
    // Half of the rows are trained on; those of the other half are new.
    const place = Array.from({ length: rows.rows }, (_, row) => row)
    const half = (odd: number): number[] => place.filter(row => Math.floor(row / 16) % 2 === odd)
    const of = (list: readonly number[]): TrainingInput => ({
      ...input,
      features: Matrix.select(rows, Uint32Array.from(list)),
      labels: list.map(row => String(input.labels[row]))
    })
    const model = await fit(of(half(0)), { weights: 'gauss', normalise: 'none' })
    const middle = (values: Float64Array): number => Float64Array.from(values).sort()[values.length >> 1]
    const own = model.unlikeness(of(half(0)).features)
    const fresh = model.unlikeness(of(half(1)).features)
    if (own === undefined || fresh === undefined) throw new Error('nothing was measured')
    const usual = usualOf(own, half(0).length, 16)
    expect(usual).toBeGreaterThan(1.1 * middle(own.values[0]))
    expect(usual / middle(fresh.values[0])).toBeGreaterThan(0.85)
    expect(usual / middle(fresh.values[0])).toBeLessThan(1.15)
  })

  it('is a distance from the nearest class of all, whatever the candidates and the bias', async () => {
    const model = await fit(input, { weights: 'gauss', normalise: 'none' })
    const found = model.unlikeness(test)
    const { classes, scores } = model.scores(test, { among: 'all' })
    const [first] = model.distances(test)
    expect(found?.values[0][0]).toBeCloseTo(first - 2 * Math.max(...scores.subarray(0, classes.length)), 6)
    expect(model.annotate({ bias: -5 }).unlikeness(test)).toEqual(found)
  })
})

describe('the rule', () => {
  const rule = {
    measures: ['distance', 'tilt'],
    usual: 2,
    points: [
      { rate: 0.01, limits: [3, 0.9] },
      { rate: 0.05, limits: [2, 0.4] }
    ]
  } as const

  it('is passed by either measure, and says which, how far and what is usual', () => {
    expect(unlikeOf(rule, [3.5, 0], 0.05)).toEqual({ share: 0.99, measure: 'distance', value: 3.5, limit: 2 })
    expect(unlikeOf(rule, [1, 0.5], 0.05)).toEqual({ share: 0.95, measure: 'tilt', value: 0.5, limit: 0.4 })
    expect(unlikeOf(rule, [1, 0.1], 0.05)).toMatchObject({ share: 0 })
  })

  it('takes the next stricter limits for a rate between two, and none below the strictest', () => {
    expect(limitsAt(rule.points, 0.04)).toEqual([3, 0.9])
    expect(limitsAt(rule.points, 0.5)).toEqual([2, 0.4])
    expect(limitsAt(rule.points, 0.001)).toBeUndefined()
  })

  it('measures sums in parts of what is usual', () => {
    const values = [Float64Array.of(1, 0.5, -1)]
    expect(inUnits({ measures: ['sum'], values }, 2)).toEqual([Float64Array.of(0.5, 0.75, 1.5)])
  })
})

describe.each(['gauss', 'class'] as const)('a rehearsed model with %s weights', weights => {
  it('finds strangers, keeps described classes, and says so in words', async () => {
    const plain = await fit(input, { weights, normalise: 'none' })
    const { model, rehearsal } = await rehearseModel(plain, input, { each: false })
    const found = (features: readonly (readonly number[])[], falseAlarms: number): number =>
      model
        .decide(features, { among: 'all', reject: true, falseAlarms })
        .filter(({ none, verdict }) => none && verdict.kind === 'unlike').length / features.length
    expect(found(strangers(100), 0.05)).toBeGreaterThan(weights === 'gauss' ? 0.95 : 0.5)
    expect(found(test, 0.05)).toBeLessThan(0.1)
    expect(found(test, 0.3)).toBeGreaterThanOrEqual(found(test, 0.05))
    const [far] = model.decide(strangers(100), { among: 'all' }).filter(({ unlike = 0 }) => unlike > 0.98)
    expect(far.verdict.words).toMatch(/^Unlike anything known: .* as is usual\.$/)
    expect(model.recognise(strangers(100), { reject: true }).some(ranked => ranked.length === 0)).toBe(true)
    for (const { rate, described } of rehearsal.strangers?.points ?? [])
      expect(described).toBeLessThanOrEqual(rate)
  })
})

it('a model that keeps no shape says what to do', async () => {
  const plain = await fit(input, { weights: 'gauss', normalise: 'none', shape: 'none' })
  const { model } = await rehearseModel(plain, input, { each: false })
  expect(() => model.decide(test, { reject: true })).toThrow(/shape/)
  expect(model.decide(test)[0].unlike).toBeUndefined()
})
