import { comparedMixtures } from '../../src/embedding/compare.js'
import { Dictionary, type MixtureKind } from '../../src/embedding/source.js'
import { mixtureDerivative, scoreDerivative } from '../../src/explanation/derivative.js'
import { whatIf } from '../../src/explanation/what-if.js'
import { describe, expect, it } from 'vitest'
import { randomRows, toUnit } from './small-model.js'

const SEEN = 7
const ATTRIBUTES = 9
const STEP = 1e-5

function setUp(kind: MixtureKind, gamma: number, seed: number, length = ATTRIBUTES) {
  const unit = Float64Array.from(randomRows(SEEN, length, seed).flatMap(row => [...toUnit(row)]))
  const dictionary = new Dictionary(unit, SEEN, gamma, kind)
  const signature = randomRows(1, length, seed + 1000)[0].map(value => 3 * value + 0.2)
  const embed = (row: number[]): Float64Array => dictionary.embed(toUnit(row)).mixture
  return { dictionary, signature, embed }
}

const face = (mixture: Float64Array): string => mixture.map(share => (share === 0 ? 0 : 1)).join('')

describe('derivative of the mixture against central differences', () => {
  for (const kind of ['simplex', 'ridge', 'affine'] as const) {
    for (const compare of ['inner', 'cosine'] as const) {
      for (const gamma of kind === 'simplex' ? [0, 0.01, 0.1, 1] : [0.01, 1]) {
        it(`${kind}, ${compare}, gamma ${gamma}`, () => {
          let compared = 0
          for (let seed = 1; seed <= 12; seed++) {
            const { dictionary, signature, embed } = setUp(kind, gamma, seed)
            const mixture = embed(signature)
            const derivative = mixtureDerivative(dictionary, signature, mixture, compare)
            for (let k = 0; k < ATTRIBUTES; k++) {
              const [below, above] = [-STEP, STEP].map(step =>
                embed(signature.map((value, i) => (i === k ? value + step : value)))
              )
              if (face(below) !== face(mixture) || face(above) !== face(mixture)) continue
              const [low, high] = [below, above].map(side => comparedMixtures(side, SEEN, compare))
              for (let s = 0; s < SEEN; s++)
                expect(
                  Math.abs((high[s] - low[s]) / (2 * STEP) - derivative[s * ATTRIBUTES + k])
                ).toBeLessThan(2e-6)
              compared++
            }
          }
          expect(compared).toBeGreaterThan(80)
        })
      }
    }
  }

  it('of dependent signatures with gamma = 0 still moves the mixed signature rightly', () => {
    // Seven classes in three attributes: many mixtures give the same signature, which alone is determined.
    const { dictionary, signature, embed } = setUp('simplex', 0, 5, 3)
    const mixture = embed(signature)
    const derivative = mixtureDerivative(dictionary, signature, mixture)
    const mixed = (shares: (s: number) => number, k: number): number =>
      Array.from({ length: SEEN }, (_, s) => shares(s) * dictionary.signatures[s * 3 + k]).reduce(
        (a, b) => a + b
      )
    for (let k = 0; k < 3; k++) {
      const [low, high] = [-STEP, STEP].map(step =>
        embed(signature.map((value, i) => (i === k ? value + step : value)))
      )
      for (let m = 0; m < 3; m++)
        expect(mixed(s => derivative[s * 3 + k], m)).toBeCloseTo(
          mixed(s => (high[s] - low[s]) / (2 * STEP), m),
          4
        )
    }
  })
})

describe('derivative, identities', () => {
  it('shares of a simplex or affine mixture change by zero in sum, and longer descriptions change nothing', () => {
    for (const kind of ['simplex', 'affine'] as const) {
      const { dictionary, signature, embed } = setUp(kind, 0.1, 3)
      const derivative = mixtureDerivative(dictionary, signature, embed(signature))
      for (let k = 0; k < ATTRIBUTES; k++)
        expect(
          Array.from({ length: SEEN }, (_, s) => derivative[s * ATTRIBUTES + k]).reduce((a, b) => a + b)
        ).toBeCloseTo(0, 12)
      for (let s = 0; s < SEEN; s++)
        expect(
          signature.reduce((total, value, k) => total + value * derivative[s * ATTRIBUTES + k], 0)
        ).toBeCloseTo(0, 12)
    }
  })

  it('of scores is the product with the proportions, and what-if shows both', () => {
    const { dictionary, signature, embed } = setUp('simplex', 0.1, 4)
    const mixture = embed(signature)
    const derivative = mixtureDerivative(dictionary, signature, mixture, 'cosine')
    const proportions = Float32Array.from({ length: 2 * SEEN }, (_, i) => Math.sin(i))
    const seen = Array.from({ length: SEEN }, (_, s) => `seen ${s}`)
    const attributes = Array.from({ length: ATTRIBUTES }, (_, k) => `attribute ${k}`)
    const result = whatIf({
      name: 'zebra',
      dictionary,
      compare: 'cosine',
      signature,
      mixture,
      seen,
      attributes,
      proportions
    })
    expect(result.scores.subarray(ATTRIBUTES)).toEqual(
      scoreDerivative(proportions.subarray(SEEN), derivative)
    )
    expect(result.effects).toHaveLength(ATTRIBUTES)
    for (const { index, attribute, strength, shares } of result.effects) {
      expect(attribute).toBe(attributes[index])
      expect(strength).toBeLessThanOrEqual(result.effects[0].strength)
      for (const { class: known, change } of shares)
        expect(change).toBe(derivative[seen.indexOf(known) * ATTRIBUTES + index])
      const [low, high] = [-STEP, STEP].map(step =>
        comparedMixtures(
          embed(signature.map((value, i) => (i === index ? value + step : value))),
          SEEN,
          'cosine'
        )
      )
      const slope = high.reduce(
        (total, value, s) => total + (proportions[s] * (value - low[s])) / (2 * STEP),
        0
      )
      expect(result.scores[index]).toBeCloseTo(slope, 5)
    }
  })
})
