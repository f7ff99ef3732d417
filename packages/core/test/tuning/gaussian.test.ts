// The family of Gaussian weights in a search: held-out classes choose shrinkage and `predictive`.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { tune } from '../../src/tune.js'
import { search } from '../../src/tuning/search.js'
import { readTrainingInput } from '../../src/input/training-input.js'

const { cases } = JSON.parse(
  readFileSync(new URL('../../golden/gaussian.json', import.meta.url), 'utf8')
) as { cases: { rows: number[][]; labels: number[]; seen: number[][]; test: number[][] }[] }
const [golden] = cases
const input = {
  features: golden.rows,
  labels: golden.labels.map(label => `class ${label}`),
  signatures: { classes: golden.seen.map((_, s) => `class ${s}`), matrix: golden.seen }
}

it('tries every shrinkage in every fold and trains the winner', async () => {
  const tuned = await tune(input, { family: 'gauss', folds: 3, normalise: 'none' })
  expect(tuned.points.map(({ point }) => point)).toEqual(
    [1, 3, 10].map(shrinkage => ({ family: 'gauss', shrinkage, predictive: false }))
  )
  expect(tuned.results).toHaveLength(3)
  expect(tuned.model?.settings).toMatchObject({ weights: 'gauss', mixture: 'affine', predictive: 'no' })
  const rows = tuned.points[0].rows.reduce((sum, count) => sum + count, 0)
  expect(rows).toBe(golden.rows.length)
})

it('counts the errors that a model without the held-out classes makes', async () => {
  const { fit } = await import('../../src/fit.js')
  const found = await search(readTrainingInput(input), {
    family: 'gauss',
    folds: 3,
    grid: { shrinkage: [3] },
    fixed: { normalise: 'none' }
  })
  for (const [fold, heldOut] of found.folds.entries()) {
    const rows = golden.labels.map((_, i) => i)
    const isHeldOut = (i: number): boolean => heldOut.includes(input.labels[i])
    const train = rows.filter(i => !isHeldOut(i))
    const model = await fit(
      { ...input, features: train.map(i => golden.rows[i]), labels: train.map(i => input.labels[i]) },
      { weights: 'gauss', normalise: 'none', predictive: 'no' }
    )
    const test = rows.filter(isHeldOut)
    const answers = model.recognise(
      test.map(i => golden.rows[i]),
      { among: heldOut }
    )
    const errors = test.filter((i, at) => answers[at][0].class !== input.labels[i]).length
    expect(found.results[fold].points[0]).toMatchObject({ errors, rows: test.length })
  }
})

it('leaves searches of other families what they were', async () => {
  const set = readTrainingInput({ ...input, features: golden.rows.map(row => row.map(Math.abs)) })
  const options = { family: 'class-weights', folds: 3 } as const
  const { results } = await search(set, options)
  const again = await search(set, { ...options, grid: { shrinkage: [7] }, completed: results })
  expect(again.results).toEqual(results)
})
