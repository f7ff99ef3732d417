import { createRandom } from '../../../src/base/random.js'
import { Reliability } from '../../../src/compare/methods/reliability.js'
import { growTree, leafOf } from '../../../src/compare/methods/signature-tree.js'
import { describe, expect, it } from 'vitest'

/** 200 held-out rows, two attributes: the first is predicted by chance, the second well. */
const random = createRandom(5)
const actual = Uint8Array.from({ length: 400 }, () => random.below(2))
const predicted = Float64Array.from(actual, (answer, at) =>
  at % 2 === 0 ? random.next() : (random.next() + answer) / 1.2
)
const reliability = new Reliability({ predicted, actual, attributes: 2 })
const all = Int32Array.from({ length: 200 }, (_, i) => i)

describe('reliability of attributes', () => {
  it('is a point of the ROC curve', () => {
    const { yes, no } = reliability.rates(1, 0.7, all)
    const part = (answer: number): number => {
      const values = [...all].filter(i => actual[i * 2 + 1] === answer).map(i => predicted[i * 2 + 1])
      return values.filter(value => value > 0.7).length / values.length
    }
    expect(yes).toBeCloseTo(part(1), 1)
    expect(no).toBeCloseTo(part(0), 1)
    expect(yes - no).toBeGreaterThan(0.4)
  })

  it('falls back on all rows where few came, and is never certain', () => {
    const { yes, no } = reliability.rates(1, 0.7, new Int32Array(0))
    expect(yes - no).toBeGreaterThan(0.4)
    expect(reliability.rates(1, Infinity, all).yes).toBeGreaterThan(0)
  })
})

describe('a tree on signatures', () => {
  const task = {
    reliability,
    answers: Uint8Array.of(0, 0, 1, 1),
    depth: 1,
    tries: 30,
    random: createRandom(1)
  }

  it('asks for the attribute that is predicted reliably', () => {
    for (let seed = 0; seed < 5; seed++)
      expect(growTree({ ...task, random: createRandom(seed) }, Float64Array.of(1, 1), all)).toMatchObject({
        attribute: 1
      })
  })

  it('gives a leaf no more certainty than the question has', () => {
    const tree = growTree(task, Float64Array.of(1, 1), all)
    const [yes, no] = [leafOf(tree, Float64Array.of(0, 2)), leafOf(tree, Float64Array.of(0, -1))]
    expect(yes[1]).toBeGreaterThan(0.7)
    expect(yes[1]).toBeLessThan(1)
    expect(no[0]).toBeGreaterThan(0.7)
    expect(yes[0] + yes[1]).toBeCloseTo(1, 12)
  })

  it('asks nothing where signatures are alike', () => {
    expect(growTree({ ...task, answers: Uint8Array.of(1, 0, 1, 0) }, Float64Array.of(1, 1), all)).toEqual({
      leaf: Float64Array.of(0.5, 0.5)
    })
  })
})
