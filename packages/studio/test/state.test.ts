import { UnseenError } from '@unseen/core'
import { createSettings } from '../src/lib/settings.js'
import { createAddress, fromHash, pageNames, toHash } from '../src/page/address.js'
import { chooseColours, colourOf } from '../src/page/colours.js'
import { createJobs } from '../src/page/jobs.js'
import { createLayout } from '../src/page/layout.js'
import { createTheme } from '../src/page/theme.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

describe('the page', () => {
  it('is what its address says, whatever the parameters hold', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...pageNames),
        fc.dictionary(fc.string({ minLength: 1 }), fc.string()),
        (page, params) => {
          expect(fromHash(toHash({ page, params }))).toEqual({ page, params: { ...params } })
        }
      )
    )
  })

  it('starts at the start where the address says nothing it knows', () => {
    for (const hash of ['', '#', '#/', '#/nowhere', 'garbage?x']) expect(fromHash(hash).page).toBe('start')
  })

  it('keeps class and image from page to page, and drops what belongs to a page', () => {
    const store = createAddress(fromHash('#/describe?class=deer&versions=1,now'))
    store.go('recognise', { image: '7' })
    expect(store.store.getState()).toEqual({ page: 'recognise', params: { class: 'deer', image: '7' } })
    store.set({ image: undefined })
    expect(toHash(store.store.getState())).toBe('#/recognise?class=deer')
  })
})

describe('jobs', () => {
  it('tell how far they are and how long they will take', async () => {
    let clock = 0
    const jobs = createJobs(
      () => undefined,
      () => clock
    )
    const result = await jobs.run({ kind: 'train', label: 'Training' }, async (_id, report) => {
      clock = 10_000
      report({ done: 1, total: 4 })
      expect(jobs.store.getState().jobs[0]).toMatchObject({
        status: 'running',
        done: 1,
        total: 4,
        secondsLeft: 30
      })
      expect(jobs.running('train')).toHaveLength(1)
      return 'made'
    })
    expect(result).toBe('made')
    expect(jobs.store.getState().jobs[0].status).toBe('done')
  })

  it('stop when asked, at once, and keep what they return', async () => {
    const stopped: string[] = []
    const jobs = createJobs(id => stopped.push(id))
    const result = await jobs.run({ kind: 'map', label: 'Map' }, async id => {
      jobs.stop(id)
      expect(jobs.store.getState().jobs[0].status).toBe('stopped')
      return 'best so far'
    })
    expect(result).toBe('best so far')
    expect(stopped).toEqual(['map-1'])
    expect(jobs.store.getState().jobs[0].status).toBe('stopped')
  })

  it('end quietly where there was nothing to keep, and loudly where they fail', async () => {
    const jobs = createJobs(() => undefined)
    expect(
      await jobs.run({ kind: 'a', label: 'A' }, () =>
        Promise.reject(new UnseenError('cancelled', 'Stopped.'))
      )
    ).toBeUndefined()
    await expect(
      jobs.run({ kind: 'b', label: 'B' }, () => Promise.reject(new UnseenError('memory.limit', 'Too much.')))
    ).rejects.toThrow('Too much.')
    expect(jobs.store.getState().jobs.map(({ status, problem }) => [status, problem?.code])).toEqual([
      ['failed', 'memory.limit'],
      ['stopped', undefined]
    ])
  })
})

describe('colours', () => {
  const many = Array.from({ length: 14 }, (_, at) => `class ${at}`)

  it('go to the seen classes in file order', () => {
    const colours = chooseColours(['airplane', 'bird'], [])
    expect([colourOf(colours, 'airplane'), colourOf(colours, 'bird'), colourOf(colours, 'deer')]).toEqual([
      1,
      2,
      undefined
    ])
  })

  it('go to the ten that weigh most where there are more, and stay', () => {
    const weights = many.map((_, at) => at)
    const colours = chooseColours(many, [weights])
    expect(colours).toEqual(many.slice(4))
    expect(colourOf(colours, many[0])).toBeUndefined()
    expect(chooseColours(many, [[...weights].reverse()], colours)).toBe(colours)
  })

  it('are chosen anew for other classes', () => {
    expect(chooseColours(['a', 'b'], [], ['x', 'y'])).toEqual(['a', 'b'])
  })
})

describe('what a browser remembers', () => {
  const memory = (): Pick<Storage, 'getItem' | 'setItem'> & { readonly kept: Map<string, string> } => {
    const kept = new Map<string, string>()
    return {
      kept,
      getItem: name => kept.get(name) ?? null,
      setItem: (name, value) => void kept.set(name, value)
    }
  }

  it('is the theme that was chosen; the system counts only where nobody chose', () => {
    const storage = memory()
    const theme = createTheme(createSettings(storage), 'dark')
    theme.system('light')
    expect(theme.store.getState().shade).toBe('light')
    theme.toggle()
    theme.system('light')
    expect(theme.store.getState().shade).toBe('dark')
    expect(createTheme(createSettings(storage), 'light').store.getState().shade).toBe('dark')
  })

  it('are widths and folds', () => {
    const storage = memory()
    const layout = createLayout(createSettings(storage))
    layout.setWidth('describe', 400)
    layout.toggleFold('Body')
    expect(createLayout(createSettings(storage)).store.getState()).toEqual({
      widths: { describe: 400 },
      folded: ['Body']
    })
    layout.toggleFold('Body')
    expect(layout.store.getState().folded).toEqual([])
  })

  it('is nothing where storage is forbidden or broken, and all works on', () => {
    const forbidden = {
      getItem: () => {
        throw new Error('denied')
      },
      setItem: () => {
        throw new Error('denied')
      }
    }
    const settings = createSettings(forbidden)
    settings.write('theme', 'dark')
    expect(settings.read('theme')).toBe('dark')
    expect(
      createLayout(createSettings({ getItem: () => '{broken', setItem: () => undefined })).store.getState()
        .folded
    ).toEqual([])
  })
})
