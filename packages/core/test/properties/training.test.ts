// Properties of the paper's training on small random problems, against Eq. 7 in plain float64.
import type { FitOptions } from '../../src/base/options.js'
import { createRandom } from '../../src/base/random.js'
import { fit } from '../../src/fit.js'
import { Matrix } from '../../src/linalg/matrix.js'
import type { Model } from '../../src/model/model.js'
import { compactRows, deltaMatrix } from '../../src/problems/max-margin.js'
import { TransformedRows, paddedClasses } from '../../src/problems/transformed-rows.js'
import { createWorkplace, openWorkplace } from '../../src/problems/workplace.js'
import { objectiveAndGradient } from '../../src/training/objective.js'
import { packColumns } from '../../src/training/trained.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  exact,
  plainObjective,
  plainObjectiveOf,
  plainProblemOf,
  rowsOf,
  scoreSlack,
  smallProblem,
  type SmallProblem
} from './small-problem.js'

fc.configureGlobal({ seed: 20150101, numRuns: 12 })

const seeds = fc.integer({ min: 0, max: 1e6 })
const shapes = fc.record({
  seen: fc.integer({ min: 2, max: 7 }),
  rows: fc.integer({ min: 8, max: 45 }),
  columns: fc.integer({ min: 1, max: 13 }),
  zeros: fc.constantFrom(0, 0.7)
})
const lambdas = fc.record({
  gamma: fc.constantFrom(0, 0.1, 1),
  lambda2: fc.constantFrom(0.1, 1),
  lambda3: fc.constantFrom(0.01, 0.1, 1)
})
const scoresOf = (model: Model, { features }: SmallProblem): Float64Array =>
  model.scores(features, { among: 'all' }).scores

/** Differences of the scores of a row from its first: what a ranking is made of. */
function differences(scores: Float64Array, classes: number): Float64Array {
  return scores.map((score, at) => score - scores[at - (at % classes)])
}

function expectClose(got: ArrayLike<number>, expected: ArrayLike<number>, slack: number): void {
  expect(got.length).toBe(expected.length)
  let worst = 0
  for (let k = 0; k < got.length; k++) worst = Math.max(worst, Math.abs(got[k] - expected[k]))
  expect(worst).toBeLessThanOrEqual(slack)
}

/** `objectiveAndGradient` at the trained V and at w, with the gradient of every reference (seen x d). */
function recompute(
  model: Model,
  problem: SmallProblem,
  weights = model.trained.weights
): { value: number; gradient: number[][] } {
  const { seen, columns: d, references } = model.trained
  const { of, unit, mixtures, transform } = plainProblemOf(model, problem)
  const workplace = createWorkplace(Matrix.from(problem.features), Int32Array.from(of), seen, {
    normalise: model.settings.normalise,
    arenaBytes: 1 << 20
  })
  const { arena, rows } = openWorkplace(workplace)
  const s = paddedClasses(seen)
  const packed = arena.float32(d * s)
  if (references !== undefined) packColumns(references, seen, packed, s, Infinity)
  const w = arena.float32(d)
  w.set(weights)
  const gradient = new Float64Array(d * s)
  const placed = {
    phi: new TransformedRows(rows, packed, s, transform),
    ranges: workplace.ranges,
    mixtures: compactRows(Float64Array.from(mixtures.flat()), seen),
    delta: deltaMatrix(Float64Array.from(unit.flat()), seen)
  }
  const value = objectiveAndGradient(arena, placed, w, model.settings, gradient)
  return {
    value,
    gradient: Array.from({ length: seen }, (_, k) => Array.from({ length: d }, (_, m) => gradient[m * s + k]))
  }
}

describe('int and relu are one problem', () => {
  it.each(['means', 'learned'] as const)(
    'equal objectives, equal differences of scores, references %s',
    async references => {
      await fc.assert(
        fc.asyncProperty(seeds, shapes, lambdas, async (seed, shape, options) => {
          const problem = smallProblem(seed, shape)
          const relu = await fit(problem, { ...options, references, steps: 4, transform: 'relu' })
          const int = await fit(problem, { ...options, references, steps: 4, transform: 'int' })
          const { objective } = relu.notes.training
          expect(Math.abs(int.notes.training.objective - objective)).toBeLessThanOrEqual(1e-9 * objective)
          // The plain formula knows nothing of the identity.
          expect(Math.abs(plainObjectiveOf(int, problem) - objective)).toBeLessThanOrEqual(1e-5 * objective)
          const classes = relu.classes.length
          expectClose(
            differences(scoresOf(int, problem), classes),
            differences(scoresOf(relu, problem), classes),
            2e-5
          )
        })
      )
    }
  )
})

describe('symmetries', () => {
  it.each([0.25, 2, 1024, 3, 0.7])(
    'features times %s, lambda2 and lambda3 over its square, lambda1 over its fourth power: the same scores',
    async k => {
      await fc.assert(
        fc.asyncProperty(seeds, lambdas, async (seed, { gamma, lambda2, lambda3 }) => {
          const problem = smallProblem(seed)
          const scaled = { ...problem, features: problem.features.map(row => row.map(x => x * k)) }
          const common = { ...exact, gamma, normalise: 'none', references: 'means' } as const
          const lambda1 = 1e-3
          const plain = await fit(problem, { ...common, lambda1, lambda2, lambda3 })
          const other = await fit(scaled, {
            ...common,
            lambda1: lambda1 / k ** 4,
            lambda2: lambda2 / k ** 2,
            lambda3: lambda3 / k ** 2
          })
          const { objective } = plain.notes.training
          expect(Math.abs(other.notes.training.objective * k ** 2 - objective)).toBeLessThanOrEqual(
            3e-6 * objective
          )
          const longest = Math.max(...problem.features.map(row => Math.hypot(...row)))
          // A power of two changes no digit of any number on the way.
          const slack = Number.isInteger(Math.log2(k)) ? 1e-12 : 2 * scoreSlack(plain) * longest
          expectClose(scoresOf(other, scaled), scoresOf(plain, problem), slack)
        }),
        { numRuns: 6 }
      )
    }
  )

  const kinds: readonly FitOptions[] = [
    { references: 'means' },
    { weights: 'class', transform: 'identity' },
    { weights: 'class', transform: 'relu' }
  ]
  it.each(kinds)('order of rows and of classes does not matter: %o', async options => {
    await fc.assert(
      fc.asyncProperty(seeds, async seed => {
        const problem = smallProblem(seed)
        const random = createRandom(seed + 1)
        const order = (length: number): number[] => random.shuffle(Array.from({ length }, (_, i) => i))
        const rows = order(problem.features.length)
        const classes = order(problem.signatures.classes.length)
        const shuffled: SmallProblem = {
          features: rows.map(i => problem.features[i]),
          labels: rows.map(i => problem.labels[i]),
          signatures: {
            classes: classes.map(k => problem.signatures.classes[k]),
            matrix: classes.map(k => problem.signatures.matrix[k])
          }
        }
        const plain = await fit(problem, { ...exact, ...options })
        const other = await fit(shuffled, { ...exact, ...options })
        const among = problem.signatures.classes
        const slack = options.weights === 'class' ? 1e-5 : scoreSlack(plain, other)
        expectClose(
          other.scores(problem.features, { among }).scores,
          plain.scores(problem.features, { among }).scores,
          slack
        )
        expect(
          Math.abs(other.notes.training.objective / plain.notes.training.objective - 1)
        ).toBeLessThanOrEqual(3e-6)
      }),
      { numRuns: 6 }
    )
  })
})

describe('Algorithm 1', () => {
  const variants: readonly FitOptions[] = [
    { transform: 'relu' },
    { transform: 'relu', lambda3: 0 },
    { transform: 'relu', lambda2: 0 },
    { transform: 'int', mixture: 'ridge' },
    { transform: 'int', mixture: 'ridge', lambda2: 0 },
    { transform: 'int', mixture: 'ridge', lambda3: 0 },
    { transform: 'int', compare: 'cosine' },
    { transform: 'relu', mixture: 'affine' }
  ]
  it.each(variants)(
    'never rises, ends where it says, and its objective is that of Eq. 7: %o',
    async options => {
      let steps = 0
      await fc.assert(
        fc.asyncProperty(seeds, shapes, lambdas, async (seed, shape, drawn) => {
          const problem = smallProblem(seed, shape)
          const model = await fit(problem, {
            ...drawn,
            gamma: 0.1,
            ...options,
            references: 'learned',
            steps: 5,
            lambda1: 1e-2
          })
          const { history, objective, accepted } = model.notes.training
          for (let k = 1; k < history.length; k++) expect(history[k]).toBeLessThanOrEqual(history[k - 1])
          expect(objective).toBe(history[history.length - 1])
          expect(Math.abs(plainObjectiveOf(model, problem) - objective)).toBeLessThanOrEqual(1e-5 * objective)
          expect(Math.abs(recompute(model, problem).value - objective)).toBeLessThanOrEqual(1e-5 * objective)
          for (const v of model.trained.references ?? []) expect(v).toBeGreaterThanOrEqual(0)
          steps += accepted.filter(Boolean).length
        })
      )
      expect(steps).toBeGreaterThan(0)
    }
  )

  it.each([{ transform: 'relu' }, { transform: 'int', mixture: 'ridge' }] as const)(
    'gradient in V against central differences off the kinks: %o',
    async options => {
      const h = 1e-5
      let checked = 0
      await fc.assert(
        fc.asyncProperty(seeds, lambdas, async (seed, { lambda2, lambda3 }) => {
          const problem = smallProblem(seed, { rows: 24, columns: 6 })
          const model = await fit(problem, {
            ...options,
            lambda1: 0.05,
            lambda2,
            lambda3,
            references: 'learned',
            steps: 3
          })
          const plain = plainProblemOf(model, problem)
          const { references = new Float32Array(), columns, seen } = model.trained
          // Away from the optimum, where many hinges sit on their kink.
          const random = createRandom(seed)
          const weights = model.trained.weights.map(
            value => value * (0.5 + random.next()) + 0.1 * random.next()
          )
          const { gradient } = recompute(model, problem, weights)
          const scale = Math.max(...gradient.flat().map(Math.abs))
          for (let s = 0; s < seen; s++) {
            for (let m = 0; m < columns; m++) {
              const at = (shift: number): number => {
                const moved = rowsOf(references, columns).map(row => Float64Array.from(row))
                moved[s][m] += shift
                return plainObjective(plain, weights, moved)
              }
              const [left, right] = [(at(0) - at(-h)) / h, (at(h) - at(0)) / h]
              // Where the two sides differ there is a kink in between: a row at its reference, or a hinge.
              if (Math.abs(left - right) > 1e-4 * scale) continue
              checked++
              expect(Math.abs((left + right) / 2 - gradient[s][m])).toBeLessThanOrEqual(3e-4 * scale)
            }
          }
        })
      )
      expect(checked).toBeGreaterThan(200)
    }
  )
})

describe('rows of zeros', () => {
  it.each([
    {},
    { transform: 'int', mixture: 'ridge' },
    { weights: 'class' },
    { weights: 'class', transform: 'relu' },
    { recipe: 'released' }
  ] as const)('are counted and give finite numbers: %o', async options => {
    const problem = smallProblem(3, { zeros: 0.5 })
    for (const i of [0, 7, 8, 30]) problem.features[i].fill(0)
    const model = await fit(problem, options)
    expect(model.notes.training.zeroRows).toBe(4)
    expect(model.notes.training.rows).toBe(problem.features.length)
    expect(Number.isFinite(model.notes.training.objective)).toBe(true)
    expect(scoresOf(model, problem).every(Number.isFinite)).toBe(true)
    const { scores } = model.scores([new Float64Array(9)], { among: 'all' })
    expect(scores.every(score => score === 0)).toBe(true)
  })

  it.each(['l2', 'l2-sqrt'] as const)('rows in any unit are scaled to length 1: %s', async normalise => {
    const problem = smallProblem(4)
    const plain = scoresOf(await fit(problem, { normalise, weights: 'class' }), problem)
    for (const unit of [2 ** -1050, 2 ** -500, 2 ** 500, 2 ** 1023]) {
      const other: SmallProblem = {
        ...problem,
        features: problem.features.map(row => row.map(x => x * unit))
      }
      // The smallest numbers have few digits left.
      expectClose(
        scoresOf(await fit(other, { normalise, weights: 'class' }), other),
        plain,
        unit < 1e-300 ? 1e-4 : 1e-6
      )
    }
  })
})
