import { createRandom } from '../../../src/base/random.js'
import { complete } from '../../../src/base/progress.js'
import { attributeScores } from '../../../src/compare/methods/attribute-scores.js'
import { attributeTree } from '../../../src/compare/methods/attribute-tree.js'
import { binaryAttributes } from '../../../src/compare/methods/binary-attributes.js'
import { attributeClassifiers } from '../../../src/compare/methods/classifiers.js'
import { learnTree, marginalOdds } from '../../../src/compare/methods/tree-marginals.js'
import { describe, expect, it } from 'vitest'
import { planted } from './planted.js'

const [seen, count] = [9, 4]
const random = createRandom(6)
const answers = Uint8Array.from({ length: seen * count }, () => (random.next() < 0.5 ? 1 : 0))
const evidence = Float64Array.from({ length: 5 * count }, () => 6 * random.next() - 3)

/** Share of seen classes with these answers, a quarter added to each of the four cells of a pair. */
function share(wanted: readonly (readonly [attribute: number, answer: number])[]): number {
  let classes = wanted.length === 1 ? 0.5 : 0.25
  for (let s = 0; s < seen; s++)
    if (wanted.every(([m, answer]) => answers[s * count + m] === answer)) classes++
  return classes / (seen + 1)
}

describe('a tree of attributes', () => {
  it.each([0, 0.25, 1])('has the marginals that all sixteen cases add up to, strength %d', strength => {
    const { parent } = learnTree(answers, seen)
    const odds = marginalOdds(learnTree(answers, seen), evidence, strength)
    for (let i = 0; i < 5; i++) {
      const total = Array.from({ length: count }, () => [0, 0])
      for (let state = 0; state < 1 << count; state++) {
        const answer = (m: number): number => (state >> m) & 1
        let weight = 1
        for (let m = 0; m < count; m++) {
          weight *= share([[m, answer(m)]]) * Math.exp(evidence[i * count + m] * answer(m))
          const q = parent[m]
          if (q >= 0)
            weight *=
              (share([
                [m, answer(m)],
                [q, answer(q)]
              ]) /
                (share([[m, answer(m)]]) * share([[q, answer(q)]]))) **
              strength
        }
        for (let m = 0; m < count; m++) total[m][answer(m)] += weight
      }
      total.forEach(([no, yes], m) => expect(odds[i * count + m]).toBeCloseTo(Math.log(yes / no), 9))
    }
  })

  it('says the same from whichever root', () => {
    const expected = marginalOdds(learnTree(answers, seen), evidence, 0.7)
    for (let root = 1; root < count; root++)
      marginalOdds(learnTree(answers, seen, root), evidence, 0.7).forEach((odds, at) =>
        expect(odds).toBeCloseTo(expected[at], 9)
      )
  })

  it('of attributes that tell nothing of each other changes nothing', () => {
    // All sixteen descriptions once.
    const all = Uint8Array.from(
      { length: 16 * count },
      (_, at) => (Math.floor(at / count) >> (at % count)) & 1
    )
    marginalOdds(learnTree(all, 16), evidence, 1).forEach((odds, at) =>
      expect(odds).toBeCloseTo(evidence[at], 12)
    )
  })

  it('joins attributes that are alike', () => {
    // The third attribute is the first, the fourth the second turned round.
    const table = Uint8Array.from({ length: 16 * count }, (_, at) => {
      const [a, b] = [Math.floor(at / count) & 1, (Math.floor(at / count) >> 1) & 1]
      return [a, b, a, 1 - b][at % count]
    })
    expect([...learnTree(table, 16).parent]).toEqual([-1, 0, 0, 1])
  })
})

describe('the method of the tree', () => {
  it('without its ties is DAP with smoothed priors, where classes have as many rows', () => {
    const problem = planted(5)
    const attributes = binaryAttributes(problem)
    const own = attributes.of(problem.signatures)
    const classifiers = complete(attributeClassifiers(problem, own, 1))
    const odds = classifiers.of(problem.test)
    const smoothed = attributes.prior.map(part => (part * problem.seen + 0.5) / (problem.seen + 1))
    const logit = (part: number): number => Math.log(part / (1 - part))
    const expected = attributeScores(
      problem.test.rows,
      4,
      odds.map((value, at) => {
        const m = at % attributes.count
        return value - logit(attributes.prior[m]) + logit(smoothed[m])
      }),
      attributes.of(problem.unseenSignatures),
      attributes.prior.map(logit)
    )
    const scores = complete(
      complete(attributeTree.prepare(problem)).train({ lambda: 1, strength: 0 })
    ).scores(problem.test, problem.unseenSignatures)
    scores.forEach((score, at) => expect(score).toBeCloseTo(expected[at], 9))
  })
})
