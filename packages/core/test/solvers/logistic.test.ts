import { complete } from '../../src/base/progress.js'
import { createRandom } from '../../src/base/random.js'
import { CentredRows } from '../../src/compare/solvers/centred-rows.js'
import { binaryLoss, softmaxLoss } from '../../src/compare/solvers/logistic-losses.js'
import { solveLogistic } from '../../src/compare/solvers/logistic.js'
import { type DenseMatrix, Matrix } from '../../src/linalg/matrix.js'
import { describe, expect, it } from 'vitest'

const rows = 60
const d = 7
const classes = 5
const s = 8

function problem(seed: number): { features: DenseMatrix; labels: Int32Array; targets: Uint8Array } {
  const random = createRandom(seed)
  const labels = Int32Array.from({ length: rows }, (_, i) => i % classes)
  const features = Matrix.dense(
    rows,
    d,
    Float32Array.from(
      { length: rows * d },
      (_, at) => 3 + random.next() + (at % d === labels[Math.floor(at / d)] ? 0.6 : 0)
    )
  )
  return { features, labels, targets: Uint8Array.from({ length: rows * 3 }, () => random.below(2)) }
}

/** derivative of the objective by the weights on rows as they are, in float64 by the book */
function gradientAt(
  features: DenseMatrix,
  weights: Float64Array,
  lambda: number,
  residual: (outputs: number[], row: number) => number[]
): number {
  const gradient = new Float64Array(weights.length)
  for (let m = 0; m < d; m++) for (let c = 0; c < s; c++) gradient[m * s + c] = lambda * weights[m * s + c]
  for (let i = 0; i < rows; i++) {
    const outputs = Array.from(
      { length: s },
      (_, c) =>
        weights[d * s + c] +
        [...features.data.subarray(i * d, (i + 1) * d)].reduce((sum, x, m) => sum + x * weights[m * s + c], 0)
    )
    residual(outputs, i).forEach((r, c) => {
      for (let m = 0; m < d; m++) gradient[m * s + c] += r * features.data[i * d + m]
      gradient[d * s + c] += r
    })
  }
  return Math.hypot(...gradient)
}

describe('logistic regression', () => {
  it.each([0.01, 1, 100])('has no gradient left at its answer, all classes together (lambda %d)', lambda => {
    const { features, labels } = problem(3)
    const solution = complete(
      solveLogistic(new CentredRows(features, s), softmaxLoss(labels, classes, s), s, {
        lambda,
        tolerance: 1e-5
      })
    )!
    expect(solution.converged).toBe(true)
    const left = gradientAt(features, solution.weights, lambda, (outputs, i) => {
      const powers = outputs.slice(0, classes).map(Math.exp)
      return powers.map((power, c) => power / powers.reduce((a, b) => a + b) - (labels[i] === c ? 1 : 0))
    })
    expect(left).toBeLessThan(2e-3)
  })

  it.each([0.01, 1, 100])(
    'has no gradient left at its answer, every output for itself (lambda %d)',
    lambda => {
      const { features, targets } = problem(4)
      const solution = complete(
        solveLogistic(new CentredRows(features, s), binaryLoss(targets, rows, 3, s), s, {
          lambda,
          tolerance: 1e-5
        })
      )!
      expect(solution.converged).toBe(true)
      const left = gradientAt(features, solution.weights, lambda, (outputs, i) =>
        outputs.slice(0, 3).map((output, c) => 1 / (1 + Math.exp(-output)) - targets[i * 3 + c])
      )
      expect(left).toBeLessThan(2e-3)
      for (let m = 0; m <= d; m++) for (let c = 3; c < s; c++) expect(solution.weights[m * s + c]).toBe(0)
    }
  )

  it('gives an output the same weights alone and among others', () => {
    const { features, targets } = problem(5)
    const settings = { lambda: 0.5, tolerance: 1e-6 }
    const together = complete(
      solveLogistic(new CentredRows(features, s), binaryLoss(targets, rows, 3, s), s, settings)
    )!
    const alone = complete(
      solveLogistic(
        new CentredRows(features, s),
        binaryLoss(
          targets.filter((_, at) => at % 3 === 1),
          rows,
          1,
          4
        ),
        4,
        settings
      )
    )!
    for (let m = 0; m <= d; m++) expect(alone.weights[m * 4]).toBeCloseTo(together.weights[m * s + 1], 3)
  })

  it('says so when it did not converge', () => {
    const { features, labels } = problem(6)
    const solution = complete(
      solveLogistic(new CentredRows(features, s), softmaxLoss(labels, classes, s), s, {
        lambda: 0.01,
        tolerance: 1e-7,
        iterations: 2
      })
    )!
    expect(solution).toMatchObject({ converged: false, iterations: 2 })
  })

  it('manages without products of features where there are too many', () => {
    const random = createRandom(9)
    const wide = Matrix.dense(
      12,
      5001,
      Float32Array.from({ length: 12 * 5001 }, () => random.next() / 70)
    )
    const labels = Int32Array.from({ length: 12 }, (_, i) => i % 3)
    expect(
      complete(solveLogistic(new CentredRows(wide, 4), softmaxLoss(labels, 3, 4), 4, { lambda: 0.1 }))
    ).toMatchObject({ converged: true })
  })

  it('stops when told to', () => {
    const { features, labels } = problem(7)
    const job = solveLogistic(new CentredRows(features, s), softmaxLoss(labels, classes, s), s, { lambda: 1 })
    job.next()
    expect(job.next(true)).toEqual({ done: true, value: undefined })
  })
})
