// What the engine tells of a description, against the same numbers from core's doors.
import { Model, accuracy, rehearseModel } from '@unseen/core'
import { libraryQuery, rankRows } from '@unseen/core/internal'
import { describe, expect, it, vi } from 'vitest'
import { findDescribed, withDescribed } from '../src/document/document.js'
import type { Focus, Stepped } from '../src/describe/facts.js'
import type { Studio } from '../src/page/studio.js'
import { coreSample } from './helpers/sample.js'
import { testStudio } from './helpers/studio.js'

const core = coreSample()
/** For questions, which change nothing. */
const asked = testStudio()
/** What is told of the deer, its description as the model has it unless a part of the question says otherwise. */
async function told(
  { engine, session }: Studio,
  focus: Partial<Focus> = {},
  rests = false
): Promise<Stepped> {
  const classes = session.store.getState().classes.filter(({ seen }) => !seen)
  const stepped = await engine.describe.step({
    classes: classes.map(({ name, values }) => ({ name, values })),
    rests,
    focus: {
      class: 'deer',
      among: 'unseen',
      images: { surest: 20, border: 5, changed: 3 },
      ...focus
    }
  })
  if (stepped?.problem !== undefined) throw new Error(stepped.problem.what)
  return stepped!
}
const claimsOf = async (studio: Studio, focus: Partial<Focus> = {}) => (await told(studio, focus)).claims!

describe('claims', () => {
  it('say whose images a new class takes; a label that the data cannot have is no disagreement', async () => {
    const [, { model, taken }] = await Promise.all([asked, core])
    const studio = await testStudio()
    const { history } = studio
    history.change('Describe elk', document =>
      withDescribed(document, {
        ...document.classes.find(({ name }) => name === 'deer')!,
        name: 'elk',
        versions: []
      })
    )
    await studio.sync.settled()
    const claims = await claimsOf(studio, { class: 'elk' })
    // Equal descriptions: the one that was there first keeps them, so that elk has to be a little different.
    expect(claims).toMatchObject({ claimed: 0, taken: [] })
    history.change('Set one', document =>
      withDescribed(document, {
        ...document.classes.find(({ name }) => name === 'elk')!,
        values: [...model.find('deer').signature].map((value, at) => (at === 0 ? value + 0.05 : value))
      })
    )
    await studio.sync.settled()
    const now = await claimsOf(studio, { class: 'elk' })
    const elk = studio.session.store.getState().classes.find(({ name }) => name === 'elk')!
    const known = model.describe('elk', elk.values)
    const before = model.recognise(taken.test.features).map(([best]) => best.class)
    const after = known.recognise(taken.test.features).map(([best]) => best.class)
    const gone = (name: string): number =>
      after.filter((answer, at) => answer === 'elk' && before[at] === name).length
    expect(now.claimed).toBeGreaterThan(0)
    expect(now.taken).toEqual(
      ['automobile', 'deer']
        .map(name => ({
          class: name,
          count: gone(name),
          of: before.filter(answer => answer === name).length
        }))
        .filter(({ count }) => count > 0)
        .sort((a, b) => b.count - a.count)
    )
    for (const { disagrees } of [...now.surest, ...now.above, ...now.below]) expect(disagrees).toBe(false)
  })

  it('are what core recognises, with the same scores to the bit', async () => {
    const [studio, { model, taken }] = await Promise.all([asked, core])
    const claims = await claimsOf(studio)
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
    const [studio, { model, taken }] = await Promise.all([asked, core])
    const claims = await claimsOf(studio)
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
    const [studio, { model, taken, dataset }] = await Promise.all([testStudio(), core])
    // What was ranked before the rehearsal no longer holds after it.
    const before = await claimsOf(studio, { among: 'all' })
    const facts = await studio.engine.rehearsal.run('job')
    const rehearsed = await rehearseModel(model, taken.train)
    expect(facts).toEqual({
      found: rehearsed.rehearsal,
      bias: rehearsed.model.notes.bias,
      threshold: rehearsed.model.notes.threshold
    })
    const claims = await claimsOf(studio, { among: 'all' })
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
    expect(claims.claimed).not.toBe(before.claimed)
  })

  it('say what an image gained, and where the label disagrees', async () => {
    const [studio, { model, taken }] = await Promise.all([asked, core])
    const before = [...model.find('deer').signature].map((value, k) => (k === 6 ? 0 : value))
    const claims = await claimsOf(studio, { before })
    expect(claims.surest.some(({ gained }) => gained !== 0)).toBe(true)
    for (const { row, disagrees } of claims.above)
      expect(disagrees).toBe(taken.test.labels[taken.test.rows.indexOf(row)] !== 'deer')
    for (const { row, disagrees } of claims.below)
      expect(disagrees).toBe(taken.test.labels[taken.test.rows.indexOf(row)] === 'deer')
  })
})

describe('meaning', () => {
  it('is what core says of the class', async () => {
    const [studio, { model }] = await Promise.all([asked, core])
    const meaning = (await told(studio)).meaning!
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
    const [studio, { model }] = await Promise.all([asked, core])
    expect((await told(studio)).advice).toBeUndefined()
    const { part, express } = (await told(studio, {}, true)).advice!
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

describe('two versions', () => {
  it('are compared by what joined and left', async () => {
    const [studio, { model, taken }] = await Promise.all([asked, core])
    const after = [...model.find('deer').signature]
    const before = after.map((value, k) => (k === 6 || k === 28 ? 0 : value))
    const found = (await told(studio, { sides: [before, after] })).comparison!
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

describe('a step', () => {
  it('says of the description before what it says of it as the present one', async () => {
    const studio = await testStudio()
    const values = studio.session.store.getState().classes.find(({ name }) => name === 'deer')!.values
    const before = values.map((value, k) => (k === 6 ? 0 : value))
    const held = await told(studio, { before, shown: before, sides: [before, values] })
    studio.history.change('Set', document =>
      withDescribed(document, { ...findDescribed(document, 'deer')!, values: before })
    )
    await studio.sync.settled()
    const then = await told(studio)
    expect(held.before).toEqual(then.meaning)
    expect(held.claims).toEqual(then.claims)
    expect(held.comparison?.before.claimed).toBe(then.claims?.claimed)
  })

  it('ranks the images once, and not again for values that were ranked before', async () => {
    const studio = await testStudio()
    const deer = studio.session.store.getState().classes.find(({ name }) => name === 'deer')!
    const others = studio.session.store
      .getState()
      .classes.filter(({ seen, name }) => !seen && name !== 'deer')
    const ranks = vi.spyOn(Model.prototype, 'comparedMixture')
    const step = async (value: number, among: Focus['among'] = 'unseen') => {
      ranks.mockClear()
      const values = deer.values.map((each, k) => (k === 6 ? value : each))
      await studio.engine.describe.step({
        classes: [...others, { name: 'deer', values }],
        rests: false,
        focus: {
          class: 'deer',
          among,
          before: deer.values,
          sides: [deer.values, values],
          images: { surest: 20, border: 5, changed: 3 }
        }
      })
      return ranks.mock.calls.map(([name]) => name)
    }
    // The rivals, the draft and the version before; then only what is new.
    expect((await step(0.1)).sort()).toEqual(['automobile', 'deer', 'deer'])
    expect(await step(0.2)).toEqual(['deer'])
    expect(await step(0.3)).toEqual(['deer'])
    expect(await step(0.2)).toEqual([])
    expect(await step(0.2, 'all')).toContain('horse')
    ranks.mockRestore()
  })

  it('keeps nothing that another class has changed', async () => {
    const [studio, { model, taken }] = await Promise.all([testStudio(), core])
    const { claims: first } = await told(studio)
    const automobile = [...model.find('deer').signature].map((value, k) => (k === 6 ? 0 : value))
    studio.history.change('Set', document =>
      withDescribed(document, { ...findDescribed(document, 'automobile')!, values: automobile })
    )
    await studio.sync.settled()
    const { claims: second } = await told(studio)
    const answers = model.describe('automobile', automobile).recognise(taken.test.features)
    expect(second?.claimed).toBe(answers.filter(([best]) => best.class === 'deer').length)
    expect(second?.claimed).not.toBe(first?.claimed)
  })

  it('takes the classes even where it cannot tell of the one in focus', async () => {
    const studio = await testStudio()
    const [deer] = studio.history.store.getState().present.classes
    const stepped = await studio.engine.describe.step({
      classes: [{ name: 'moose', values: deer.values }],
      rests: true,
      focus: { class: 'moose', among: 'all', before: [1, 2], images: { surest: 1, border: 1, changed: 1 } }
    })
    expect(stepped?.problem).toMatchObject({ code: 'signatures.length' })
    expect(stepped?.changed.map(({ name }) => name)).toEqual(['moose'])
    expect(stepped?.names).not.toContain('deer')
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
