import { complete } from '../../../src/base/progress.js'
import { createRandom } from '../../../src/base/random.js'
import type { Material } from '../../../src/compare/method.js'
import { aleTerm } from '../../../src/compare/methods/ale.js'
import { deviseTerm } from '../../../src/compare/methods/devise.js'
import { type RankingTerm, trainRanking } from '../../../src/compare/methods/ranking.js'
import { signatureSpan } from '../../../src/compare/methods/signature-span.js'
import { sjeTerm } from '../../../src/compare/methods/sje.js'
import { Matrix } from '../../../src/linalg/matrix.js'
import { describe, expect, it } from 'vitest'
import { rightPart } from '../../contracts/method.js'
import { planted } from './planted.js'

const terms: Record<string, RankingTerm> = { ale: aleTerm, sje: sjeTerm, devise: deviseTerm }

function weightsOf(term: RankingTerm, violations: readonly number[]): number[] {
  const weights = new Float64Array(violations.length)
  term(Float64Array.from(violations), weights)
  return [...weights]
}

describe('the term that sets a method apart', () => {
  // The right class stands at 1, two classes violate, one of them more.
  const violations = [0.5, 0, -0.2, 1.5]

  it('ALE: (1 + 1/2) / 2 for each of two violators', () => {
    expect(weightsOf(aleTerm, violations)).toEqual([0.75, 0, 0, 0.75])
  })

  it('SJE: the most violating alone', () => {
    expect(weightsOf(sjeTerm, violations)).toEqual([0, 0, 0, 1])
  })

  it('DeViSE: all that violate, alike', () => {
    expect(weightsOf(deviseTerm, violations)).toEqual([1, 0, 0, 1])
  })

  it.each(Object.entries(terms))('%s: none where the margin holds', (_, term) => {
    expect(weightsOf(term, [-1, 0, -0.1])).toEqual([0, 0, 0])
  })
})

/** The problem in plain float64: centred rows, mean loss and its subgradient by W (columns x length). */
function plain(
  { features, labels, seen, signatures, length }: Material,
  term: RankingTerm
): { dimension: number; at(w: Float64Array): { loss: number; gradient: Float64Array } } {
  const { rows, columns: d, data } = features
  const mean = Float64Array.from(
    { length: d },
    (_, m) => Array.from(labels, (_, i) => data[i * d + m]).reduce((a, b) => a + b) / rows
  )
  return {
    dimension: d * length,
    at(w) {
      const gradient = new Float64Array(d * length)
      let loss = 0
      labels.forEach((right, i) => {
        const out = Float64Array.from({ length }, (_, a) =>
          mean.reduce((sum, mu, m) => sum + (data[i * d + m] - mu) * w[m * length + a], 0)
        )
        const f = Float64Array.from({ length: seen }, (_, y) =>
          out.reduce((sum, value, a) => sum + value * signatures[y * length + a], 0)
        )
        const violations = f.map((value, y) => (y === right ? 0 : 1 + value - f[right]))
        const weights = new Float64Array(seen)
        term(violations, weights)
        const change = new Float64Array(length)
        weights.forEach((weight, y) => {
          loss += (weight * violations[y]) / rows
          for (let a = 0; a < length; a++)
            change[a] += (weight * (signatures[y * length + a] - signatures[right * length + a])) / rows
        })
        for (let m = 0; m < d; m++)
          for (let a = 0; a < length; a++) gradient[m * length + a] += (data[i * d + m] - mean[m]) * change[a]
      })
      return { loss, gradient }
    }
  }
}

/**
 * W of a scorer, read off with unit rows and unit signatures: rows enter centred, so the row of zeros is
 * taken away.
 */
function mapOf(
  material: Material,
  settings: { step: number; epochs: number; term: RankingTerm }
): Float64Array {
  const { columns: d } = material.features
  const { length } = material
  const scorer = complete(trainRanking(material, settings))
  const units = Float64Array.from({ length: length * length }, (_, at) => (at % (length + 1) === 0 ? 1 : 0))
  const rows = new Float32Array((d + 1) * d)
  for (let m = 0; m < d; m++) rows[m * d + m] = 1
  const scores = scorer.scores({ kind: 'dense', rows: d + 1, columns: d, data: rows }, units)
  return Float64Array.from({ length: d * length }, (_, at) => scores[at] - scores[d * length + (at % length)])
}

describe.each(Object.entries(terms))('the loop with the term of %s', (name, term) => {
  // One batch: a single step from zero.
  const small = planted(3, { seen: 4, length: 3, columns: 6, rowsPerClass: 7 })

  it('takes the step of its own subgradient, and of no other', () => {
    const w = mapOf(small, { step: 2, epochs: 1, term })
    for (const [other, theirs] of Object.entries(terms)) {
      const { gradient } = plain(small, theirs).at(new Float64Array(w.length))
      const apart = Math.max(...w.map((value, at) => Math.abs(value + 2 * gradient[at])))
      if (other === name) expect(apart).toBeLessThan(1e-5)
      else expect(apart).toBeGreaterThan(1e-3)
    }
  })

  it('comes close to the optimum of its objective', () => {
    const noisy = planted(4, { seen: 5, length: 4, columns: 6, rowsPerClass: 8, noise: 0.6 })
    const problem = plain(noisy, term)
    const reached = problem.at(mapOf(noisy, { step: 40, epochs: 1500, term })).loss
    let best = Infinity
    const w = new Float64Array(problem.dimension)
    for (let t = 0; t < 2000; t++) {
      const { loss, gradient } = problem.at(w)
      best = Math.min(best, loss)
      for (let at = 0; at < w.length; at++) w[at] -= 40 * (1 - t / 2000) * gradient[at]
    }
    const start = problem.at(new Float64Array(problem.dimension)).loss
    expect(best).toBeLessThan(0.9 * start)
    expect(reached - best).toBeLessThan(0.03 * (start - best))
  })
})

describe('several maps (LATEM)', () => {
  it('learn classes whose rows come in two opposite kinds, which one map cannot', () => {
    const { signatures, length, labels } = planted(8, { seen: 4, length: 4, columns: 6, rowsPerClass: 20 })
    const random = createRandom(1)
    const directions = Float64Array.from({ length: 4 * 6 }, () => random.next() - 0.5)
    const data = Float32Array.from(
      { length: labels.length * 6 },
      (_, at) =>
        directions[labels[Math.floor(at / 6)] * 6 + (at % 6)] * (Math.floor(at / 24) % 2 === 0 ? 1 : -1) +
        0.05 * (random.next() - 0.5)
    )
    const material: Material = {
      features: Matrix.dense(labels.length, 6, data),
      labels,
      seen: 4,
      signatures,
      length,
      seed: 3
    }
    const right = (maps: number): number =>
      rightPart(
        complete(trainRanking(material, { step: 3, epochs: 200, maps, term: deviseTerm })).scores(
          material.features,
          signatures
        ),
        labels
      )
    expect(right(1)).toBeLessThan(0.7)
    expect(right(2)).toBeGreaterThan(0.9)
  })
})

describe('the span of signatures', () => {
  it('keeps products between signatures of fewer classes than attributes', () => {
    const { signatures } = planted(2, { seen: 5, length: 9 })
    const { size, coordinates } = signatureSpan(signatures, 9)
    expect(size).toBe(5)
    const inside = coordinates(signatures)
    for (let y = 0; y < 5; y++)
      for (let z = 0; z < 5; z++) {
        const dot = (table: Float64Array, length: number): number =>
          Array.from({ length }, (_, a) => table[y * length + a] * table[z * length + a]).reduce(
            (a, b) => a + b
          )
        expect(dot(inside, 5)).toBeCloseTo(dot(signatures, 9), 10)
      }
  })
})
