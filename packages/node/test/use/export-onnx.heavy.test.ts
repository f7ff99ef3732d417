// The exported graph gives our scores, in both runtimes, for every kind of model.
import { type FitOptions, Matrix, type Model } from '@unseen/core'
import { readGraph } from '@unseen/networks'
import type { OnnxRuntime } from '@unseen/networks/internal'
import { openSession } from '../../src/onnx/session.js'
import { exportOnnx } from '../../src/use/export-onnx.js'
import { describe, expect, it } from 'vitest'
import { classes, columns, smallModel, smallRows } from '../helpers/small-model.js'

const kinds: Record<string, FitOptions> = {
  'the paper, relu': {},
  'the paper, int': { transform: 'int' },
  'ridge mixture, int': { transform: 'int', mixture: 'ridge', gamma: 0.1 },
  'affine mixture': { mixture: 'affine', gamma: 0.1 },
  'class weights, inner': { weights: 'class', loss: 'squares', transform: 'identity' },
  'class weights, cosine': { weights: 'class', loss: 'squares', transform: 'identity', compare: 'cosine' },
  'class weights, relu': { weights: 'class', loss: 'squares', transform: 'relu' },
  'class weights, int, cosine': { weights: 'class', loss: 'squares', transform: 'int', compare: 'cosine' },
  'features as they are': { normalise: 'none' },
  'square roots': { normalise: 'sqrt' },
  'square roots of length 1': { normalise: 'l2-sqrt' }
}

/** Some rows of every class, a zero row, negative entries, and rows far from length 1. */
function rows(): Matrix {
  const { features } = smallRows(24, classes, 3)
  const data = Float32Array.from((features as { data: Float32Array }).data)
  data.fill(0, 0, columns)
  for (let k = columns; k < 2 * columns; k += 2) data[k] *= -1
  for (let k = 2 * columns; k < 3 * columns; k++) data[k] *= 1e3
  for (let k = 3 * columns; k < 4 * columns; k++) data[k] *= 1e-20
  return Matrix.dense(24, columns, data)
}

async function expectSame(model: Model, runtime: OnnxRuntime, features: Matrix): Promise<void> {
  const { bytes, classes: names } = exportOnnx(model)
  const session = await openSession(bytes, { runtime })
  try {
    const found = await session.run({
      features: {
        data: Float32Array.from((features as { data: Float32Array }).data),
        dims: [features.rows, features.columns]
      }
    })
    const ours = model.scores(features, { among: 'all' })
    expect(names).toEqual(ours.classes)
    expectNear(found['scores'].data as Float32Array, ours.scores, names.length)
    expectNear(found['proportions'].data as Float32Array, model.proportions(features), model.trained.seen)
  } finally {
    await session.close()
  }
}

/** To 1e-5 of the largest entry of the row: an entry near zero is a difference of large ones. */
function expectNear(found: ArrayLike<number>, ours: ArrayLike<number>, width: number): void {
  expect(found.length).toBe(ours.length)
  for (let at = 0; at < ours.length; at += width) {
    const row = Array.from({ length: width }, (_, c) => ours[at + c])
    const largest = Math.max(...row.map(Math.abs))
    row.forEach((value, c) => {
      expect(Math.abs(found[at + c] - value), `row ${at / width}, entry ${c}`).toBeLessThanOrEqual(
        1e-5 * largest
      )
    })
  }
}

describe.each(Object.entries(kinds))('%s', (_, options) => {
  it('scores as we do', async () => {
    const model = (await smallModel(options)).annotate({ bias: -0.125 })
    for (const runtime of ['node', 'web'] as const) await expectSame(model, runtime, rows())
  })
})

it('says how sure scores are, as the model does, where it was rehearsed', async () => {
  const words = { rows: 0, right: 0 }
  const rule = {
    temperature: 0.07,
    limits: { surely: 0.9, probably: 0.6, either: 0.75 },
    words: { surely: words, probably: words, either: words, hard: words }
  }
  const plain = await smallModel()
  const model = plain.annotate({ verdict: { rough: true, unseen: null, seen: null, all: rule } })
  expect(exportOnnx(plain).hasProbabilities).toBe(false)
  const { bytes, classes: names, hasProbabilities } = exportOnnx(model)
  expect(hasProbabilities).toBe(true)
  const session = await openSession(bytes)
  const { features } = smallRows(24, classes, 3)
  const data = Float32Array.from((features as { data: Float32Array }).data)
  const found = await session.run({ features: { data, dims: [24, columns] } })
  await session.close()
  model
    .decide(Matrix.dense(24, columns, data), { among: 'all', top: names.length })
    .forEach(({ ranked }, row) => {
      for (const { class: name, probability = -1 } of ranked)
        expect(Number(found['probabilities'].data[row * names.length + names.indexOf(name)])).toBeCloseTo(
          probability,
          4
        )
    })
})

it('has the classes that were asked for, in their order, and says so', async () => {
  const model = await smallModel()
  const { bytes, classes: names } = exportOnnx(model, { among: ['zebra', 'horse'] })
  expect(names).toEqual(['zebra', 'horse'])
  const { metadata, inputs, outputs } = readGraph(bytes)
  expect(JSON.parse(metadata.get('unseen.classes') ?? '')).toEqual(names)
  expect(JSON.parse(metadata.get('unseen.seen') ?? '')).toEqual(model.seen)
  expect(inputs).toEqual([{ name: 'features', type: 1, shape: ['rows', columns] }])
  expect(outputs.map(({ name, shape }) => [name, shape])).toEqual([
    ['scores', ['rows', 2]],
    ['proportions', ['rows', 6]]
  ])
  expect(() => exportOnnx(model, { among: ['dragon'] })).toThrow(
    expect.objectContaining({ code: 'classes.unknown' })
  )
})

it('takes any number of rows', async () => {
  const model = await smallModel()
  const session = await openSession(exportOnnx(model).bytes)
  for (const count of [1, 257]) {
    const { scores } = await session.run(
      { features: { data: new Float32Array(count * columns).fill(0.5), dims: [count, columns] } },
      ['scores']
    )
    expect(scores.dims).toEqual([count, classes.length])
  }
  await session.close()
})
