/** Output codes, designed attributes and attributes after Farhadi: what their formulas say of each other. */
import { createRandom } from '../../../src/base/random.js'
import { complete } from '../../../src/base/progress.js'
import type { Material, Method, Parameters } from '../../../src/compare/method.js'
import { attributeRegression, regressOn } from '../../../src/compare/methods/attribute-regression.js'
import { binaryAttributes } from '../../../src/compare/methods/binary-attributes.js'
import { classRegression } from '../../../src/compare/methods/class-regression.js'
import { codeScores, combine, cosines, meanCode } from '../../../src/compare/methods/codes.js'
import {
  contrastFeatures,
  contrastPairs,
  pairProblem
} from '../../../src/compare/methods/contrast-features.js'
import {
  designAttributes,
  designedAttributes,
  likenesses
} from '../../../src/compare/methods/designed-attributes.js'
import { outputCodes } from '../../../src/compare/methods/output-codes.js'
import { lassoCorrelations, solveLasso } from '../../../src/compare/solvers/lasso.js'
import { GrowingCholesky } from '../../../src/linalg/growing-cholesky.js'
import { describe, expect, it } from 'vitest'
import { planted, type Planted } from './planted.js'

function scoresOf(method: Method, problem: Planted, point: Parameters): Float64Array {
  return complete(complete(method.prepare(problem)).train(point)).scores(
    problem.test,
    problem.unseenSignatures
  )
}

/** Products of rows are float32. */
function expectClose(one: Float64Array, other: Float64Array, tolerance = 1e-4): void {
  const largest = other.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  expect(one).toHaveLength(other.length)
  one.forEach((value, at) => expect(Math.abs(value - other[at])).toBeLessThan(tolerance * largest))
}

/**
 * f of the test rows (rows x length) by ridge regression of targets (seen x length) with an intercept, in
 * plain loops
 */
function regressPlainly(problem: Planted, targets: Float64Array, ridge: number): Float64Array {
  const { features, labels, seen, test } = problem
  const { rows, columns: d, data } = features
  const length = targets.length / seen
  const at = (i: number, m: number): number => data[i * d + m]
  const mean = Float64Array.from({ length: d }, (_, m) =>
    labels.reduce((sum, _label, i) => sum + at(i, m) / rows, 0)
  )
  const level = Float64Array.from({ length }, (_, a) =>
    labels.reduce((sum, label) => sum + targets[label * length + a] / rows, 0)
  )
  const scale = Float64Array.from(data, value => value * value).reduce((a, b) => a + b) / rows
  const gram = new Float64Array(d * d)
  for (let i = 0; i < rows; i++)
    for (let m = 0; m < d; m++)
      for (let n = 0; n < d; n++) gram[m * d + n] += (at(i, m) - mean[m]) * (at(i, n) - mean[n])
  const factor = GrowingCholesky.of(gram, d, ridge * scale)
  const result = new Float64Array(test.rows * length)
  for (let a = 0; a < length; a++) {
    const w = new Float64Array(d)
    labels.forEach((label, i) => {
      for (let m = 0; m < d; m++) w[m] += (at(i, m) - mean[m]) * (targets[label * length + a] - level[a])
    })
    factor.solve(w)
    for (let i = 0; i < test.rows; i++)
      result[i * length + a] = w.reduce(
        (sum, weight, m) => sum + weight * (test.data[i * d + m] - mean[m]),
        level[a]
      )
  }
  return result
}

describe('regression of the labels with an intercept', () => {
  it.each([
    ['more rows than columns', planted(5)],
    ['fewer', planted(6, { rowsPerClass: 3, columns: 50 })]
  ])('is that of centred rows, and its shares sum to 1: %s', (_name, problem) => {
    const { seen } = problem
    const identity = Float64Array.from({ length: seen * seen }, (_, k) => (k % (seen + 1) === 0 ? 1 : 0))
    for (const ridge of [0.1, 1, 10]) {
      const shares = complete(classRegression(problem, ridge))(problem.test)
      expectClose(shares, regressPlainly(problem, identity, ridge))
      for (let i = 0; i < problem.test.rows; i++)
        expect(shares.subarray(i * seen, (i + 1) * seen).reduce((a, b) => a + b)).toBeCloseTo(1, 4)
    }
  })
})

describe('output codes', () => {
  const problem = planted(8)
  const { signatures, unseenSignatures, length } = problem

  it.each(['nearest', 'angle'] as const)('are ridge regression of signatures, then the %s', compare => {
    expectClose(
      scoresOf(outputCodes, problem, { ridge: 1, compare }),
      codeScores(
        regressPlainly(problem, signatures, 1),
        unseenSignatures,
        meanCode(signatures, length),
        compare
      )
    )
  })

  it('of one attribute a class is the classifier of classes', () => {
    const seen = 6
    const own = planted(9, { seen, length: seen })
    const identity = Float64Array.from({ length: seen * seen }, (_, k) => (k % (seen + 1) === 0 ? 1 : 0))
    const material: Material = { ...own, signatures: identity }
    const scorer = complete(complete(outputCodes.prepare(material)).train({ ridge: 1, compare: 'nearest' }))
    const shares = complete(classRegression(material, 1))(own.test)
    const scores = scorer.scores(own.test, identity)
    for (let i = 0; i < own.test.rows; i++) {
      const best = (all: Float64Array): number => {
        const row = all.subarray(i * seen, (i + 1) * seen)
        return row.indexOf(row.reduce((a, b) => Math.max(a, b)))
      }
      expect(best(scores)).toBe(best(shares))
    }
  })

  it('come to the mean signature of the rows under a large ridge', () => {
    const { labels } = problem
    const mean = new Float64Array(length)
    for (const label of labels)
      for (let a = 0; a < length; a++) mean[a] += signatures[label * length + a] / labels.length
    const reached = combine(complete(classRegression(problem, 1e9))(problem.test), signatures, length)
    reached.forEach((value, at) => expect(value).toBeCloseTo(mean[at % length], 5))
  })
})

describe('designed attributes', () => {
  const seen = 12
  const random = createRandom(4)
  const joined = new Uint8Array(seen * seen)
  for (let a = 0; a < seen; a++)
    for (let b = 0; b < a; b++) joined[a * seen + b] = joined[b * seen + a] = random.next() < 0.3 ? 1 : 0

  it('are orthonormal and sum to 0, by falling eigenvalue, the largest entry positive', () => {
    const { count, columns } = designAttributes(seen, joined)
    const column = (k: number): Float64Array => columns.filter((_, at) => at % count === k)
    let before = Infinity
    for (let k = 0; k < count; k++) {
      expect(column(k).reduce((a, b) => a + b)).toBeCloseTo(0, 9)
      expect(Math.max(...column(k).map(Math.abs))).toBe(Math.max(...column(k)))
      for (let l = 0; l < count; l++)
        expect(column(k).reduce((sum, value, s) => sum + value * column(l)[s], 0)).toBeCloseTo(
          k === l ? 1 : 0,
          9
        )
      // Classes that are joined differ less in earlier columns: a'La rises.
      let apart = 0
      for (let at = 0; at < joined.length; at++)
        apart += (joined[at] * (column(k)[Math.floor(at / seen)] - column(k)[at % seen]) ** 2) / 2
      expect(-apart).toBeLessThanOrEqual(before + 1e-9)
      before = -apart
    }
  })

  it('are what the greedy rule with a decomposition for every column finds', () => {
    const { count, columns } = designAttributes(seen, joined)
    // Power iteration on R + I, deflated column by column.
    const laplacian = Float64Array.from(joined, edge => -edge)
    for (let at = 0; at < joined.length; at++) laplacian[Math.floor(at / seen) * (seen + 1)] += joined[at]
    const iterate = (matrix: Float64Array, steps: number): { value: number; vector: Float64Array } => {
      let vector = Float64Array.from({ length: seen }, (_, s) => Math.sin(s * s + 1))
      let value = 0
      for (let k = 0; k < steps; k++) {
        const next = vector.map((_, a) =>
          vector.reduce((sum, entry, b) => sum + matrix[a * seen + b] * entry, 0)
        )
        value = Math.sqrt(next.reduce((sum, entry) => sum + entry * entry, 0))
        vector = next.map(entry => entry / value)
      }
      return { value, vector }
    }
    const largest = iterate(laplacian, 3000).value
    // Shifted by 2, so that the largest eigenvalue is the largest in size too.
    const shifted = laplacian.map((value, at) => (at % (seen + 1) === 0 ? 3 : 0) - 1 / seen - value / largest)
    for (let k = 0; k < count; k++) {
      const { value, vector } = iterate(shifted, 3000)
      expect(value - 2).toBeGreaterThan(1e-9)
      const product = vector.reduce((sum, entry, s) => sum + entry * columns[s * count + k], 0)
      expect(Math.abs(product)).toBeCloseTo(1, 4)
      for (let at = 0; at < shifted.length; at++)
        shifted[at] -= vector[Math.floor(at / seen)] * vector[at % seen]
    }
    expect(iterate(shifted, 3000).value - 2).toBeLessThan(1e-6)
  })

  it('that keep no classes together leave the cosine of shares and likeness', () => {
    const { count, columns } = designAttributes(seen, joined, 0)
    expect(count).toBe(seen - 1)
    const shares = Float64Array.from({ length: 5 * seen }, () => random.next())
    const likeness = Float64Array.from({ length: 3 * seen }, () => random.next())
    const less = (table: Float64Array): Float64Array => {
      const result = Float64Array.from(table)
      for (let first = 0; first < table.length; first += seen) {
        const row = result.subarray(first, first + seen)
        const mean = row.reduce((a, b) => a + b) / seen
        row.forEach((value, s) => (row[s] = value - mean))
      }
      return result
    }
    expectClose(
      cosines(combine(shares, columns, count), combine(likeness, columns, count), count),
      cosines(less(shares), less(likeness), seen),
      1e-9
    )
  })

  it('fused, stand beside the angle of output codes', () => {
    const problem = planted(8)
    const point = { ridge: 1, attributes: 1 }
    const [alone, fused] = ['no', 'yes'].map(answer =>
      scoresOf(designedAttributes, problem, { ...point, fused: answer })
    )
    const angle = scoresOf(outputCodes, problem, { ridge: 1, compare: 'angle' })
    expectClose(
      fused,
      alone.map((score, at) => score + angle[at]),
      1e-12
    )
  })

  it('write a class in the seen ones it is like', () => {
    const { signatures, unseenSignatures, length } = planted(8, { seen: 20 })
    const like = likenesses(signatures, unseenSignatures, meanCode(signatures, length))
    for (let first = 0; first < like.length; first += 20) {
      const row = like.subarray(first, first + 20)
      expect(row.reduce((a, b) => a + b)).toBeCloseTo(1, 12)
      expect(row.filter(share => share > 0).length).toBeLessThanOrEqual(10)
      expect(Math.min(...row)).toBe(0)
    }
  })
})

describe('attributes after Farhadi', () => {
  const problem = planted(14)
  const attributes = binaryAttributes(problem)
  const answers = attributes.of(problem.signatures)

  it.each(['nearest', 'angle'] as const)('with all features are output codes of yes and no, %s', compare => {
    expectClose(
      scoresOf(attributeRegression, problem, { features: 'all', ridge: 1, compare }),
      codeScores(
        regressPlainly(problem, Float64Array.from(answers), 1),
        Float64Array.from(attributes.of(problem.unseenSignatures)),
        attributes.prior,
        compare
      )
    )
  })

  it('choose none under the full penalty, and then say the mean; all without one, and then are `all`', () => {
    // No column is the same for all rows of a pair.
    const random = createRandom(2)
    const varied: Planted = {
      ...problem,
      features: { ...problem.features, data: problem.features.data.map(value => value + random.next() / 10) }
    }
    const reached = (part: number): Float64Array => {
      const chosen = complete(contrastFeatures(varied, answers, part))
      expect(new Set(chosen.map(own => own.length))).toEqual(
        new Set([part >= 1 ? 0 : varied.features.columns])
      )
      return complete(regressOn(varied, answers, chosen, 1)).of(varied.test)
    }
    // All classes have as many rows.
    reached(1).forEach((value, at) => expect(value).toBeCloseTo(attributes.prior[at % attributes.count], 12))
    expectClose(reached(0), regressPlainly(varied, Float64Array.from(answers), 1))
  })

  it('take products of columns from rows where these are fewer', () => {
    const few = planted(6, { rowsPerClass: 3, columns: 50 })
    const own = binaryAttributes(few).of(few.signatures)
    const all = Array.from({ length: own.length / few.seen }, () => Array.from({ length: 50 }, (_, m) => m))
    expectClose(
      complete(regressOn(few, own, all, 1)).of(few.test),
      regressPlainly(few, Float64Array.from(own), 1)
    )
  })

  it('contrast classes that agree most, each once', () => {
    // classes 0 and 1 differ in attribute 0 alone, 2 and 3 in it and another
    const table = Uint8Array.from([1, 0, 0, 0, 0, 0, 1, 1, 1, 0, 1, 0])
    expect(contrastPairs(table, 4)[0]).toEqual([
      [0, 1],
      [2, 3]
    ])
  })

  it("the lasso's gradient is at its bound on the chosen features and within it elsewhere", () => {
    const pair = pairProblem(problem, [0, 1])
    const bound = Math.max(...lassoCorrelations(pair, new Float64Array(24)).map(Math.abs))
    for (const part of [0.5, 0.1]) {
      const w = solveLasso(pair, part, 4000)
      expect(w.some(value => value === 0)).toBe(true)
      lassoCorrelations(pair, w).forEach((value, m) => {
        expect(Math.abs(value)).toBeLessThan(part * bound * (1 + 1e-5))
        if (w[m] !== 0) expect(Math.sign(w[m]) * value).toBeCloseTo(part * bound, 5)
      })
    }
    expect(solveLasso(pair, 1, 60).every(value => value === 0)).toBe(true)
  })
})
