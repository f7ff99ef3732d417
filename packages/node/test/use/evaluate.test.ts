// `evaluate`: accuracies that agree with counting, and warnings where they must not be trusted.
import { rowsOf } from '@unseen/core'
import { type Dataset, fingerprint } from '@unseen/data'
import { evaluationLines } from '../../src/terminal/evaluation.js'
import { evaluateModel } from '../../src/use/evaluate-model.js'
import { expect, it } from 'vitest'
import { classes, signatures, smallModel, smallRows } from '../helpers/small-model.js'

const model = await smallModel()
const { features, labels } = smallRows(80, classes, 9)
const seen = classes.slice(0, 6)
const unseen = classes.slice(6)
const dataset: Dataset = {
  name: 'zoo',
  classes,
  features: rowsOf(features),
  labels: Int32Array.from(labels, name => classes.indexOf(name)),
  signatures: [{ name: 'attributes', classes, matrix: signatures }],
  provenance: {},
  splits: [
    {
      name: 'only',
      seen,
      unseen,
      train: Uint32Array.from({ length: 40 }, (_, row) => row),
      test: Uint32Array.from({ length: 40 }, (_, row) => 79 - row)
    }
  ]
}

it('counts right rows of the candidates among the test rows, in any order of rows', async () => {
  const result = await evaluateModel(model, dataset)
  const answers = model.recognise(features)
  const rows = labels.flatMap((label, row) => (row >= 40 && unseen.includes(label) ? [row] : []))
  expect(result.rows).toBe(rows.length)
  expect(result.perImage.value).toBeCloseTo(
    rows.filter(row => answers[row][0].class === labels[row]).length / rows.length,
    12
  )
  expect(result.perImage.low).toBeLessThanOrEqual(result.perImage.value)
  expect(result.confusion.classes).toEqual(unseen)
  expect(result.confusion.counts.flat().reduce((sum, value) => sum + value, 0)).toBe(rows.length)
  expect(result.byClass.map(({ class: name, rows: number }) => [name, number])).toEqual(
    unseen.map(name => [name, 5])
  )
  expect(result.leftOut).toMatchObject({ rows: 30 })
  expect(new Set(result.leftOut.classes)).toEqual(new Set(seen))
  expect(result.generalised).toBeUndefined()
})

it('measures seen and unseen classes against each other', async () => {
  const { generalised, byClass, rows, perClass } = await evaluateModel(model, dataset, { among: 'all' })
  expect(rows).toBe(40)
  const mean = (wanted: boolean): number =>
    byClass
      .filter(each => each.seen === wanted)
      .reduce((sum, each, _, all) => sum + each.accuracy / all.length, 0)
  expect(generalised?.seen).toBeCloseTo(mean(true), 12)
  expect(generalised?.unseen).toBeCloseTo(mean(false), 12)
  expect(perClass.value).toBeCloseTo((6 * mean(true) + 2 * mean(false)) / 8, 12)
})

it('knows rows the model was trained on by the fingerprint of the data', async () => {
  const known = model.annotate({
    data: { name: 'zoo', fingerprint: await fingerprint(dataset), split: 'only', table: 'attributes' }
  })
  expect((await evaluateModel(known, dataset, { among: 'all' })).trainingRows).toBe(0)
  const [split] = dataset.splits
  const all = { ...dataset, splits: [{ ...split, test: Uint32Array.from({ length: 80 }, (_, row) => row) }] }
  const same = model.annotate({
    data: { name: 'zoo', fingerprint: await fingerprint(all), split: 'only', table: 'attributes' }
  })
  expect((await evaluateModel(same, all, { among: 'all' })).trainingRows).toBe(30)
  expect((await evaluateModel(model, all)).trainingRows).toBeUndefined()
})

it('refuses data of another network, unknown splits and rows without candidates', async () => {
  const own = model.annotate({ preprocessing: { model: 'a.onnx', digest: 'sha256:1', tensor: 'pool' } })
  await expect(
    evaluateModel(own, {
      ...dataset,
      provenance: { features: { model: 'b.onnx', digest: 'sha256:2', tensor: 'pool' } }
    })
  ).rejects.toMatchObject({ code: 'features.columns' })
  await expect(evaluateModel(model, dataset, { split: 'other' })).rejects.toMatchObject({
    code: 'dataset.name'
  })
  await expect(
    evaluateModel(model.describe('yak', [1, 0, 0, 0, 0.8]), dataset, { among: ['yak'] })
  ).rejects.toMatchObject({ code: 'features.empty' })
})

it('is a table for few classes and the top confusions for many', async () => {
  const result = await evaluateModel(model, dataset, { among: 'all' })
  expect(evaluationLines(result).join('\n')).toContain('taken for (across)')
  const many = Array.from({ length: 25 }, (_, at) => `class ${at}`)
  const counts = many.map((_, row) =>
    many.map((__, column) => (row === column ? 5 : row === 3 && column === 4 ? 4 : 0))
  )
  const lines = evaluationLines({ ...result, confusion: { classes: many, counts } }).join('\n')
  expect(lines).toMatch(/class 3 +class 4 +4 +9/)
  expect(lines).not.toContain('across')
})

it('takes the split the model was trained on, unless told otherwise', async () => {
  const [split] = dataset.splits
  const other = { ...split, name: 'other', test: Uint32Array.of(6, 7) }
  const both = { ...dataset, splits: [other, split] }
  const known = model.annotate({
    data: { name: 'zoo', fingerprint: 'x', split: 'only', table: 'attributes' }
  })
  expect((await evaluateModel(known, both)).split).toBe('only')
  expect((await evaluateModel(known, both, { split: 'other' })).rows).toBe(2)
  expect((await evaluateModel(model, both)).split).toBe('other')
})
