// What a person does to a description, without a page: each action one step, answers in the order they were
// asked.
import {
  backTo,
  beginWith,
  endDrag,
  holdBefore,
  mixByHand,
  resetRow,
  saveVersion,
  setAttribute,
  swapSides,
  takeVector,
  withShare
} from '../src/describe/actions.js'
import type { Step } from '../src/describe/facts.js'
import { forgetClass, newClass, renameClass } from '../src/describe/class-actions.js'
import { followDescribing } from '../src/describe/describing.js'
import { baselineOf, sidesOf, valuesOf, versionText } from '../src/document/versions.js'
import { scaleOf } from '../src/lib/attribute-scale.js'
import { perform } from '../src/page/action.js'
import { describedNow } from '../src/page/described-now.js'
import { undo } from '../src/page/history-actions.js'
import type { Studio } from '../src/page/studio.js'
import { rehearseOnce } from '../src/rehearse/actions.js'
import { afterEach, describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { testStudio } from './helpers/studio.js'
import { zooStudio } from './helpers/zoo.js'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})
const now = (studio: Studio) => describedNow(studio)!
/** an attribute of the zoo */
const water = 2

describe('a description', () => {
  it('changes with a drag as one step, and back with one undo', async () => {
    const studio = await zooStudio()
    const before = now(studio).values
    for (const value of [0.31, 0.4, 0.62])
      await perform(studio, setAttribute, { index: water, value, drag: true })
    await perform(studio, endDrag, undefined)
    expect(now(studio).values[water]).toBe(0.62)
    expect(versionText(now(studio))).toBe('Draft of version 2, 1 change since version 1')
    expect(studio.history.store.getState().past.map(({ label }) => label)).toEqual(['Set water to 62'])
    await perform(studio, undo, undefined)
    expect(now(studio).values).toEqual(before)
  })

  it('is saved, reset by row, and taken back to a version', async () => {
    const studio = await zooStudio()
    expect(saveVersion.enabled?.(studio, undefined)).toBe(false)
    await perform(studio, setAttribute, { index: water, value: 0.9 })
    await perform(studio, saveVersion, undefined)
    expect(versionText(now(studio))).toBe('Version 2, 1 change since version 1')
    await perform(studio, setAttribute, { index: water, value: 0.1 })
    await perform(studio, resetRow, undefined)
    expect(now(studio).values[water]).toBe(0.9)
    const [first] = now(studio).versions
    await perform(studio, backTo, { side: '1', values: first.values, label: 'Back to version 1' })
    expect(now(studio).values).toEqual(first.values)
    expect(now(studio).versions).toHaveLength(2)
  })

  it('may be mixed by hand: signatures in the same shares', async () => {
    const studio = await zooStudio()
    const valuesOfClass = (name: string) =>
      studio.session.store.getState().classes.find(each => each.name === name)!.values
    await perform(studio, mixByHand, { shares: { horse: 0.75, tiger: 0.25 }, changed: 'horse' })
    now(studio).values.forEach((value, k) =>
      expect(value).toBeCloseTo(0.75 * valuesOfClass('horse')[k] + 0.25 * valuesOfClass('tiger')[k], 9)
    )
    expect(now(studio)).toMatchObject({ how: 'mixture', mixture: { horse: 0.75, tiger: 0.25 } })
    await perform(studio, setAttribute, { index: water, value: 0.5 })
    expect(now(studio).mixture).toBeUndefined()
    await perform(studio, beginWith, 'horse')
    expect(now(studio).values).toEqual(valuesOfClass('horse'))
  })

  it('refuses a vector that does not fit, and stays as it was', async () => {
    const studio = await zooStudio()
    const before = now(studio)
    await perform(studio, takeVector, '1, 2')
    expect(studio.notices.store.getState().problem).toMatchObject({ code: 'signatures.length' })
    expect(now(studio)).toBe(before)
  })
})

describe('described classes', () => {
  it('are made, renamed and forgotten, and every step is undone', async () => {
    const studio = await zooStudio()
    ends.push(followDescribing(studio))
    await perform(studio, newClass, { name: ' elk ', from: 'horse' })
    expect(now(studio)).toMatchObject({ name: 'elk', versions: [{ number: 1 }] })
    await perform(studio, renameClass, 'moose')
    expect(now(studio).name).toBe('moose')
    await perform(studio, undo, undefined)
    expect(now(studio).name).toBe('elk')
    await perform(studio, forgetClass, undefined)
    expect(studio.notices.store.getState().undone?.text).toBe('Class “elk” removed, with 1 version')
    expect(studio.history.store.getState().present.classes).toHaveLength(1)
    await perform(studio, undo, undefined)
    expect(studio.history.store.getState().present.classes.map(({ name }) => name)).toContain('elk')
    for (const [name, code] of [
      ['zebra', 'signatures.duplicate'],
      ['horse', 'classes.seen'],
      ['', 'signatures.name']
    ]) {
      await perform(studio, newClass, { name })
      expect(studio.notices.store.getState().problem?.code).toBe(code)
    }
  })

  it('may have nothing said of them yet', async () => {
    const studio = await zooStudio()
    await perform(studio, newClass, { name: 'okapi' })
    await studio.sync.settled()
    expect(studio.session.store.getState().classes.map(({ name }) => name)).not.toContain('okapi')
    await perform(studio, setAttribute, { index: water, value: 1 })
    await studio.sync.settled()
    expect(studio.session.store.getState().classes.map(({ name }) => name)).toContain('okapi')
    expect(studio.notices.store.getState().problem).toBeUndefined()
  })
})

/** Whoever calls it sees what the engine is told, and when it answers. */
function watchSteps(studio: Studio, answers: () => Promise<void> = () => Promise.resolve()): Step[] {
  const { step } = studio.engine.describe
  const steps: Step[] = []
  Object.assign(studio.engine.describe, {
    step: async (asked: Step) => {
      steps.push(asked)
      const answer = await step(asked)
      await answers()
      return answer
    }
  })
  return steps
}
const deerIn = ({ session }: Studio) => session.store.getState().classes.find(({ name }) => name === 'deer')!

describe('one step of a slider', () => {
  it('is one message, and all that is shown is of the same step', async () => {
    const studio = await testStudio()
    const page = studio.pages.describe
    ends.push(followDescribing(studio))
    await studio.sync.settled()
    const steps = watchSteps(studio)
    ends.push(
      page.subscribe(({ meaning, comparison }) => {
        expect(meaning?.mixture).toEqual(deerIn(studio).mixture)
        expect(comparison?.after.mixture).toEqual(deerIn(studio).mixture)
      })
    )
    const advice = page.getState().advice
    for (let at = 1; at <= 10; at++) {
      await perform(studio, setAttribute, { index: 6, value: at / 20, drag: true })
      await studio.sync.settled()
      expect(deerIn(studio).values[6]).toBe(at / 20)
      expect(page.getState().claims?.claimed).toBe(page.getState().comparison?.after.claimed)
    }
    expect(steps).toHaveLength(10)
    expect(steps.some(({ rests }) => rests)).toBe(false)
    expect(page.getState().advice).toBe(advice)
    // Let go, there is time for advice: one more, of the same values.
    await perform(studio, endDrag, undefined)
    await studio.sync.settled()
    expect(steps.map(({ rests }) => rests)).toEqual([...Array<boolean>(10).fill(false), true])
    expect(page.getState().advice).not.toBe(advice)
  })

  it('waits for the one under way, and of those in between only the newest is told', async () => {
    const studio = await testStudio()
    ends.push(followDescribing(studio))
    await studio.sync.settled()
    let letGo = (): void => undefined
    const gate = new Promise<void>(resolve => (letGo = resolve))
    const steps = watchSteps(studio, () => gate)
    const shown: number[] = []
    ends.push(studio.session.store.subscribe(() => shown.push(deerIn(studio).values[6])))
    const told = (): number[] =>
      steps.map(({ classes }) => classes.find(({ name }) => name === 'deer')!.values[6])
    await perform(studio, setAttribute, { index: 6, value: 0.1, drag: true })
    await Promise.resolve()
    for (const value of [0.2, 0.3, 0.4]) await perform(studio, setAttribute, { index: 6, value, drag: true })
    expect(told()).toEqual([0.1])
    letGo()
    await studio.sync.settled()
    expect(told()).toEqual([0.1, 0.4])
    expect([...new Set(shown)].filter(value => value !== 1)).toEqual([0.1, 0.4])
    expect(studio.pages.describe.getState().meaning?.mixture).toEqual(deerIn(studio).mixture)
  })

  it('drops what is told of a class that is no longer shown', async () => {
    const studio = await testStudio()
    const page = studio.pages.describe
    ends.push(followDescribing(studio))
    await studio.sync.settled()
    let letGo = (): void => undefined
    const gate = new Promise<void>(resolve => (letGo = resolve))
    watchSteps(studio, () => gate)
    await perform(studio, setAttribute, { index: 6, value: 0.1 })
    await Promise.resolve()
    studio.address.set({ class: 'automobile' })
    const shown = new Set<string | undefined>()
    ends.push(page.subscribe(({ claims, meaning }) => void shown.add(claims?.class).add(meaning?.class)))
    letGo()
    await studio.sync.settled()
    // The step itself counts, only what it says of the deer is no longer asked for.
    expect(deerIn(studio).values[6]).toBe(0.1)
    expect([...shown].filter(name => name !== undefined)).toEqual(['automobile'])
  })

  it('shows the version before while B is held, and the draft again after it', async () => {
    const studio = await testStudio()
    const page = studio.pages.describe
    ends.push(followDescribing(studio))
    await studio.sync.settled()
    const first = page.getState().claims
    await perform(studio, setAttribute, { index: 6, value: 0 })
    await studio.sync.settled()
    const second = page.getState().claims
    expect(second?.claimed).not.toBe(first?.claimed)
    await perform(studio, holdBefore, undefined)
    await studio.sync.settled()
    expect(page.getState().claims?.claimed).toBe(first?.claimed)
    expect(page.getState().claims?.surest.map(({ row }) => row)).toEqual(first?.surest.map(({ row }) => row))
    // What the draft means is as it was: the mixture before comes from `before`.
    expect(page.getState().meaning?.mixture).toEqual(deerIn(studio).mixture)
    page.setState({ holding: false })
    await studio.sync.settled()
    expect(page.getState().claims).toEqual(second)
  })

  it('asks nothing of a class for a page that is left', async () => {
    const studio = await testStudio()
    const end = followDescribing(studio)
    await studio.sync.settled()
    end()
    const steps = watchSteps(studio)
    await perform(studio, setAttribute, { index: 6, value: 0.5 })
    await studio.sync.settled()
    expect(steps).toMatchObject([{ rests: false, focus: undefined }])
    expect(deerIn(studio).values[6]).toBe(0.5)
  })
})

describe('while the page is there', () => {
  it('claims, meaning and advice follow the draft, and another class', async () => {
    const studio = await testStudio()
    ends.push(followDescribing(studio))
    const page = studio.pages.describe
    const until = (done: () => boolean): Promise<void> => expect.poll(done, { interval: 5 }).toBe(true)
    await until(() => page.getState().advice !== undefined && page.getState().comparison !== undefined)
    expect(page.getState()).toMatchObject({
      claims: { class: 'deer' },
      meaning: { class: 'deer' },
      before: { class: 'deer' },
      comparison: { joined: { count: 0 } }
    })
    await perform(studio, setAttribute, { index: 6, value: 0 })
    await until(
      () =>
        page.getState().meaning?.mixture.join() ===
          studio.session.store
            .getState()
            .classes.find(({ name }) => name === 'deer')
            ?.mixture.join() &&
        page.getState().meaning?.mixture.join() !== page.getState().before?.mixture.join()
    )
    studio.address.set({ class: 'automobile' })
    expect(page.getState().claims).toBeUndefined()
    await until(() => page.getState().claims?.class === 'automobile')
  })

  it('rehearses a model once, and what fails stays with the job', async () => {
    const studio = await testStudio()
    await perform(studio, rehearseOnce, undefined)
    expect(studio.session.store.getState().rehearsal?.found.status).toBe('complete')
    expect(rehearseOnce.enabled?.(studio, undefined)).toBe(false)
    expect(studio.jobs.store.getState().jobs[0]).toMatchObject({ kind: 'rehearse', status: 'done' })
  })

  it('swaps the sides of the comparison', async () => {
    const studio = await zooStudio()
    await perform(studio, swapSides, undefined)
    expect(studio.address.store.getState().params['versions']).toBe('now,1')
    const { classes } = studio.session.store.getState()
    expect(sidesOf(now(studio), undefined)).toEqual(['1', 'now'])
    expect(valuesOf('as horse', now(studio), classes)).toEqual(
      classes.find(({ name }) => name === 'horse')?.values
    )
    expect(valuesOf('7', now(studio), classes)).toBeUndefined()
    expect(baselineOf(now(studio))?.number).toBe(1)
  })
})

describe('numbers of sliders', () => {
  it('show parts of 1 as hundredths and other units as they are', () => {
    expect(scaleOf({ minimum: 0, maximum: 1 })).toMatchObject({ step: 0.01 })
    expect(scaleOf({ minimum: 0, maximum: 1 }).shown(0.62)).toBe('62')
    expect(scaleOf({ minimum: 0, maximum: 100 })).toMatchObject({ step: 1 })
    expect(scaleOf({ minimum: -4, maximum: 4 }).shown(-1.5)).toBe('−1.5')
    expect(scaleOf({ minimum: 0, maximum: 1 }, 3).maximum).toBe(3)
  })

  it('always sum to one when mixed', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 6 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (shares, share) => {
          const next = withShare(Object.fromEntries(shares.map((each, at) => [`c${at}`, each])), 'c0', share)
          expect(Object.values(next).reduce((sum, each) => sum + each, 0)).toBeCloseTo(1, 9)
          expect(next['c0']).toBe(share)
        }
      )
    )
  })
})
