// Photos of a described class, with Gaussian weights: they move it, are undone as any step, and come back.
import { describe, expect, it } from 'vitest'
import { findDescribed, withAnswers, withDescribed } from '../src/document/document.js'
import { perform } from '../src/page/action.js'
import type { Studio } from '../src/page/studio.js'
import { undo } from '../src/page/history-actions.js'
import { learnForPhotos } from '../src/photos/actions.js'
import { testStudio } from './helpers/studio.js'

async function gaussian(): Promise<Studio> {
  const studio = await testStudio()
  expect(studio.session.store.getState().model?.worth).toBeUndefined()
  await perform(studio, learnForPhotos, undefined)
  expect(studio.session.store.getState().model?.worth).toBeGreaterThan(0)
  return studio
}

const claimed = async ({ engine, history }: Studio): Promise<number> => {
  const stepped = await engine.describe.step({
    classes: history.store.getState().present.classes.map(({ name, values, answers = [] }) => ({
      name,
      values,
      shown: answers.filter(({ yes }) => yes)
    })),
    rests: false,
    focus: { class: 'deer', among: 'unseen', images: { surest: 20, border: 5, changed: 3 } }
  })
  return stepped!.claims!.claimed
}

describe('photos of a described class', () => {
  it('are found by the model that counts them as by core, and move the class', async () => {
    const studio = await gaussian()
    const before = await claimed(studio)
    // With its constants: the rows that core names deer among the described ones.
    const strip = await studio.engine.recognise.strip(
      [...studio.session.store.getState().data!.test].filter(row => {
        const { labels, trained } = studio.session.store.getState().data!
        return trained[labels[row]] === 0
      }),
      { among: 'unseen' }
    )
    expect(before).toBe(strip.filter(each => each.class === 'deer').length)
    const cars = strip.filter(each => each.class !== 'deer').slice(0, 20)
    studio.history.change('Show photos', document =>
      withDescribed(
        document,
        withAnswers(
          findDescribed(document, 'deer')!,
          cars.map(({ row }) => ({ photo: row, name: `photo ${row + 1}`, yes: true }))
        )
      )
    )
    await studio.sync.settled()
    const after = await claimed(studio)
    expect(after).not.toBe(before)
    const now = await studio.engine.recognise.strip(
      strip.map(({ row }) => row),
      { among: 'unseen' }
    )
    expect(after).toBe(now.filter(each => each.class === 'deer').length)
    await perform(studio, undo, undefined)
    await studio.sync.settled()
    expect(await claimed(studio)).toBe(before)
  })
})
