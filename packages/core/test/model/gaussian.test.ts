// A model with Gaussian weights keeps every promise of the others: exact sums, readable mixtures, the same
// bytes again.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fit } from '../../src/fit.js'
import { sumInSeenOrder } from '../../src/explanation/contributions.js'
import { fromBytes, toBytes } from '../../src/model/file.js'
import type { Model } from '../../src/model/model.js'
import { modelScorer } from '../../src/model/model-scorer.js'
import { rehearse } from '../../src/rehearse.js'

interface Case {
  readonly name: string
  readonly settings: { shrinkage: number; width: number; noise: number; predictive: boolean }
  readonly rows: number[][]
  readonly labels: number[]
  readonly seen: number[][]
  readonly described: number[][]
  readonly test: number[][]
  readonly expect: {
    readonly scores: number[][]
    readonly seenScores: number[][]
    readonly simplexMixtures: number[][]
    readonly simplexScores: number[][]
  }
}
const { cases } = JSON.parse(
  readFileSync(new URL('../../golden/gaussian.json', import.meta.url), 'utf8')
) as { cases: Case[] }

async function train(golden: Case, mixture: 'affine' | 'simplex' = 'affine'): Promise<Model> {
  const classes = [...golden.seen.map((_, s) => `seen ${s}`), ...golden.described.map((_, c) => `new ${c}`)]
  return fit(
    {
      features: golden.rows,
      labels: golden.labels.map(label => `seen ${label}`),
      signatures: { classes, matrix: [...golden.seen, ...golden.described] }
    },
    {
      ...golden.settings,
      weights: 'gauss',
      normalise: 'none',
      mixture,
      predictive: golden.settings.predictive ? 'yes' : 'no'
    }
  )
}

function expectNear(actual: ArrayLike<number>, expected: readonly number[], tolerance: number): void {
  expect(actual.length).toBe(expected.length)
  const scale = Math.max(...expected.map(Math.abs))
  expected.forEach((value, at) => expect(Math.abs(actual[at] - value)).toBeLessThanOrEqual(tolerance * scale))
}

describe.each(cases)('Gaussian weights, $name', golden => {
  it('score described and seen classes', async () => {
    const model = await train(golden)
    expectNear(model.scores(golden.test).scores, golden.expect.scores.flat(), 1e-4)
    expectNear(model.scores(golden.test, { among: 'seen' }).scores, golden.expect.seenScores.flat(), 1e-4)
  })

  it('have readable proportions on the simplex', async () => {
    const model = await train(golden, 'simplex')
    golden.described.forEach((_, c) =>
      expectNear(model.find(`new ${c}`).mixture, golden.expect.simplexMixtures[c], 1e-4)
    )
    expectNear(model.scores(golden.test).scores, golden.expect.simplexScores.flat(), 1e-4)
  })

  it('explain every score to the last bit', async () => {
    const model = (await train(golden)).annotate({ bias: -0.25 })
    const { classes, scores } = model.scores(golden.test, { among: 'all' })
    classes.forEach((name, c) =>
      model.explain(golden.test, name, { among: 'all' }).forEach((explanation, i) => {
        const { contributions, constant, bias, score } = explanation
        expect(score).toBe(scores[i * classes.length + c])
        expect(sumInSeenOrder(contributions, constant + bias)).toBe(score)
        expect(bias).toBe(name.startsWith('seen') ? -0.25 : 0)
      })
    )
  })

  it('part two classes by what their scores differ', async () => {
    const model = await train(golden)
    const { scores } = model.scores(golden.test)
    model
      .contrast(golden.test, 'new 0', 'new 1')
      .forEach(({ difference }, i) => expect(difference).toBeCloseTo(scores[i * 3] - scores[i * 3 + 1], 6))
  })

  it.each(['affine', 'simplex'] as const)('are saved and read again, %s', async mixture => {
    const model = await train(golden, mixture)
    const bytes = toBytes(model)
    const again = fromBytes(bytes)
    expect(toBytes(again)).toEqual(bytes)
    expect(again.scores(golden.test, { among: 'all' })).toEqual(model.scores(golden.test, { among: 'all' }))
    const described = again.describe('new 0', golden.described[1])
    expect(described.scores(golden.test, { among: ['new 0'] }).scores).toEqual(
      model.scores(golden.test, { among: ['new 1'] }).scores
    )
  })

  it('score any signatures', async () => {
    const model = await train(golden)
    const scores = modelScorer(model).scores(golden.test, golden.described)
    expect(scores).toEqual(model.scores(golden.test).scores)
  })

  it.each(['affine', 'simplex'] as const)('answer what if, %s', async mixture => {
    const model = await train(golden, mixture)
    const { scores } = model.whatIf('new 0', golden.test)
    const length = golden.seen[0].length
    const step = 1e-5
    const signature = golden.described[0]
    for (let k = 0; k < length; k++) {
      const [below, above] = [-step, step].map(by =>
        model.describe(
          'moved',
          signature.map((value, at) => (at === k ? value + by : value))
        )
      )
      const face = (each: Model): string =>
        each
          .find('moved')
          .mixture.map(share => (share === 0 ? 0 : 1))
          .join('')
      if (mixture === 'simplex' && face(below) !== face(above)) continue
      golden.test.forEach((_, i) => {
        const slope =
          (above.scores(golden.test, { among: ['moved'] }).scores[i] -
            below.scores(golden.test, { among: ['moved'] }).scores[i]) /
          (2 * step)
        expect(scores[i * length + k]).toBeCloseTo(slope, 3)
      })
    }
  })
})

it('leaves the files of other weights as they were', async () => {
  const [golden] = cases
  const model = await fit({
    features: golden.rows.map(row => row.map(Math.abs)),
    labels: golden.labels.map(String),
    signatures: { classes: golden.seen.map((_, s) => `${s}`), matrix: golden.seen }
  })
  const header = new TextDecoder().decode(toBytes(model).subarray(0, 4000))
  expect(header).toContain('"version":"1"')
  expect(header).not.toContain('shrinkage')
})

it('can be rehearsed', async () => {
  const [golden] = cases
  const rehearsal = await rehearse(
    {
      features: golden.rows,
      labels: golden.labels.map(String),
      signatures: { classes: golden.seen.map((_, s) => `${s}`), matrix: golden.seen }
    },
    { fit: { weights: 'gauss', normalise: 'none' }, unseen: 2 }
  )
  expect(rehearsal.method).toBe('Gaussian weights')
  expect(rehearsal.byClass.length).toBe(6)
  expect(rehearsal.em?.without).toBe(rehearsal.clusters.without)
  expect(rehearsal.em?.with).toBeGreaterThanOrEqual(0)
})

it.each([
  [{ transform: 'relu' }, /as they are/],
  [{ mixture: 'ridge' }, /sum to 1/],
  [{ compare: 'cosine' }, /squared distances/],
  [{ shrinkage: 0 }, /no shape/]
] as const)('refuses %j', async (options, message) => {
  const [golden] = cases
  const input = {
    features: golden.rows,
    labels: golden.labels.map(String),
    signatures: { classes: golden.seen.map((_, s) => `${s}`), matrix: golden.seen }
  }
  await expect(fit(input, { weights: 'gauss', ...options })).rejects.toThrow(message)
})
