// On the way of `tune` and of `recognise --explain` rows are looked through once.
import { Matrix, rowsOf, serialExecutor } from '@unseen/core'
import { TargetEmbedding } from '../../../core/src/recognition/proportions.js'
import { trainRun } from '../../src/runs/train-run.js'
import { recogniseRows } from '../../src/use/recognise-rows.js'
import { streamOf } from '../../src/use/row-stream.js'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { classes, smallModel, smallRows, temporaryFolder } from '../helpers/small-model.js'

afterEach(() => {
  vi.restoreAllMocks()
})

it('a search, the training and the rehearsal after it check the training rows once', async () => {
  const checks = vi.spyOn(Matrix, 'firstNotFinite')
  const { data, model } = await trainRun({
    data: 'sample',
    folder: join(temporaryFolder(), 'run'),
    executor: serialExecutor,
    options: {},
    search: { family: 'class-weights', folds: 2, grid: { gamma: [1], ridge: [1], compare: ['inner'] } }
  })
  expect(model?.notes.rehearsal).toBeDefined()
  const { rows } = Matrix.from(data.train.features)
  expect(rows).toBeGreaterThan(500)
  expect(checks.mock.calls.filter(([matrix]) => matrix.rows === rows)).toHaveLength(1)
})

it('rows to recognise are checked once, and their proportions computed once, explained or not', async () => {
  const model = await smallModel()
  const { features } = smallRows(40, classes, 5)
  const expected = model.decide(features, { among: 'all' })
  const why = expected.map(({ ranked: [best] }, row) =>
    model.explain(Matrix.select(Matrix.from(features), [row]), best.class, { among: 'all' })
  )
  for (const explain of [false, true]) {
    const checks = vi.spyOn(Matrix, 'firstNotFinite')
    const computed = vi.spyOn(TargetEmbedding.prototype, 'proportions')
    const found = []
    const stream = streamOf(rowsOf(Matrix.from(features)))
    for await (const { answers } of recogniseRows(model, stream, { among: 'all', explain }))
      found.push(...answers)
    // `recogniseRows` looks through them itself, to name what is wrong; no rows are those of no candidate.
    expect(checks.mock.calls.filter(([matrix]) => matrix.rows > 0)).toHaveLength(0)
    expect(computed.mock.calls.filter(([matrix]) => matrix.rows > 0)).toHaveLength(1)
    expect(found.map(({ ranked }) => ranked)).toEqual(expected.map(({ ranked }) => ranked))
    if (explain) expect(found.map(({ explanation }) => [explanation])).toEqual(why)
    vi.restoreAllMocks()
  }
})
