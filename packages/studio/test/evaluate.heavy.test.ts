// Evaluate: what the engine says of the sample is what core says, at every bias; bias and margin are steps of
// the document.
import { type GeneralisedData, Matrix, type Model, generalisedData, seenUnseenCurve } from '@unseen/core'
import { type Competition, compete, generalisedAt } from '@unseen/core/internal'
import {
  biasOfRehearsal,
  compareThese,
  endDrag,
  setBias,
  setMargin,
  showCell
} from '../src/evaluate/actions.js'
import { createBench, scoreBench } from '../src/evaluate/engine/bench.js'
import type { EvaluationFacts } from '../src/evaluate/facts.js'
import { comparisonOf } from '../src/evaluate/kept-comparison.js'
import { perform } from '../src/page/action.js'
import { undo } from '../src/page/history-actions.js'
import type { Studio } from '../src/page/studio.js'
import { createSession } from '../src/worker/session.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { coreSample } from './helpers/sample.js'
import { testStudio } from './helpers/studio.js'

describe('Evaluate', () => {
  let studio: Studio
  let measured: EvaluationFacts
  let data: GeneralisedData
  let model: Model
  let expected: Competition
  beforeAll(async () => {
    studio = await testStudio()
    measured = await studio.engine.evaluate.measure('evaluate-1')
    studio.pages.evaluate.setState({ measured })
    const core = await coreSample()
    data = generalisedData(core.taken)
    // The split keeps seen images apart itself, so that the model in use is the one that is judged.
    expect(data.train.rows).toEqual(core.taken.train.rows)
    model = core.model.annotate({ bias: 0 })
    const names = model.classes.map(({ name }) => name)
    const features = Matrix.stack([data.testSeen.features, data.test.features], data.test.features.columns)
    expected = compete({
      scores: model.scores(features, { among: 'all' }).scores,
      labels: [...data.testSeen.labels, ...data.test.labels].map(name => names.indexOf(name)),
      seen: model.classes.map(({ seen }) => seen)
    })
  })

  it('measures on images that the judged model never saw', () => {
    const { rows, keptBy, trainedOn } = measured
    expect({ rows, keptBy, trainedOn }).toEqual({
      rows: { seen: data.testSeen.labels.length, unseen: data.test.labels.length },
      keptBy: data.keptBy,
      trainedOn: data.train.labels.length
    })
  })

  it('has the exact curve of core, its area and the best in hindsight', () => {
    const { area, best, perClass } = seenUnseenCurve(expected)
    expect(measured.area).toBe(area)
    expect(measured.best).toEqual(best)
    expect(measured.none).toEqual(generalisedAt(expected, 0).perClass)
    expect(measured.curve[0]).toMatchObject({ seen: perClass.seen[0], unseen: perClass.unseen[0] })
    for (const { bias, seen, unseen } of measured.curve.filter((_, k) => k % 40 === 0))
      expect(generalisedAt(expected, bias).perClass).toMatchObject({
        seen: expect.closeTo(seen, 9) as number,
        unseen: expect.closeTo(unseen, 9) as number
      })
  })

  it('says at a bias what core says there, and refuses as the model does', async () => {
    const bias = measured.best.bias
    const margin = 0.02
    const at = await studio.engine.evaluate.at({ bias, margin })
    expect(at).toMatchObject({ bias, ...generalisedAt(expected, bias).perClass })
    expect(at.counts.reduce((sum, each) => sum + each, 0)).toBe(expected.labels.length)
    for (const { low, accuracy, high } of at.byClass) expect(low <= accuracy && accuracy <= high).toBe(true)
    const decisions = model
      .annotate({ bias })
      .decide(Matrix.stack([data.testSeen.features, data.test.features], data.test.features.columns), {
        among: 'all',
        reject: margin
      })
    expect(at.coverage.at.coverage).toBeCloseTo(
      decisions.filter(({ none }) => !none).length / decisions.length,
      3
    )
  })

  it('shows the images of a cell', async () => {
    const at = await studio.engine.evaluate.at({})
    studio.pages.evaluate.setState({ at })
    const names = measured.classes.map(({ name }) => name)
    await perform(studio, showCell, { label: 'truck', answer: 'automobile' })
    const rows = studio.pages.evaluate.getState().cell?.rows ?? new Uint32Array()
    expect(rows.length).toBe(at.counts[names.indexOf('truck') * names.length + names.indexOf('automobile')])
    const facts = studio.session.store.getState().data
    expect(Array.from(rows, row => facts?.classes[facts.labels[row]])).toEqual(
      Array.from(rows, () => 'truck')
    )
  })

  it('takes bias and margin into the document: a drag is one step, undone as a whole', async () => {
    await perform(studio, setBias, { bias: -0.1, drag: true })
    await perform(studio, setBias, { bias: -0.2, drag: true })
    await perform(studio, endDrag, undefined)
    await perform(studio, setMargin, { margin: 0.05 })
    expect(studio.history.store.getState().present).toMatchObject({ bias: -0.2, margin: 0.05 })
    await perform(studio, undo, undefined)
    expect(studio.history.store.getState().present.margin).toBeUndefined()
    await perform(studio, biasOfRehearsal, undefined)
    expect('bias' in studio.history.store.getState().present).toBe(false)
  })

  it('compares methods in groups, and keeps those that were compared before', async () => {
    await perform(studio, compareThese, 'chance')
    await perform(studio, compareThese, 'means')
    const comparison = comparisonOf(studio.project.getState().runs, 'attributes')
    expect(comparison?.methods.map(({ name }) => name)).toEqual(['chance', 'means'])
    expect(comparison?.methods[1].harmonic).toBeGreaterThan(comparison?.methods[0].harmonic ?? 1)
  })

  it('keeps a fifth of the seen images apart where the split keeps none, and judges a model trained on the rest', async () => {
    const {
      dataset,
      taken: { testSeen: own, ...taken },
      model: inUse
    } = await coreSample()
    expect(own).toBeDefined()
    const bench = await createBench(
      { ...createSession(fetch), data: { dataset, files: undefined, taken }, model: inUse },
      {}
    )
    const { train, testSeen } = bench.data
    expect(bench.data.keptBy).toBe('seed')
    expect(testSeen.rows.length).toBe(Math.round(0.2 * taken.train.rows.length))
    expect(bench.trained.notes.training.rows).toBe(train.rows.length)
    expect(new Set([...train.rows, ...testSeen.rows]).size).toBe(taken.train.rows.length)
    // A class that is forgotten takes its images out of the test.
    const scored = scoreBench(bench, inUse.forget('deer'))
    expect(scored.classes).not.toContain('deer')
    expect(scored.rows.length).toBe(
      testSeen.rows.length + taken.test.labels.filter(label => label !== 'deer').length
    )
  })

  it('knows how sure it is once it was tested, from the same images', async () => {
    const own = await testStudio()
    expect((await own.engine.evaluate.measure('evaluate-sure')).sure).toBeUndefined()
    await own.engine.rehearsal.run('rehearse-sure')
    const { sure, rows } = await own.engine.evaluate.measure('evaluate-sure-again')
    expect(sure?.rows).toBe(rows.seen + rows.unseen)
    const sum = (list: readonly { readonly rows: number }[] = []): number =>
      list.reduce((all, each) => all + each.rows, 0)
    expect(sum(sure?.bins)).toBe(sure?.rows)
    expect(sum(sure?.words) + (sure?.unlike ?? 0)).toBe(sure?.rows)
    for (const { low, right, high } of sure?.bins ?? []) {
      expect(low).toBeLessThanOrEqual(right)
      expect(right).toBeLessThanOrEqual(high)
    }
  })
})
