import { createRandom } from '../../../src/base/random.js'
import { complete } from '../../../src/base/progress.js'
import { classClassifier } from '../../../src/compare/methods/classifiers.js'
import { signatureProducts } from '../../../src/compare/methods/mixtures.js'
import { luceScores, mallowsScore, rankings } from '../../../src/compare/methods/rankings.js'
import { describe, expect, it } from 'vitest'
import { planted } from './planted.js'

/** All orders of 0 .. n - 1. */
function orders(n: number): number[][] {
  if (n === 0) return [[]]
  return orders(n - 1).flatMap(rest =>
    Array.from({ length: n }, (_, at) => [...rest.slice(0, at), n - 1, ...rest.slice(at)])
  )
}

function positionsIn(order: readonly number[]): Int32Array {
  return Int32Array.from(order.map((_, s) => order.indexOf(s)))
}

describe("Luce's model", () => {
  it.each([1, 30, 900])('gives all orders the probability 1 together, outputs apart by %d', apart => {
    const random = createRandom(apart)
    const outputs = Float64Array.from({ length: 5 }, () => apart * random.next())
    const score = luceScores(outputs, 5)
    const total = orders(5).reduce((sum, order) => sum + Math.exp(score(Int32Array.from(order))), 0)
    expect(total).toBeCloseTo(1, 9)
  })

  it('stays finite, and in order, where probabilities underflow', () => {
    const score = luceScores(Float64Array.of(0, -2000, -2001, -5000), 2)
    const [right, wrong] = [score(Int32Array.of(0, 1, 2, 3)), score(Int32Array.of(0, 2, 1, 3))]
    expect(right).toBeCloseTo(-Math.log1p(Math.exp(-1)), 9)
    expect(wrong).toBeCloseTo(-1 - Math.log1p(Math.exp(-1)), 9)
  })
})

describe("Mallows' model", () => {
  it("with all places is minus Kendall's distance", () => {
    for (const first of orders(4))
      for (const order of orders(4)) {
        const [a, b] = [positionsIn(first), positionsIn(order)]
        let turned = 0
        for (let s = 0; s < 4; s++) for (let t = 0; t < s; t++) if (a[s] < a[t] !== b[s] < b[t]) turned++
        expect(mallowsScore(Int32Array.from(first), b)).toBeCloseTo(-turned, 12)
      }
  })
})

describe('rankings', () => {
  const problem = planted(3)
  const { seen, length, test, unseenSignatures } = problem
  const train = (top: number, model: string): ((signatures: Float64Array) => Float64Array) => {
    const scorer = complete(complete(rankings.prepare(problem)).train({ lambda: 1, top, model }))
    return signatures => scorer.scores(test, signatures)
  }

  it('by the first place alone are the log probability of the likest seen class', () => {
    const outputs = complete(classClassifier(problem, 1)).of(test)
    const scores = train(1, 'luce')(unseenSignatures)
    const candidates = unseenSignatures.length / length
    scores.forEach((score, at) => {
      const [i, u] = [Math.floor(at / candidates), at % candidates]
      const products = signatureProducts(problem, unseenSignatures.subarray(u * length, (u + 1) * length))
      const row = outputs.subarray(i * seen, (i + 1) * seen)
      const total = Math.log(row.reduce((sum, output) => sum + Math.exp(output), 0))
      expect(score).toBeCloseTo(row[products.indexOf(Math.max(...products))] - total, 9)
    })
  })

  it.each(['luce', 'mallows'])('do not mind how long signatures are: %s', model => {
    const scores = train(3, model)
    expect(scores(unseenSignatures.map(value => 7 * value))).toEqual(scores(unseenSignatures))
  })
})
