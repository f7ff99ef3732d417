import { complete } from '../../src/base/progress.js'
import { createRandom } from '../../src/base/random.js'
import { mixedScore } from '../../src/problems/max-margin.js'
import { WStep } from '../../src/solvers/w-step.js'
import { objectiveAndGradient } from '../../src/training/objective.js'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { packReferences, placeSmallProblem, type SmallProblem } from './small-problem.js'

interface Case extends SmallProblem {
  name: string
  lambda1: number
  lambda2: number
  lambda3: number
  mixtures: number[][]
  references: number[][]
  optimum: { objective: number; weights: number[]; proportions: number[][]; scores: number[][] }
  at: { weights: number[]; references: number[][]; value: number; subgradient: number[][] }
}
const { cases } = JSON.parse(
  readFileSync(new URL('../../golden/max-margin.json', import.meta.url), 'utf8')
) as { cases: Case[] }

/** relative to the largest expected entry of the array */
function expectClose(got: ArrayLike<number>, expected: readonly number[], tolerance: number): void {
  const scale = Math.max(...expected.map(Math.abs))
  expected.forEach((value, k) => expect(Math.abs(got[k] - value)).toBeLessThanOrEqual(tolerance * scale))
}

for (const kernels of ['reference', 'wasm'] as const) {
  describe(`max-margin training against the golden values, ${kernels} kernels`, () => {
    for (const golden of cases) {
      const { lambda2, lambda3 } = golden
      it(`${golden.name}: w-step`, () => {
        for (const tolerance of [1e-3, 1e-5]) {
          const { arena, problem } = placeSmallProblem(golden, kernels)
          const solver = new WStep(arena, problem, lambda2 > 0)
          const result = complete(
            solver.solve(lambda2, lambda3, { tolerance, maxEpochs: 2000, random: createRandom(0) })
          )
          expect(result.status).toBe('converged')
          expect(result.gap).toBeLessThanOrEqual(tolerance)
          expect(result.objective).toBeLessThanOrEqual(golden.optimum.objective * (1 + tolerance))
          expect(result.objective).toBeGreaterThanOrEqual(golden.optimum.objective * (1 - 1e-6))
        }
      })

      it(`${golden.name}: mixtures, references, proportions and scores`, () => {
        const { arena, problem, mixtures } = placeSmallProblem(golden, kernels)
        const { phi } = problem
        const seen = golden.signatures.length
        expectClose(mixtures, golden.mixtures.flat(), 1e-8)
        golden.references.forEach((row, k) =>
          row.forEach((value, m) => expect(phi.references[m * phi.s + k]).toBeCloseTo(value, 6))
        )
        const w = arena.float32(golden.optimum.weights.length)
        w.set(golden.optimum.weights)
        const p = arena.float32(phi.s)
        // Rows are stored sorted by class.
        const stored = golden.labels
          .map((_, row) => row)
          .sort((a, b) => golden.labels[a] - golden.labels[b] || a - b)
        golden.optimum.proportions.forEach((expected, i) => {
          phi.forward(stored.indexOf(i), 1, w, p)
          expectClose(p, expected, 1e-5)
          expectClose(
            golden.signatures.map((_, k) => mixedScore(problem.mixtures, k, p, 0)),
            golden.optimum.scores[i],
            1e-5
          )
          expect(seen).toBe(expected.length)
        })
      })

      it(`${golden.name}: value and subgradient in V`, () => {
        const { arena, problem } = placeSmallProblem(golden, kernels)
        const { phi } = problem
        packReferences(phi.references, phi.s, golden.at.references)
        const w = arena.float32(golden.at.weights.length)
        w.set(golden.at.weights)
        const gradient = new Float64Array(phi.references.length)
        const value = objectiveAndGradient(arena, problem, w, golden, gradient)
        expect(Math.abs(value - golden.at.value)).toBeLessThanOrEqual(1e-5 * golden.at.value)
        const got = golden.at.subgradient.flatMap((row, k) => row.map((_, m) => gradient[m * phi.s + k]))
        expectClose(got, golden.at.subgradient.flat(), 1e-5)
      })
    }
  })
}

describe('int solved as itself', () => {
  // Where mixtures sum to 1 fit() solves relu in its place; here nothing is taken from the identity.
  for (const golden of cases)
    it(`${golden.name}: has the optimum of relu, with -w, and ranks every row alike`, () => {
      const tolerance = 1e-6
      const [int, relu] = (['int', 'relu'] as const).map(transform => {
        const { arena, problem } = placeSmallProblem({ ...golden, transform }, 'wasm')
        const solver = new WStep(arena, problem, golden.lambda2 > 0)
        const settings = { tolerance, maxEpochs: 20_000, random: createRandom(0) }
        const { status, objective } = complete(solver.solve(golden.lambda2, golden.lambda3, settings))
        expect(status).toBe('converged')
        const p = arena.float32(problem.phi.s)
        const scores = golden.labels.map((_, row) => {
          problem.phi.forward(row, 1, solver.w, p)
          return golden.signatures.map((_, k) => mixedScore(problem.mixtures, k, p, 0))
        })
        return { objective, scores, w: Array.from(solver.w) }
      })
      expect(Math.abs(int.objective - relu.objective)).toBeLessThanOrEqual(2 * tolerance * relu.objective)
      expectClose(
        int.w.map(value => -value),
        relu.w,
        1e-2
      )
      const largest = Math.max(...relu.w.map(Math.abs))
      int.scores.forEach((of, row) => {
        const best = (scores: readonly number[]): number => scores.indexOf(Math.max(...scores))
        const [first, second] = [...relu.scores[row]].sort((a, b) => b - a)
        // Ties within the tolerance may fall either way.
        if (first - second > 1e-2 * largest) expect(best(of)).toBe(best(relu.scores[row]))
      })
    })
})
