// What a newcomer sees: the sample at its defaults, all ten classes competing, answers by the verdict.
import { perform } from '../src/page/action.js'
import { rehearseAgain } from '../src/rehearse/actions.js'
import { describe, expect, it } from 'vitest'
import { testStudio } from './helpers/studio.js'

describe('at its defaults', () => {
  it('names at least half of the images of each described class, and calls at most 2 % unlike anything known', async () => {
    const studio = await testStudio()
    await perform(studio, rehearseAgain, undefined)
    await studio.sync.settled()
    const { data } = studio.session.store.getState()
    const told = await studio.engine.recognise.strip([...data!.test], {
      among: 'all',
      bias: undefined,
      margin: undefined
    })
    const named = (name: string): number => {
      const own = told.filter(({ row }) => data!.classes[data!.labels[row]] === name)
      return own.filter(each => !each.none && each.class === name).length / own.length
    }
    console.log(`deer ${named('deer')}, automobile ${named('automobile')}`)
    expect(named('deer')).toBeGreaterThanOrEqual(0.5)
    expect(named('automobile')).toBeGreaterThanOrEqual(0.5)
    const unlike = told.filter(({ none }) => none)
    expect(unlike.length / told.length).toBeLessThanOrEqual(0.02)
    // Only what is unlike every class goes without a name: two classes that are alike are both named.
    expect(unlike.every(({ kind }) => kind === 'unlike')).toBe(true)
    for (const { words } of told) expect(words).toMatch(/in 100|^(?:Hard|An? |Almost|Probably|Unlike)/)
  })
})
