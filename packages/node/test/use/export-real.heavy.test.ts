// The exported graph on real features: models of every kind, trained on the sample that comes along.
import { type FitOptions, Matrix, fit } from '@unseen/core'
import { takeSplit } from '@unseen/data'
import { openDataset } from '../../src/dataset/open.js'
import { openSession } from '../../src/onnx/session.js'
import { checkOnnx } from '../../src/use/check-onnx.js'
import { exportOnnx } from '../../src/use/export-onnx.js'
import { expect, it } from 'vitest'

const { train, test } = await takeSplit(await openDataset('sample'))
const squares = { weights: 'class', loss: 'squares' } as const
const kinds: Record<string, FitOptions> = {
  relu: { references: 'means' },
  'int, ridge mixture': { transform: 'int', mixture: 'ridge', references: 'means' },
  'class weights': { ...squares, transform: 'identity' },
  'class weights, cosine, ridge mixture': {
    ...squares,
    transform: 'identity',
    compare: 'cosine',
    mixture: 'ridge'
  },
  'class weights, square roots': { ...squares, transform: 'identity', normalise: 'l2-sqrt' }
}

it.each(Object.entries(kinds))('%s', async (_, options) => {
  const model = await fit(train, options)
  const exported = exportOnnx(model, { among: 'unseen' })
  const rows = Matrix.select(test.features, [0, 50, 100, 150, 199])
  const data = Float32Array.from((rows as { data: Float32Array }).data)
  for (const runtime of ['node', 'web'] as const) {
    const session = await openSession(exported.bytes, { runtime })
    const { scores } = await session.run({ features: { data, dims: [rows.rows, rows.columns] } }, ['scores'])
    await session.close()
    const { scores: ours } = model.scores(rows)
    const largest = Math.max(...Array.from(ours, Math.abs))
    ours.forEach((score, at) => {
      expect(Math.abs((scores.data as Float32Array)[at] - score)).toBeLessThanOrEqual(1e-5 * largest)
    })
  }
  expect((await checkOnnx(model, exported, { among: 'unseen' })).difference).toBeLessThan(1e-5)
})

it('is refused where it is not the model', async () => {
  const model = await fit(train, { ...squares, transform: 'identity' })
  const other = await fit(train, { ...squares, transform: 'identity', ridge: 30 })
  await expect(checkOnnx(model, exportOnnx(other), { among: 'all' })).rejects.toMatchObject({
    code: 'backbone.unusable'
  })
})
