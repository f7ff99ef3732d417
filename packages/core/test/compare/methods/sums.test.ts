import { complete } from '../../../src/base/progress.js'
import { foldOf, sumsOf } from '../../../src/compare/methods/sums.js'
import { describe, expect, it } from 'vitest'
import { planted } from './planted.js'

/** X'(X W - Y) + r W, which is zero at the answer; its largest entry */
function residual(material: ReturnType<typeof planted>, weights: Float64Array, r: number): number {
  const {
    features: { rows, columns: d, data },
    labels,
    seen
  } = material
  const left = weights.map(weight => r * weight)
  for (let i = 0; i < rows; i++) {
    for (let k = 0; k < seen; k++) {
      let error = labels[i] === k ? -1 : 0
      for (let m = 0; m < d; m++) error += data[i * d + m] * weights[m * seen + k]
      for (let m = 0; m < d; m++) left[m * seen + k] += data[i * d + m] * error
    }
  }
  return left.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
}

describe('sums', () => {
  it.each([
    { columns: 24, name: 'more rows than columns' },
    { columns: 300, name: 'more columns than rows' }
  ])('solve ridge regression with $name', ({ columns }) => {
    const material = planted(3, { columns })
    const sums = sumsOf(material)
    for (const ridge of [0.1, 10])
      expect(residual(material, complete(sums.classWeights(ridge)), ridge * sums.scale)).toBeLessThan(2e-5)
  })

  it('are made once for a material and remember each ridge', () => {
    const material = planted(3)
    expect(sumsOf(material)).toBe(sumsOf(material))
    expect(complete(sumsOf(material).classWeights(1))).toBe(complete(sumsOf(material).classWeights(1)))
    expect(sumsOf({ ...material })).not.toBe(sumsOf(material))
  })

  it('know class means, counts and the mean squared row length', () => {
    const material = planted(3)
    const { counts, means, scale } = sumsOf(material)
    expect([...counts]).toEqual(new Array(material.seen).fill(15))
    expect(scale).toBeCloseTo(1, 6)
    let first = 0
    material.labels.forEach(
      (label, i) => (first += label === 2 ? material.features.data[i * 24 + 5] / 15 : 0)
    )
    expect(means[2 * 24 + 5]).toBeCloseTo(first, 12)
  })
})

describe('a fold', () => {
  const heldOut = [1, 4, 11]

  it('hides the rows and signatures of the held-out classes and numbers the rest anew', () => {
    const material = planted(5)
    const { train, rows, labels, signatures } = foldOf(material, heldOut)
    expect([train.seen, train.features.rows, rows.rows]).toEqual([9, 9 * 15, 3 * 15])
    expect(new Set(train.labels)).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7, 8]))
    expect(signatures).toEqual(
      Float64Array.from(heldOut.flatMap(k => [...material.signatures.subarray(k * 10, k * 10 + 10)]))
    )
    expect(train.signatures.subarray(10, 20)).toEqual(material.signatures.subarray(20, 30))
    const own = material.labels.findIndex(label => label === 4)
    const at = labels.findIndex(label => label === 1)
    expect(rows.data.subarray(at * 24, at * 24 + 24)).toEqual(
      material.features.data.subarray(own * 24, own * 24 + 24)
    )
  })

  it.each([24, 160, 300])('has the weights that its rows alone give (%i columns)', columns => {
    const { train } = foldOf(planted(5, { columns }), heldOut)
    const [shared, alone] = [
      complete(sumsOf(train).classWeights(0.3)),
      complete(sumsOf({ ...train }).classWeights(0.3))
    ]
    const largest = alone.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
    shared.forEach((value, at) => expect(Math.abs(value - alone[at])).toBeLessThan(1e-5 * largest))
  })
})
