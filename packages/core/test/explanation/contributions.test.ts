import type { FitOptions } from '../../src/base/options.js'
import { contrastScores } from '../../src/explanation/contrast.js'
import { explainScore, sumInSeenOrder } from '../../src/explanation/contributions.js'
import { scoreRow } from '../../src/recognition/rank.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { smallModel } from './small-model.js'

const number = fc.integer({ min: -1_000_000, max: 1_000_000 }).map(value => value / 99_999)
const scored = fc.integer({ min: 1, max: 40 }).chain(seen => {
  const row = fc.array(number, { minLength: seen, maxLength: seen })
  return fc.record({
    proportions: row.map(values => Float32Array.from(values)),
    a: row.map(values => Float64Array.from(values)),
    b: row.map(values => Float64Array.from(values)),
    bias: fc.constantFrom(0, -0.3, 1e-9, 7)
  })
})
const names = (length: number): string[] => Array.from({ length }, (_, s) => `seen ${s}`)

function scoreOf(proportions: Float32Array, mixture: Float64Array, bias: number): number {
  const out = new Float64Array(1)
  scoreRow(proportions, 0, mixture, [0], Float64Array.of(bias), mixture.length, out)
  return out[0]
}

describe('contributions', () => {
  it('sum to the score, bit for bit', () => {
    fc.assert(
      fc.property(scored, ({ proportions, a, bias }) => {
        const explained = explainScore(
          { name: 'zebra', mixture: a, constant: 0, bias },
          proportions,
          names(a.length)
        )
        expect(Object.is(explained.score, scoreOf(proportions, a, bias))).toBe(true)
        expect(Object.is(sumInSeenOrder(explained.contributions, explained.bias), explained.score)).toBe(true)
        for (const { proportion, share, contribution } of explained.contributions)
          expect(contribution).toBe(proportion * share)
      })
    )
  })

  it('come largest first, one per seen class', () => {
    fc.assert(
      fc.property(scored, ({ proportions, a, bias }) => {
        const { contributions } = explainScore(
          { name: 'zebra', mixture: a, constant: 0, bias },
          proportions,
          names(a.length)
        )
        expect(contributions.map(({ class: known }) => known).sort()).toEqual(names(a.length).sort())
        for (let k = 1; k < contributions.length; k++)
          expect(Math.abs(contributions[k].contribution)).toBeLessThanOrEqual(
            Math.abs(contributions[k - 1].contribution)
          )
      })
    )
  })

  const settings: FitOptions[] = [
    { references: 'means' },
    { weights: 'class', compare: 'cosine' },
    { weights: 'class', mixture: 'ridge' },
    { transform: 'int', references: 'means', compare: 'cosine' }
  ]
  it.each(settings)('sum to what a model says, with a bias: %o', async options => {
    const { model, features } = await smallModel(options)
    const biased = model.annotate({ bias: -0.123 })
    const { classes, scores } = biased.scores(features, { among: 'all' })
    const proportions = biased.proportions(features)
    const seen = biased.seen.length
    features.forEach((_, i) => {
      classes.forEach((name, c) => {
        const explained = explainScore(
          { name, mixture: biased.comparedMixture(name), constant: 0, bias: biased.biasOf(name, 'all') },
          proportions.subarray(i * seen, (i + 1) * seen),
          biased.seen
        )
        expect(Object.is(explained.score, scores[i * classes.length + c])).toBe(true)
      })
    })
  })
})

describe('contrast', () => {
  const contrastOf = (proportions: Float32Array, a: Float64Array, b: Float64Array, bias: number) =>
    contrastScores(
      { name: 'a', mixture: a, bias },
      { name: 'b', mixture: b, bias: 0.5 },
      proportions,
      names(a.length)
    )

  it('adds up to the difference of the scores', () => {
    fc.assert(
      fc.property(scored, ({ proportions, a, b, bias }) => {
        const { difference, terms, bias: between } = contrastOf(proportions, a, b, bias)
        expect(
          Math.abs(difference - (scoreOf(proportions, a, bias) - scoreOf(proportions, b, 0.5)))
        ).toBeLessThan(1e-10)
        expect(Object.is(sumInSeenOrder(terms, between), difference)).toBe(true)
      })
    )
  })

  it('flips by the smallest change, and by one seen class alone', () => {
    fc.assert(
      fc.property(scored, ({ proportions, a, b, bias }) => {
        const { difference, terms, flip } = contrastOf(proportions, a, b, bias)
        fc.pre(flip !== undefined && flip.distance < 1e6)
        const share = new Map(terms.map(term => [term.class, term.share]))
        const answer = flip.changes.reduce(
          (total, { class: known, change }) => total + change * (share.get(known) ?? 0),
          0
        )
        expect(Math.abs(answer + difference)).toBeLessThan(1e-9 * (1 + Math.abs(difference)))
        expect(Math.hypot(...flip.changes.map(({ change }) => change))).toBeCloseTo(flip.distance, 6)
        for (const { class: known, change, alone } of flip.changes) {
          expect(Math.abs(alone * (share.get(known) ?? 0) + difference)).toBeLessThan(
            1e-9 * (1 + Math.abs(difference))
          )
          // Alone, a class has to move at least as far as all do together.
          expect(Math.abs(alone)).toBeGreaterThanOrEqual(flip.distance * (1 - 1e-9))
          expect(Math.abs(change)).toBeLessThanOrEqual(flip.distance * (1 + 1e-9))
        }
      })
    )
  })

  it('of two classes with the same mixture has nothing to flip', () => {
    const same = Float64Array.of(0.25, 0.75)
    expect(contrastOf(Float32Array.of(1, 2), same, same, 0.5)).toEqual({
      classes: ['a', 'b'],
      difference: 0,
      bias: 0,
      terms: expect.any(Array) as unknown
    })
  })
})
