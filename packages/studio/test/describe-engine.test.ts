// What the engine tells of a description, against the same numbers from core's doors.
import { accuracy, rehearseModel } from '@unseen/core'
import { libraryQuery, rankRows } from '@unseen/core/internal'
import { describe, expect, it } from 'vitest'
import { coreSample } from './helpers/sample.js'
import { testStudio } from './helpers/studio.js'

const core = coreSample()
/** For questions, which change nothing. */
const asked = testStudio()
const question = { class: 'deer', surest: 20, border: 5 } as const

describe('claims', () => {
  it('are what core recognises, with the same scores to the bit', async () => {
    const [{ engine }, { model, taken }] = await Promise.all([asked, core])
    const claims = await engine.describe.claims({ ...question, among: 'unseen' })
    const answers = model.recognise(taken.test.features).map(([best]) => best.class)
    const own = taken.test.labels.flatMap((label, at) => (label === 'deer' ? [at] : []))
    expect(claims).toMatchObject({
      class: 'deer',
      among: 'unseen',
      candidates: 2,
      rows: 200,
      claimed: answers.filter(name => name === 'deer').length,
      labelled: own.length,
      right: own.filter(at => answers[at] === 'deer').length
    })
    const { classes, scores } = model.scores(taken.test.features)
    const [deer, other] = [classes.indexOf('deer'), classes.indexOf('automobile')]
    for (const { row, score, margin, gained } of [...claims.surest, ...claims.above, ...claims.below]) {
      const at = taken.test.rows.indexOf(row)
      expect(score).toBe(scores[2 * at + deer])
      expect(margin).toBe(scores[2 * at + deer] - scores[2 * at + other])
      expect(gained).toBe(0)
    }
    const margins = claims.surest.map(({ margin }) => margin)
    expect(margins).toEqual([...margins].sort((a, b) => b - a))
    expect(claims.surest).toHaveLength(20)
    expect(claims.above.every(({ margin }) => margin > 0)).toBe(true)
    expect(claims.below.every(({ margin }) => margin < 0)).toBe(true)
  })

  it('rank images as a search of a library does: by margin over the other classes, to the bit', async () => {
    const [{ engine }, { model, taken }] = await Promise.all([asked, core])
    const claims = await engine.describe.claims({ ...question, among: 'unseen' })
    const ranked = rankRows(
      Float32Array.from(model.proportions(taken.test.features)),
      libraryQuery(model, 'deer'),
      20
    )
    expect(claims.surest.map(({ row, margin }) => [row, margin])).toEqual(
      ranked.map(({ row, score }) => [taken.test.rows[row], score])
    )
  })

  it('among all classes take the bias of the rehearsal', async () => {
    const [{ engine }, { model, taken, dataset }] = await Promise.all([testStudio(), core])
    const facts = await engine.rehearsal.run('job')
    const rehearsed = await rehearseModel(model, taken.train)
    expect(facts).toEqual({
      found: rehearsed.rehearsal,
      bias: rehearsed.model.notes.bias,
      threshold: rehearsed.model.notes.threshold
    })
    const claims = await engine.describe.claims({ ...question, among: 'all' })
    const answers = [taken.test, taken.testSeen].flatMap(rows =>
      rows === undefined
        ? []
        : rehearsed.model.recognise(rows.features, { among: 'all' }).map(([best]) => best.class)
    )
    expect(claims).toMatchObject({
      among: 'all',
      candidates: dataset.classes.length,
      rows: 1000,
      claimed: answers.filter(name => name === 'deer').length
    })
  })

  it('say what an image gained, and where the label disagrees', async () => {
    const [{ engine }, { model, taken }] = await Promise.all([asked, core])
    const before = [...model.find('deer').signature].map((value, k) => (k === 6 ? 0 : value))
    const claims = await engine.describe.claims({ ...question, among: 'unseen', before })
    expect(claims.surest.some(({ gained }) => gained !== 0)).toBe(true)
    for (const { row, disagrees } of claims.above)
      expect(disagrees).toBe(taken.test.labels[taken.test.rows.indexOf(row)] !== 'deer')
    for (const { row, disagrees } of claims.below)
      expect(disagrees).toBe(taken.test.labels[taken.test.rows.indexOf(row)] === 'deer')
  })
})

describe('meaning', () => {
  it('is what core says of the class', async () => {
    const [{ engine }, { model }] = await Promise.all([asked, core])
    const meaning = await engine.describe.meaning('deer')
    expect(meaning.mixture).toEqual([...model.find('deer').mixture])
    expect(meaning.expressed).toBe(model.expressed('deer').expressed)
    const [near] = model.lookAlikes('deer')
    expect(meaning.nearest).toMatchObject({ class: near.class, lookAlike: true })
    expect(meaning.nearest?.alike).toBeCloseTo(near.cosine, 12)
    const attribute = (name: string): number => model.notes.attributes?.indexOf(name) ?? -1
    expect(meaning.residual.slice(0, 2)).toMatchObject([
      { index: attribute('mane'), more: false, unknown: false },
      { index: attribute('antlers'), more: true, unknown: true }
    ])
  })

  it('gives advice that was tried', async () => {
    const [{ engine }, { model }] = await Promise.all([asked, core])
    const { part, express } = await engine.describe.advice('deer')
    const changed = (index: number, to: number): number[] =>
      [...model.find('deer').signature].map((value, k) => (k === index ? to : value))
    const [near] = model.lookAlikes('deer')
    const parted = model.describe('deer', changed(part?.index ?? -1, part?.to ?? 0))
    expect(part?.reached).toBeCloseTo(
      parted.lookAlikes('deer', { within: 10 }).find(each => each.class === near.class)?.cosine ?? 0,
      12
    )
    expect(part?.reached).toBeLessThan(near.cosine)
    for (const { index, to, reached } of express)
      expect(reached).toBe(model.expressed(changed(index, to)).expressed)
    expect(express[0].reached).toBeGreaterThan(model.expressed('deer').expressed)
  })
})

describe('compare', () => {
  it('counts what joined and left', async () => {
    const [{ engine }, { model, taken }] = await Promise.all([asked, core])
    const after = [...model.find('deer').signature]
    const before = after.map((value, k) => (k === 6 || k === 28 ? 0 : value))
    const found = await engine.describe.compare({
      class: 'deer',
      before,
      after,
      among: 'unseen',
      other: 'horse',
      images: 3
    })
    const claimed = (values: readonly number[]): string[] =>
      model
        .describe('deer', values)
        .recognise(taken.test.features)
        .map(([best]) => best.class)
    const [first, second] = [claimed(before), claimed(after)]
    expect(found.before.claimed).toBe(first.filter(name => name === 'deer').length)
    expect(found.after.claimed).toBe(second.filter(name => name === 'deer').length)
    expect(found.joined.count).toBe(
      second.filter((name, at) => name === 'deer' && first[at] !== 'deer').length
    )
    expect(found.left.count).toBe(first.filter((name, at) => name === 'deer' && second[at] !== 'deer').length)
    expect(found.joined.rows.length).toBe(Math.min(3, found.joined.count))
    expect(found.after.right / found.labelled).toBe(
      accuracy(taken.test.labels, second).byClass.find(each => each.class === 'deer')?.accuracy
    )
  })
})

describe('ways to write a description', () => {
  it('reads pasted numbers, and says what is wrong with others', async () => {
    const { engine } = await asked
    const numbers = Array.from({ length: 30 }, (_, k) => k / 10)
    expect(await engine.describe.vector(`[${numbers.join(', ')}]\n`)).toEqual(numbers)
    await expect(engine.describe.vector('1 2 3')).rejects.toMatchObject({
      code: 'signatures.length',
      where: { expected: 30, got: 3 }
    })
    await expect(engine.describe.vector(`${numbers.slice(1).join(' ')} x`)).rejects.toMatchObject({
      code: 'signatures.not-finite',
      where: { entry: 30 }
    })
    await expect(engine.describe.vector(numbers.map(() => 0).join(';'))).rejects.toMatchObject({
      code: 'signatures.zero'
    })
  })

  it('has no sentences where the table was not made of any', async () => {
    const { engine } = await asked
    expect(await engine.describe.sentences()).toEqual([])
  })

  it('refuses names that a described class cannot have', async () => {
    const { engine } = await asked
    await expect(engine.describe.checkName('horse')).rejects.toMatchObject({ code: 'classes.seen' })
    await expect(engine.describe.checkName(' ')).rejects.toMatchObject({ code: 'signatures.name' })
    await expect(engine.describe.checkName('zebra')).resolves.toBeUndefined()
  })
})
