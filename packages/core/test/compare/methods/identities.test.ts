import { resolveFitOptions } from '../../../src/base/options.js'
import { complete } from '../../../src/base/progress.js'
import type { Method, Parameters } from '../../../src/compare/method.js'
import { classWeights } from '../../../src/compare/methods/class-weights.js'
import { eszsl } from '../../../src/compare/methods/eszsl.js'
import { sse, sseLearned } from '../../../src/compare/methods/sse.js'
import { Dictionary } from '../../../src/embedding/source.js'
import { fit } from '../../../src/fit.js'
import { GrowingCholesky } from '../../../src/linalg/growing-cholesky.js'
import { Matrix } from '../../../src/linalg/matrix.js'
import { modelScorer } from '../../../src/model/model-scorer.js'
import { TargetEmbedding } from '../../../src/recognition/proportions.js'
import { trainSharedWeights } from '../../../src/training/shared-weights.js'
import { describe, expect, it } from 'vitest'
import { planted, type Planted } from './planted.js'

function scoresOf(method: Method, problem: Planted, point: Parameters): Float64Array {
  return complete(complete(method.prepare(problem)).train(point)).scores(
    problem.test,
    problem.unseenSignatures
  )
}

function expectClose(one: Float64Array, other: Float64Array, tolerance: number): void {
  const largest = other.reduce((most, score) => Math.max(most, Math.abs(score)), 0)
  expect(one).toHaveLength(other.length)
  one.forEach((score, at) => expect(Math.abs(score - other[at])).toBeLessThan(tolerance * largest))
}

/** (A'A + shift I)^-1 B for A (rows x n), B (n x k), in plain loops */
function ridgeSolve(
  a: ArrayLike<number>,
  rows: number,
  n: number,
  shift: number,
  b: Float64Array
): Float64Array {
  const gram = new Float64Array(n * n)
  for (let i = 0; i < rows; i++)
    for (let p = 0; p < n; p++) for (let q = 0; q < n; q++) gram[p * n + q] += a[i * n + p] * a[i * n + q]
  const factor = GrowingCholesky.of(gram, n, shift)
  const k = b.length / n
  const solved = new Float64Array(b.length)
  for (let c = 0; c < k; c++) {
    const column = new Float64Array(n).map((_, i) => b[i * k + c])
    factor.solve(column)
    column.forEach((value, i) => (solved[i * k + c] = value))
  }
  return solved
}

describe('ESZSL', () => {
  it("is (XX' + g I)^-1 X Y S' (SS' + l I)^-1 of its source", () => {
    const problem = planted(11)
    const {
      features: { rows, columns: d, data },
      labels,
      signatures,
      length,
      test,
      unseenSignatures
    } = problem
    const [g, l] = [0.3, 0.1]
    const targets = new Float64Array(d * length)
    for (let i = 0; i < rows; i++)
      for (let m = 0; m < d; m++)
        for (let a = 0; a < length; a++)
          targets[m * length + a] += data[i * d + m] * signatures[labels[i] * length + a]
    const left = ridgeSolve(data, rows, d, g, targets)
    const turned = Float64Array.from(
      { length: left.length },
      (_, at) => left[(at % d) * length + Math.floor(at / d)]
    )
    const v = ridgeSolve(signatures, problem.seen, length, l, turned)
    const expected = new Float64Array((test.rows * unseenSignatures.length) / length)
    const classes = unseenSignatures.length / length
    for (let at = 0; at < expected.length; at++) {
      const [i, k] = [Math.floor(at / classes), at % classes]
      for (let m = 0; m < d; m++)
        for (let a = 0; a < length; a++)
          expected[at] += test.data[i * d + m] * v[a * d + m] * unseenSignatures[k * length + a]
    }
    expectClose(scoresOf(eszsl, problem, { ridge: g, gamma: l }), expected, 2e-6)
  })
})

describe('methods that are models too', () => {
  const cases = [
    {
      method: classWeights,
      point: { ridge: 0.3, gamma: 0.1, compare: 'cosine' },
      options: { weights: 'class', ridge: 0.3, gamma: 0.1, compare: 'cosine' }
    },
    {
      method: sse,
      point: { gamma: 0.1, lambda2: 0.1, lambda3: 1 },
      options: { references: 'means', gamma: 0.1, lambda2: 0.1, lambda3: 1 }
    }
  ] as const
  it.each(cases)('$method.name scores like the model fit makes', async ({ method, point, options }) => {
    const problem = planted(13)
    const { features, labels, signatures, seen, length, test, unseenSignatures } = problem
    const classes = Array.from({ length: seen }, (_, k) => `class ${k}`)
    const input = {
      features,
      labels: Array.from(labels, label => classes[label]),
      signatures: { classes, matrix: Matrix.dense(seen, length, signatures) }
    }
    const model = await fit(input, { ...options, normalise: 'none', seed: problem.seed })
    expectClose(
      scoresOf(method, problem, point),
      modelScorer(model).scores(test, Matrix.dense(4, length, unseenSignatures)),
      1e-5
    )
  })

  it('sse-learned is Algorithm 1', () => {
    // fit scales signatures once more; Algorithm 1 turns that last bit into another path, so its parts are
    // compared.
    const problem = planted(13)
    const { features, labels, signatures, seen, length, test, unseenSignatures } = problem
    const dictionary = new Dictionary(signatures, seen, 0.1)
    const mixture = (table: Float64Array, k: number): Float64Array =>
      dictionary.embed(table.subarray(k * length, (k + 1) * length)).mixture
    const mixtures = Float64Array.from(
      Array.from({ length: seen }, (_, k) => [...mixture(signatures, k)]).flat()
    )
    const settings = resolveFitOptions({
      gamma: 0.1,
      lambda2: 0.1,
      lambda3: 1,
      normalise: 'none',
      seed: problem.seed
    })
    const { trained, report } = complete(
      trainSharedWeights({ features, labels, unit: signatures, mixtures }, settings)
    )
    expect(report.accepted).toContain(true)
    const proportions = new TargetEmbedding(trained).proportions(test, 'none')
    const expected = Float64Array.from({ length: test.rows * 4 }, (_, at) =>
      mixture(unseenSignatures, at % 4).reduce(
        (sum, share, s) => sum + share * proportions[Math.floor(at / 4) * seen + s],
        0
      )
    )
    expectClose(scoresOf(sseLearned, problem, { gamma: 0.1, lambda2: 0.1, lambda3: 1 }), expected, 1e-12)
  })

  it('sse that starts from the point before ends where it ends alone', () => {
    const problem = planted(13)
    const prepared = complete(sse.prepare(problem))
    complete(prepared.train({ gamma: 0.1, lambda2: 0, lambda3: 0.1 }))
    const warm = complete(prepared.train({ gamma: 0.1, lambda2: 0.1, lambda3: 1 })).scores(
      problem.test,
      problem.unseenSignatures
    )
    expectClose(warm, scoresOf(sse, problem, { gamma: 0.1, lambda2: 0.1, lambda3: 1 }), 0.05)
  })
})
