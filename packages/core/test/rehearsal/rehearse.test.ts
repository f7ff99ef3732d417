import type { Material, Method } from '../../src/compare/method.js'
import { rehearseMethod } from '../../src/compare/rehearse-method.js'
import { compete, generalisedAt } from '../../src/evaluation/competition.js'
import { keepRows } from '../../src/evaluation/kept-rows.js'
import { seenUnseenCurve } from '../../src/evaluation/seen-unseen.js'
import { fit } from '../../src/fit.js'
import { Matrix } from '../../src/linalg/matrix.js'
import { fromBytes, toBytes } from '../../src/model/file.js'
import { type Rehearsal, rehearsalOf } from '../../src/rehearsal/types.js'
import { rehearse, rehearseModel } from '../../src/rehearse.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { plantedInput } from './planted-input.js'

const settings = { weights: 'class', compare: 'cosine', gamma: 0.1, ridge: 0.3 } as const

describe('a rehearsal', () => {
  const { input, seen, unseen, problem } = plantedInput(3, { seen: 16, unseen: 4, rowsPerClass: 20 })
  let found: Rehearsal
  beforeAll(async () => {
    found = await rehearse(input, { fit: settings })
  })

  it('hides every class once, as many at a time as are unseen', () => {
    expect(found).toMatchObject({
      version: 1,
      status: 'complete',
      method: 'class weights',
      hidden: 4,
      candidates: 4
    })
    expect(found.byClass.map(each => each.class)).toEqual(seen)
    expect(found.unseen.rows).toBe(16 * 20)
    // Little work: each class by itself as well.
    expect(found.trainings).toBe(4 + 16)
    expect(found.oneByOne?.classes).toBe(16)
  })

  it('is the same again, another seed hides other groups, and it is plain JSON', async () => {
    expect(await rehearse(input, { fit: settings })).toEqual(found)
    expect(await rehearse(input, { fit: settings, seed: 1 })).not.toEqual({ ...found, seed: 1 })
    const read = JSON.parse(JSON.stringify(found)) as Rehearsal
    expect(read).toEqual(found)
    expect(rehearsalOf({ rehearsal: read })).toEqual(found)
  })

  it('foretells what unseen classes reach', async () => {
    const model = await fit(input, settings)
    const answers = model.recognise(problem.test).map(([best]) => best.class)
    const right =
      answers.filter((answer, i) => answer === unseen[problem.testLabels[i]]).length / answers.length
    const { low, high } = found.unseen.accuracy
    expect(right).toBeGreaterThan(low - 0.15)
    expect(right).toBeLessThan(high + 0.15)
    expect(found.unseen.chance).toBe(0.25)
  })

  it('chooses the bias with the best harmonic mean', () => {
    const { raw, calibrated, curve } = found.all
    expect(calibrated.harmonic).toBeGreaterThanOrEqual(raw.harmonic)
    const harmonic = (point: { seen: number; unseen: number }): number =>
      point.seen + point.unseen === 0 ? 0 : (2 * point.seen * point.unseen) / (point.seen + point.unseen)
    expect(Math.max(...curve.map(harmonic))).toBeCloseTo(calibrated.harmonic, 12)
  })

  it('keeps the promise of its thresholds in what it measured', () => {
    for (const rule of [found.rejection.unseen, found.rejection.all, found.rejection.expressed]) {
      if (rule.threshold === null) continue
      expect(rule.accuracy).toBeGreaterThanOrEqual(found.rejection.accept)
      expect(rule.curve).toContainEqual({
        threshold: rule.threshold,
        coverage: rule.coverage,
        accuracy: rule.accuracy
      })
    }
    expect(found.rejection.unseen.threshold).not.toBeNull()
    expect(found.rejection.unseen.turnedAway).toBeGreaterThan(0)
  })

  it('is stored in the model with bias and threshold, and comes back from a file', async () => {
    const { model, rehearsal } = await rehearseModel(await fit(input, settings), input, { each: false })
    expect(rehearsal.oneByOne).toBeNull()
    expect(rehearsal.byClass.every(({ oneByOne }) => oneByOne === null)).toBe(true)
    const again = fromBytes(toBytes(model))
    expect(rehearsalOf(again.notes)).toEqual(rehearsal)
    expect(again.notes.bias).toBe(model.notes.bias)
    expect(again.notes.threshold).toEqual(model.notes.threshold)
    expect(Math.sign(model.notes.bias ?? 0)).toBe(Math.sign(rehearsal.all.bias))
  })

  it('makes recognition among all classes better where seen ones win by habit', async () => {
    const hard = plantedInput(4, { seen: 12, unseen: 3, rowsPerClass: 30, noise: 0.6 })
    const { train, kept } = keepRows(hard.problem.labels, { seed: 5 })
    const features = hard.problem.features
    const rows = {
      ...hard.input,
      features: Matrix.select(features, train),
      labels: Array.from(train, row => hard.problem.labels[row])
    }
    const options = { gamma: 0.01, lambda2: 0, lambda3: 1, references: 'means' } as const
    const model = (await rehearseModel(await fit(rows, options), rows, { each: false })).model
    const raw = model.annotate({ bias: 0 })
    const scores = [Matrix.select(features, kept), hard.problem.test].flatMap(some => [
      ...raw.scores(some, { among: 'all' }).scores
    ])
    const competition = compete({
      scores: Float64Array.from(scores),
      labels: [
        ...Array.from(kept, row => hard.problem.labels[row]),
        ...Array.from(hard.problem.testLabels, label => 12 + label)
      ],
      seen: raw.classes.map(each => each.seen)
    })
    const [before, after] = [
      generalisedAt(competition, 0).perClass.harmonic,
      generalisedAt(competition, model.notes.bias ?? 0).perClass.harmonic
    ]
    expect(after).toBeGreaterThan(before + 0.1)
    expect(after).toBeGreaterThan(0.8 * seenUnseenCurve(competition).best.harmonic)
  })
})

describe('what is rehearsed', () => {
  it('the paper: its w-step without the hidden classes', async () => {
    const { input } = plantedInput(5, { seen: 8, unseen: 2, rowsPerClass: 12 })
    const found = await rehearse(input, { fit: { gamma: 0.1, lambda3: 1 }, each: false })
    expect(found).toMatchObject({ method: 'paper', trainings: 4, hidden: 2, candidates: 2 })
    expect(found.unseen.accuracy.value).toBeGreaterThan(0.6)
  })

  it('class weights with bent features, and few rows of many features', async () => {
    const { input } = plantedInput(6, { seen: 8, unseen: 2, rowsPerClass: 6, columns: 64 })
    for (const fitted of [{ ...settings, transform: 'relu' as const }, settings])
      expect((await rehearse(input, { fit: fitted, each: false })).unseen.accuracy.value).toBeGreaterThan(
        0.55
      )
  })

  it('any method, by scores alone', async () => {
    const { input, problem } = plantedInput(7, { seen: 8, unseen: 2 })
    const scores = (labels: Int32Array, signatures: Float64Array): Float64Array =>
      Float64Array.from({ length: (labels.length * signatures.length) / problem.length }, (_, k) => k % 7)
    const trained: number[] = []
    const method: Method = {
      name: 'sevens',
      title: 'Sevens',
      source: 'this test',
      kind: 'other',
      quick: true,
      grows: 'rows',
      transductive: false,
      grid: {},
      *prepare(material: Material) {
        trained.push(material.seen)
        expect(new Set(material.labels).size).toBe(material.seen)
        return {
          *train() {
            return { scores: (rows, signatures) => scores(new Int32Array(rows.rows), signatures) }
          }
        }
      }
    }
    const found = await rehearseMethod(input, method, {}, { each: false })
    expect(trained).toEqual([6, 6, 6, 6])
    expect(found.method).toBe('sevens')
    expect(found.byClass[3].class).toBe('seen 3')
    for (const dependent of [
      { ...method, transductive: true },
      { ...method, relative: true }
    ])
      await expect(rehearseMethod(input, dependent, {})).rejects.toMatchObject({ code: 'options.value' })
  })

  it('few unseen classes: more are hidden at a time, and compete in twos', async () => {
    const { input } = plantedInput(8, { seen: 30, unseen: 2, rowsPerClass: 5 })
    const found = await rehearse(input, { fit: settings, each: false })
    expect(found).toMatchObject({ trainings: 10, hidden: 3, status: 'complete' })
    expect(found.byClass).toHaveLength(30)
    expect(await rehearse(input, { fit: settings, each: false, groups: 3 })).toMatchObject({
      trainings: 3,
      hidden: 10,
      candidates: 2
    })
  })
})

describe('stopping and refusing', () => {
  const { input } = plantedInput(9, { seen: 12, unseen: 3 })

  it('sums up what is done when told to stop, and says so', async () => {
    const stop = new AbortController()
    const found = await rehearse(input, {
      fit: settings,
      each: false,
      signal: stop.signal,
      onProgress: progress => {
        if (progress.stage === 'rehearse' && progress.done >= 2) stop.abort()
      }
    })
    expect(found.status).toBe('cancelled')
    expect(found.trainings).toBe(2)
    expect(found.byClass).toHaveLength(6)
    const early = AbortSignal.abort()
    await expect(rehearse(input, { fit: settings, signal: early })).rejects.toMatchObject({
      code: 'cancelled'
    })
  })

  it('refuses what cannot be rehearsed', async () => {
    await expect(rehearse(input, { fit: settings, accept: 0 })).rejects.toMatchObject({
      code: 'options.value'
    })
    await expect(rehearse(input, { fit: settings, groups: 7 })).rejects.toMatchObject({
      code: 'options.value'
    })
    const { input: few } = plantedInput(9, { seen: 3, unseen: 2 })
    await expect(rehearse(few, { fit: settings })).rejects.toMatchObject({ code: 'search.empty' })
  })
})
