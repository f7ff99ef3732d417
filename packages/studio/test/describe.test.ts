// What a person does to a description, without a page: each action one step, answers in the order they were
// asked.
import {
  backTo,
  beginWith,
  endDrag,
  mixByHand,
  resetRow,
  saveVersion,
  setAttribute,
  swapSides,
  takeVector
} from '../src/describe/actions.js'
import { forgetClass, newClass, renameClass } from '../src/describe/class-actions.js'
import { followDescribing } from '../src/describe/describing.js'
import { baselineOf, sidesOf, valuesOf, versionText } from '../src/document/versions.js'
import { scaleOf } from '../src/lib/attribute-scale.js'
import { withShare } from '../src/lib/shares.js'
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
    studio.places.set({ class: 'automobile' })
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
    expect(studio.places.store.getState().params['versions']).toBe('now,1')
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
