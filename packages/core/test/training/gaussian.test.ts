// Gaussian weights against golden values that two other implementations agreed on, and their identities.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { complete } from '../../src/base/progress.js'
import { GaussianMixture } from '../../src/embedding/gaussian-mixture.js'
import { KernelMixture } from '../../src/embedding/kernel-mixture.js'
import { Matrix } from '../../src/linalg/matrix.js'
import { createWorkplace, openWorkplace } from '../../src/problems/workplace.js'
import { CommonShape, commonShapeBytes } from '../../src/solvers/common-shape.js'
import { type GaussianWeights, solveGaussian } from '../../src/training/gaussian.js'

interface Case {
  readonly name: string
  readonly settings: { shrinkage: number; width: number; noise: number; predictive: boolean }
  readonly rows: number[][]
  readonly labels: number[]
  readonly seen: number[][]
  readonly described: number[][]
  readonly test: number[][]
  readonly expect: {
    readonly t: number
    readonly delta: number
    readonly means: number[][]
    readonly G: number[][]
    readonly J: number[][]
    readonly mixtures: number[][]
    readonly proportions: number[][]
    readonly constants: number[]
    readonly scores: number[][]
  }
}
const { cases } = JSON.parse(
  readFileSync(new URL('../../golden/gaussian.json', import.meta.url), 'utf8')
) as { cases: Case[] }

const unitRows = (table: readonly (readonly number[])[]): Float64Array =>
  Float64Array.from(
    table.flatMap(row => {
      const length = Math.hypot(...row)
      return row.map(value => value / length)
    })
  )

function place({ rows, labels, seen }: Case) {
  const matrix = Matrix.from(rows)
  const workplace = createWorkplace(matrix, Int32Array.from(labels), seen.length, {
    normalise: 'none',
    arenaBytes: 2 * commonShapeBytes(matrix.rows, matrix.columns, seen.length)
  })
  return { ...openWorkplace(workplace), ranges: workplace.ranges }
}

function solve(golden: Case): GaussianWeights {
  const { arena, rows, ranges } = place(golden)
  const { shrinkage, predictive, width, noise } = golden.settings
  const [solved] = complete(
    solveGaussian(arena, rows, ranges, unitRows(golden.seen), { width, noise }, [{ shrinkage, predictive }])
  )
  return solved
}

/** Relative to the largest value asked for. */
function expectNear(actual: ArrayLike<number>, expected: readonly number[], tolerance: number): void {
  expect(actual.length).toBe(expected.length)
  const scale = Math.max(...expected.map(Math.abs))
  expected.forEach((value, at) => expect(Math.abs(actual[at] - value)).toBeLessThanOrEqual(tolerance * scale))
}

describe.each(cases)('the golden case $name', golden => {
  const { width, noise } = golden.settings
  const kernel = new KernelMixture(unitRows(golden.seen), golden.seen.length, { width, noise })
  const described = unitRows(golden.described)
  const length = golden.seen[0].length
  const mixtures = golden.described.map((_, c) =>
    kernel.embed(described.subarray(c * length, (c + 1) * length))
  )

  it('foretells classes by kernel mixtures', () => {
    expect(kernel.delta).toBeCloseTo(golden.expect.delta, 9)
    mixtures.forEach((mixture, c) => expectNear(mixture, golden.expect.mixtures[c], 1e-9))
    expectNear(kernel.leaveOneOut(), golden.expect.J.flat(), 1e-9)
  })

  it('takes the common shape of the clouds', () => {
    const { arena, rows, ranges } = place(golden)
    const shape = complete(CommonShape.create(arena, rows, ranges))
    expect(shape?.unit).toBeCloseTo(golden.expect.t, 7)
    expectNear(shape?.means ?? [], golden.expect.means.flat(), 1e-6)
    expectNear(solve(golden).trained.gauss.gram, golden.expect.G.flat(), 1e-4)
  })

  it('scores rows by contributions and a constant', () => {
    const {
      weights,
      gauss: { offsets, gram }
    } = solve(golden).trained
    const seen = golden.seen.length
    const d = golden.rows[0].length
    const embedded = golden.described.map((_, c) =>
      new GaussianMixture(unitRows(golden.seen), gram, { ...golden.settings, mixture: 'affine' }).embed(
        described.subarray(c * length, (c + 1) * length)
      )
    )
    golden.test.forEach((row, i) => {
      const proportions = Array.from(
        { length: seen },
        (_, s) => row.reduce((sum, value, m) => sum + value * weights[s * d + m], 0) - offsets[s]
      )
      expectNear(proportions, golden.expect.proportions[i], 1e-4)
      const scores = embedded.map(
        ({ mixture, constant }) =>
          mixture.reduce((sum, share, s) => sum + share * proportions[s], 0) + constant
      )
      expectNear(scores, golden.expect.scores[i], 1e-4)
    })
    expectNear(
      embedded.map(({ constant }) => constant),
      golden.expect.constants,
      1e-4
    )
  })
})
