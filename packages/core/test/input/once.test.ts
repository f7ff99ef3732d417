// What is checked, hashed or computed once: counted, and the same to the bit as when it is done again.
import { Hash } from '../../src/base/hash.js'
import { fit } from '../../src/fit.js'
import { markChecked } from '../../src/input/checked-rows.js'
import { readTrainingInput } from '../../src/input/training-input.js'
import { Matrix } from '../../src/linalg/matrix.js'
import { toBytes } from '../../src/model/file.js'
import { TargetEmbedding } from '../../src/recognition/proportions.js'
import { isQuickToRehearse, rehearseModel } from '../../src/rehearse.js'
import { tuneTables } from '../../src/tune-tables.js'
import { type TuneOptions, tune } from '../../src/tune.js'
import { afterEach, expect, it, vi } from 'vitest'
import { smallProblem } from '../properties/small-problem.js'

const problem = smallProblem(6, { seen: 8, rows: 120, columns: 14, zeros: 0.3 })
const options = {
  grid: { gamma: [1], lambda2: [0.1], lambda3: [0.1], ridge: [1] },
  folds: 2,
  steps: 2
} satisfies TuneOptions
const rows = problem.features.length

/** How often all rows were looked through for what is not finite. */
function countChecks(): () => number {
  const spy = vi.spyOn(Matrix, 'firstNotFinite')
  return () => spy.mock.calls.filter(([matrix]) => matrix.rows === rows).length
}

afterEach(() => {
  vi.restoreAllMocks()
})

it('training input that was read is not checked again by tune, fit and rehearsals', async () => {
  const expected = (await tune(problem, options)).model!
  const rehearsed = await rehearseModel(expected, problem, { each: false })
  const trained = await fit(problem, { steps: 1 })
  const checks = countChecks()
  const set = readTrainingInput(problem)
  const { model } = await tune(set, options)
  expect(isQuickToRehearse(set, model!.settings)).toBe(true)
  const again = await rehearseModel(model!, set, { each: false })
  expect(toBytes(model!)).toEqual(toBytes(expected))
  expect(toBytes(again.model)).toEqual(toBytes(rehearsed.model))
  expect(toBytes(await fit(set, { steps: 1 }))).toEqual(toBytes(trained))
  expect(checks()).toBe(1)
})

it('an object that only looks like a training set is not believed', async () => {
  await expect(fit({ ...readTrainingInput(problem) })).rejects.toThrow()
})

it('tables to choose from share one check and one hash of the rows', async () => {
  const { signatures } = problem
  const other = { ...signatures, matrix: Matrix.from(signatures.matrix) }
  const single = await tune(problem, { ...options, retrain: false })
  const checks = countChecks()
  const add = vi.spyOn(Hash.prototype, 'add')
  const { tables, best } = await tuneTables(
    problem,
    [
      { name: 'a', table: signatures },
      { name: 'b', table: other }
    ],
    options
  )
  expect(tables).toHaveLength(2)
  expect(checks()).toBe(1)
  const bytes = 8 * rows * problem.features[0].length
  expect(add.mock.calls.filter(([data]) => data.byteLength === bytes)).toHaveLength(1)
  expect(best?.tuned.results).toEqual(single.results)
})

it('answers and their explanations come from the same proportions', async () => {
  const model = await fit(problem, { steps: 1 })
  for (const among of ['unseen', 'all', 'seen'] as const) {
    const decided = model.decide(problem.features, { among, top: 2 })
    const expected = decided.map(
      ({ ranked: [best] }, at) => model.explain([problem.features[at]], best.class, { among })[0]
    )
    const computed = vi.spyOn(TargetEmbedding.prototype, 'proportions')
    const found = model.decide(problem.features, { among, top: 2, explain: true })
    expect(computed).toHaveBeenCalledTimes(1)
    computed.mockRestore()
    expect(found.map(({ explanation }) => explanation)).toEqual(expected)
    expect(found.map(({ explanation: _, ...rest }) => rest)).toEqual(decided)
  }
})

it('rows that were checked for a model are not checked again, all others are', async () => {
  const model = await fit(problem, { steps: 1 })
  const matrix = Matrix.from(problem.features)
  const expected = model.decide(matrix)
  const checks = countChecks()
  expect(model.decide(markChecked(matrix, matrix.columns))).toEqual(expected)
  expect(checks()).toBe(0)
  expect(model.decide(matrix)).toEqual(expected)
  expect(checks()).toBe(1)
  // Marked for a model of another width.
  const narrow = Matrix.dense(rows, 1, new Float64Array(rows))
  expect(() => model.decide(markChecked(narrow, 1))).toThrow(
    expect.objectContaining({ code: 'features.columns' })
  )
  const bad = problem.features.map(row => [...row])
  bad[3][2] = NaN
  expect(() => model.decide(bad)).toThrow(expect.objectContaining({ where: { row: 3, column: 2 } }))
})
