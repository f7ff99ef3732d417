// Class weights by squares against closed forms in plain float64, ESZSL among them.
import { fit } from '../../src/fit.js'
import { Matrix } from '../../src/linalg/matrix.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDiagonal,
  dot,
  multiply,
  plainTransforms,
  smallProblem,
  solveLinear,
  toUnit,
  transpose,
  type SmallProblem
} from './small-problem.js'

fc.configureGlobal({ seed: 20150103, numRuns: 15 })

const seeds = fc.integer({ min: 0, max: 1e6 })
// More rows than features, as many, and fewer: both sides of the ridge.
const shapes = fc.constantFrom(
  { rows: 40, columns: 9 },
  { rows: 12, columns: 12 },
  { rows: 11, columns: 30 },
  { rows: 300, columns: 5 }
)

/** One-hot labels (rows x seen), 0 or 1 */
function oneHot({ labels }: SmallProblem, seen: number): number[][] {
  return labels.map(label => Array.from({ length: seen }, (_, k) => (label === `c${k}` ? 1 : 0)))
}

/** (X'X + r scale I)^-1 X'Y, the ridge in units of the mean squared row length. (d x classes) */
function plainRidge(x: number[][], y: number[][], ridge: number): number[][] {
  const scale = x.reduce((sum, row) => sum + dot(row, row), 0) / x.length
  const transposed = transpose(x)
  return solveLinear(addDiagonal(multiply(transposed, x), ridge * scale), multiply(transposed, y))
}

/** |X w - y|^2 + r scale |w|^2 */
function plainSquares(x: number[][], w: number[], y: number[], ridge: number): number {
  const scale = x.reduce((sum, row) => sum + dot(row, row), 0) / x.length
  return x.reduce((sum, row, i) => sum + (dot(row, w) - y[i]) ** 2, ridge * scale * dot(w, w))
}

function expectClose(got: ArrayLike<number>, expected: readonly number[], tolerance: number): void {
  const scale = Math.max(...expected.map(Math.abs))
  expect(got.length).toBe(expected.length)
  expect(Math.max(...expected.map((value, k) => Math.abs(got[k] - value)))).toBeLessThanOrEqual(
    tolerance * scale
  )
}

describe('class weights by squares', () => {
  it.each(['relu', 'int', 'identity'] as const)(
    'solve the ridge of the one-hot labels, transform %s',
    async transform => {
      await fc.assert(
        fc.asyncProperty(
          seeds,
          shapes,
          fc.constantFrom(0.01, 1, 30),
          fc.constantFrom('l2', 'none'),
          async (seed, shape, ridge, normalise) => {
            const problem = smallProblem(seed, shape)
            const model = await fit(problem, { weights: 'class', transform, ridge, normalise })
            const rows = normalise === 'l2' ? problem.features.map(toUnit) : problem.features
            const seen = 5
            const y = oneHot(problem, seen)
            const bent = Array.from({ length: seen }, (_, k) => {
              const own = rows.filter((_, i) => y[i][k] === 1)
              const v = rows[0].map((_, m) =>
                Math.max(0, own.reduce((sum, row) => sum + row[m], 0) / own.length)
              )
              return rows.map(row => row.map((x, m) => plainTransforms[transform](x, v[m])))
            })
            const weights = bent.map((x, k) => plainRidge(x, y, ridge).map(row => row[k]))
            expectClose(model.trained.weights, weights.flat(), 2e-4)
            const objective = bent.reduce(
              (sum, x, k) =>
                sum +
                plainSquares(
                  x,
                  weights[k],
                  y.map(row => row[k]),
                  ridge
                ),
              0
            )
            expect(Math.abs(model.notes.training.objective - objective)).toBeLessThanOrEqual(2e-5 * objective)
            expectClose(
              model.proportions(problem.features),
              rows.flatMap((_, i) => weights.map((w, k) => dot(w, bent[k][i]))),
              1e-4
            )
          }
        )
      )
    }
  )

  it('with ridge mixtures and the inner product they are ESZSL', async () => {
    await fc.assert(
      fc.asyncProperty(
        seeds,
        shapes,
        fc.constantFrom(0.1, 1, 10),
        fc.constantFrom(0.01, 0.1, 1, 10),
        async (seed, shape, ridge, gamma) => {
          const problem = smallProblem(seed, shape)
          const model = await fit(problem, {
            weights: 'class',
            transform: 'identity',
            mixture: 'ridge',
            compare: 'inner',
            normalise: 'none',
            ridge,
            gamma
          })
          const x = problem.features
          const table = problem.signatures.matrix.map(toUnit)
          const s = table.slice(0, 5)
          // V = (X'X + r I)^-1 X' Y S (S'S + gamma I)^-1 with signatures as rows of S
          const left = multiply(plainRidge(x, oneHot(problem, 5), ridge), s)
          const v = transpose(solveLinear(addDiagonal(multiply(transpose(s), s), gamma), transpose(left)))
          const expected = multiply(multiply(x, v), transpose(table))
          const { classes, scores } = model.scores(x, { among: 'all' })
          expect(classes).toEqual(problem.signatures.classes)
          expectClose(scores, expected.flat(), 1e-4)
        }
      )
    )
  })

  it('sparse rows give the same weights as dense ones', async () => {
    for (const shape of [
      { rows: 40, columns: 9 },
      { rows: 11, columns: 30 }
    ]) {
      const problem = smallProblem(5, { ...shape, zeros: 0.7 })
      const { rows, columns } = shape
      const entries = problem.features.flatMap((row, i) =>
        row.flatMap((value, m) => (value === 0 ? [] : [{ i, m, value }]))
      )
      const starts = Uint32Array.from(
        { length: rows + 1 },
        (_, i) => entries.filter(entry => entry.i < i).length
      )
      const sparse = Matrix.sparse(
        rows,
        columns,
        starts,
        Uint32Array.from(entries, ({ m }) => m),
        Float64Array.from(entries, ({ value }) => value)
      )
      for (const transform of ['identity', 'relu'] as const) {
        const fromDense = await fit(problem, { weights: 'class', transform })
        const fromSparse = await fit({ ...problem, features: sparse }, { weights: 'class', transform })
        expect([...fromSparse.trained.weights]).toEqual([...fromDense.trained.weights])
      }
    }
  })
})
