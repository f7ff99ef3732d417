// Recognition: the same bytes alone or in a batch, ties, top-k, candidates and the bias.
import type { FitOptions } from '../../src/base/options.js'
import { fit } from '../../src/fit.js'
import { Matrix, type SparseMatrix } from '../../src/linalg/matrix.js'
import { modelScorer } from '../../src/model/model-scorer.js'
import type { Model } from '../../src/model/model.js'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { refusedBy, tinyModel } from '../model/file-cases.js'
import { smallProblem, type SmallProblem } from '../properties/small-problem.js'

fc.configureGlobal({ seed: 20150104, numRuns: 30 })

function toSparse(rows: number[][]): SparseMatrix {
  const starts = new Uint32Array(rows.length + 1)
  const indices: number[] = []
  const values: number[] = []
  rows.forEach((row, i) => {
    row.forEach((value, m) => {
      if (value === 0) return
      indices.push(m)
      values.push(value)
    })
    starts[i + 1] = values.length
  })
  return Matrix.sparse(
    rows.length,
    rows[0].length,
    starts,
    Uint32Array.from(indices),
    Float64Array.from(values)
  )
}

const kinds: readonly FitOptions[] = [
  {},
  { transform: 'int', mixture: 'ridge', normalise: 'none' },
  { compare: 'cosine', normalise: 'l2-sqrt' },
  { weights: 'class' },
  { weights: 'class', transform: 'relu', compare: 'cosine' },
  { weights: 'class', transform: 'int', mixture: 'affine' },
  { recipe: 'released' }
]

describe.each(kinds)('recognition, %o', options => {
  let model: Model
  let problem: SmallProblem

  beforeAll(async () => {
    problem = smallProblem(8, { rows: 150, columns: 21, seen: 6, unseen: 4, zeros: 0.4 })
    model = await fit(problem, options)
  })

  it('a batch gives the same bytes as its rows one by one', () => {
    const { scores } = model.scores(problem.features, { among: 'all' })
    const single = problem.features.flatMap(row => [...model.scores([row], { among: 'all' }).scores])
    expect(new Uint8Array(scores.buffer)).toEqual(new Uint8Array(Float64Array.from(single).buffer))
    const ranked = model.recognise(problem.features, { top: 3 })
    problem.features.forEach((row, i) => expect(model.recognise([row], { top: 3 })).toEqual([ranked[i]]))
  })

  it('sparse rows score as dense ones', () => {
    const dense = model.scores(problem.features, { among: 'all' }).scores
    const sparse = model.scores(toSparse(problem.features), { among: 'all' }).scores
    dense.forEach((score, k) => expect(Math.abs(sparse[k] - score)).toBeLessThanOrEqual(1e-6))
  })

  it('float32 and float64 rows that hold the same numbers score alike', () => {
    const data = Float32Array.from(problem.features.flat())
    const single = model.scores(Matrix.dense(150, 21, data)).scores
    expect([...model.scores(Matrix.dense(150, 21, Float64Array.from(data))).scores]).toEqual([...single])
  })

  it('top-k is the head of the whole ranking, and the scores agree', () => {
    const { classes, scores } = model.scores(problem.features, { among: 'all' })
    const whole = model.recognise(problem.features, { among: 'all', top: classes.length })
    for (const top of [1, 2, 5, 99])
      expect(model.recognise(problem.features, { among: 'all', top })).toEqual(
        whole.map(row => row.slice(0, top))
      )
    whole.forEach((row, i) => {
      expect(row.map(entry => entry.class).sort()).toEqual([...classes].sort())
      row.forEach((entry, at) => {
        expect(entry.score).toBe(scores[i * classes.length + classes.indexOf(entry.class)])
        if (at > 0) expect(entry.score).toBeLessThanOrEqual(row[at - 1].score)
      })
    })
  })

  it('candidates are those asked for, in the order asked for', () => {
    expect(model.scores(problem.features).classes).toEqual(model.unseen)
    expect(model.scores(problem.features, { among: 'seen' }).classes).toEqual(model.seen)
    expect(model.scores(problem.features, { among: 'all' }).classes).toEqual([...model.seen, ...model.unseen])
    expect(model.scores(problem.features, { among: ['c8', 'c2'] }).classes).toEqual(['c8', 'c2'])
    const best = model.recognise(problem.features, { among: ['c7'] })
    expect(best.every(([first]) => first.class === 'c7')).toBe(true)
    expect(refusedBy(() => model.recognise(problem.features, { among: ['c7', 'yeti'] })).code).toBe(
      'classes.unknown'
    )
  })

  it('a bias counts only where seen and unseen classes compete', () => {
    const biased = model.annotate({ bias: -0.25 })
    for (const among of ['seen', 'unseen', ['c0', 'c1'], ['c9']] as const)
      expect(biased.scores(problem.features, { among })).toEqual(model.scores(problem.features, { among }))
    for (const among of ['all', ['c9', 'c0']] as const) {
      const { classes, scores } = biased.scores(problem.features, { among })
      const plain = model.scores(problem.features, { among }).scores
      scores.forEach((score, k) =>
        expect(score).toBe(plain[k] + (model.find(classes[k % classes.length]).seen ? -0.25 : 0))
      )
    }
  })

  it('the scorer of any signatures gives the scores of the model', () => {
    const scores = modelScorer(model).scores(problem.features, problem.signatures.matrix)
    expect([...scores]).toEqual([
      ...model.scores(problem.features, { among: problem.signatures.classes }).scores
    ])
    expect(
      modelScorer(model.annotate({ bias: 5 })).scores(problem.features, problem.signatures.matrix)
    ).toEqual(scores)
    expect(modelScorer(model).scores([], problem.signatures.matrix)).toHaveLength(0)
  })

  it('describing changes the described class alone', () => {
    const more = model
      .describe('new', problem.signatures.matrix[6])
      .describe('c7', problem.signatures.matrix[0])
    expect(model.unseen).toEqual(['c6', 'c7', 'c8', 'c9'])
    expect(more.unseen).toEqual(['c6', 'c7', 'c8', 'c9', 'new'])
    const { scores } = more.scores(problem.features, { among: ['new', 'c6', 'c0', 'c7', 'c9'] })
    const before = model.scores(problem.features, { among: ['c6', 'c0', 'c9'] }).scores
    // Described like c6 and like c0, they score as these do.
    const again = [0, 0, 1, 1, 2]
    expect([...scores]).toEqual(Array.from(scores, (_, k) => before[3 * Math.floor(k / 5) + again[k % 5]]))
    expect(more.forget('new').unseen).toEqual(model.unseen)
  })
})

describe('ties', () => {
  it('keep the order of the candidates', async () => {
    const problem = smallProblem(2)
    const twin = problem.signatures.matrix[5]
    const model = (await fit(problem)).describeAll([
      { name: 'a', signature: twin },
      { name: 'b', signature: twin.map(value => 2 * value) }
    ])
    for (const among of [
      ['c5', 'a', 'b'],
      ['b', 'a', 'c5'],
      ['a', 'c5', 'b']
    ]) {
      for (const top of [1, 2, 3])
        for (const row of model.recognise(problem.features, { among, top }))
          expect(row.map(entry => entry.class)).toEqual(among.slice(0, top))
    }
  })

  it('a row of zeros gets the first candidate', () => {
    const model = tinyModel().describe('d', [1, 1]).describe('e', [1, 2])
    expect(model.recognise([[0, 0]])[0]).toEqual([{ class: 'd', score: 0 }])
    expect(model.recognise([[0, 0]], { among: 'all', top: 5 })[0].map(entry => entry.class)).toEqual([
      'a',
      'b',
      'c',
      'd',
      'e'
    ])
  })
})

describe('no rows', () => {
  it('give no answers', () => {
    const model = tinyModel().describe('d', [1, 1])
    expect(model.recognise([])).toEqual([])
    expect(model.scores(Matrix.dense(0, 2, new Float32Array(0))).scores).toHaveLength(0)
  })
})
