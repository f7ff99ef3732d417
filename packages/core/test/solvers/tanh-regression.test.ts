import { complete } from '../../src/base/progress.js'
import { createRandom } from '../../src/base/random.js'
import { CentredRows } from '../../src/compare/solvers/centred-rows.js'
import { evaluateTanh, solveTanhRegression } from '../../src/compare/solvers/tanh-regression.js'
import { describe, expect, it } from 'vitest'
import { planted } from '../compare/methods/planted.js'

const { features, labels, signatures, length } = planted(6, {
  seen: 5,
  length: 3,
  columns: 5,
  rowsPerClass: 6
})
const rows = new CentredRows(features, 4)
const problem = { labels, targets: signatures, length }
const lambda = 0.02

describe('a network of two layers by squares', () => {
  it('has the gradient of finite differences, the outer layer at its best', () => {
    const random = createRandom(2)
    const a = Float64Array.from({ length: 6 * 4 }, () => 4 * (random.next() - 0.5))
    const { gradient } = complete(evaluateTanh(rows, problem, 4, lambda, a))!
    const at = (k: number, change: number): number =>
      complete(
        evaluateTanh(
          rows,
          problem,
          4,
          lambda,
          a.map((value, j) => (j === k ? value + change : value))
        )
      )!.objective
    for (let k = 0; k < a.length; k++) expect((at(k, 0.02) - at(k, -0.02)) / 0.04).toBeCloseTo(gradient[k], 3)
  })

  it('ends where no gradient is left', () => {
    const start = complete(solveTanhRegression(rows, problem, 4, lambda, createRandom(1), 0))!
    const end = complete(solveTanhRegression(rows, problem, 4, lambda, createRandom(1), 300))!
    expect(Math.hypot(...end.gradient)).toBeLessThanOrEqual(0.0101 * Math.hypot(...start.gradient))
    expect(end.objective).toBeLessThan(0.8 * start.objective)
  })

  it('solves for the outer layer: no other is better', () => {
    const { a, b, objective } = complete(solveTanhRegression(rows, problem, 4, lambda, createRandom(1), 3))!
    const value = (outer: Float64Array): number => {
      let total = 0
      for (let i = 0; i < features.rows; i++) {
        const hidden = [0, 1, 2, 3].map(j =>
          Math.tanh(
            [0, 1, 2, 3, 4].reduce(
              (sum, m) => sum + (features.data[i * 5 + m] - rows.mean[m]) * a[m * 4 + j],
              a[20 + j]
            )
          )
        )
        for (let l = 0; l < length; l++)
          total +=
            (hidden.reduce((sum, h, j) => sum + h * outer[j * length + l], outer[4 * length + l]) -
              signatures[labels[i] * length + l]) **
              2 /
            2
      }
      return (
        total +
        (lambda / 2) *
          (a.subarray(0, 20).reduce((sum, w) => sum + w * w, 0) +
            outer.subarray(0, 4 * length).reduce((sum, w) => sum + w * w, 0))
      )
    }
    expect(value(b)).toBeCloseTo(objective, 4)
    for (let k = 0; k < b.length; k++)
      for (const change of [-0.01, 0.01])
        expect(value(b.map((w, j) => (j === k ? w + change : w)))).toBeGreaterThan(value(b))
  })
})
