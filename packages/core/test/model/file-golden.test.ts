// A file saved by format version 1 stays readable for ever, with the scores it had.
import { fromBytes, toBytes } from '../../src/model/file.js'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

interface Expected {
  readonly classes: readonly { name: string; seen: boolean }[]
  readonly notes: object
  readonly rows: number[][]
  readonly scores: number[]
}

const golden = (name: string): Buffer => readFileSync(new URL(`../../golden/${name}`, import.meta.url))
const expected = JSON.parse(golden('model-v1.json').toString('utf8')) as Expected

it('a model file of version 1 is read', () => {
  const model = fromBytes(golden('model-v1.unseen'))
  expect(model.classes.map(({ name, seen }) => ({ name, seen }))).toEqual(expected.classes)
  expect(model.notes).toEqual(expected.notes)
  const { scores } = model.scores(expected.rows, { among: 'all' })
  expect(scores).toHaveLength(expected.scores.length)
  // Kernels may come to sum in another order; the file itself is exact.
  scores.forEach((score, i) => expect(Math.abs(score - expected.scores[i])).toBeLessThan(1e-6))
  expect(fromBytes(toBytes(model)).scores(expected.rows, { among: 'all' }).scores).toEqual(scores)
})
