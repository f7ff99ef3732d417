import { withDescribed } from '../src/document/document.js'
import { type Action, perform } from '../src/page/action.js'
import { outcomeOf } from '../src/page/file-actions.js'
import { actions } from '../src/shell/actions.js'
import { find } from '../src/shell/find.js'
import { actionFor, shortcutOf, shownShortcut } from '../src/shell/shortcuts.js'
import { describe, expect, it } from 'vitest'
import { emptyStudio } from './helpers/studio.js'
import { zooStudio } from './helpers/zoo.js'

const key = (
  name: string,
  modifiers: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', boolean>> = {}
): Parameters<typeof shortcutOf>[0] => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...modifiers
})

describe('actions', () => {
  it('have names and shortcuts of their own', () => {
    const names = actions.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    const keys = actions
      .filter(({ shortcut }) => shortcut !== undefined)
      .map(({ shortcut, page }) => `${page ?? ''} ${shortcut ?? ''}`)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('show what goes wrong instead of throwing it', async () => {
    const studio = emptyStudio()
    const broken: Action = { name: 'x', label: 'X', perform: () => Promise.reject(new Error('broken')) }
    await perform(studio, broken, undefined)
    expect(studio.notices.store.getState().problem).toEqual({ what: 'broken' })
  })

  it('do nothing where they are not enabled', async () => {
    const studio = emptyStudio()
    await perform(
      studio,
      { name: 'x', label: 'X', enabled: () => false, perform: () => expect.fail() },
      undefined
    )
    expect(studio.notices.store.getState().problem).toBeUndefined()
  })
})

describe('keys', () => {
  it('are named alike on every machine', () => {
    expect([
      shortcutOf(key('K', { ctrlKey: true })),
      shortcutOf(key('k', { metaKey: true })),
      shortcutOf(key('Z', { metaKey: true, shiftKey: true })),
      shortcutOf(key('?', { shiftKey: true })),
      shortcutOf(key('Escape'))
    ]).toEqual(['mod+k', 'mod+k', 'shift+mod+z', '?', 'Escape'])
    expect([shownShortcut('mod+k', true), shownShortcut('shift+mod+z', false)]).toEqual(
      ['⌘ K', 'Ctrl Shift Z'].map((text, at) => (at === 0 ? text : 'Shift Ctrl Z'))
    )
  })

  it('lead to pages once something is open, and not while somebody types', async () => {
    expect(actionFor(emptyStudio(), key('2'), false)).toBeUndefined()
    const studio = await zooStudio()
    expect(actionFor(studio, key('2'), false)?.name).toBe('page.recognise')
    expect(actionFor(studio, key('2'), true)).toBeUndefined()
    expect(actionFor(studio, key('k', { ctrlKey: true }), true)?.name).toBe('shell.find')
  })
})

describe('the find box', () => {
  it('finds classes, actions and images by number', async () => {
    const studio = await zooStudio()
    expect(find(studio, 'zeb')[0]).toMatchObject({ label: 'zebra', kind: 'described class' })
    expect(find(studio, 'theme')[0].label).toBe('Dark theme')
    expect(find(studio, '42')[0]).toMatchObject({ label: 'Photo 42' })
    expect(find(studio, 'no such thing')).toEqual([])
    find(studio, 'zebra')[0].run()
    expect(studio.address.store.getState()).toMatchObject({ page: 'describe', params: { class: 'zebra' } })
  })

  it('understands who wants to teach a class', async () => {
    const studio = await zooStudio()
    studio.address.go('train')
    const [hit] = find(studio, 'teach an elk')
    expect(hit).toMatchObject({ label: 'Describe a class: elk', kind: 'new class' })
    hit.run()
    await expect.poll(() => studio.address.store.getState().params['class']).toBe('elk')
    expect(studio.address.store.getState().page).toBe('describe')
    expect(studio.history.store.getState().present.classes.map(({ name }) => name)).toContain('elk')
    expect(find(studio, 'describe zebra')[0].label).toBe('Describe zebra further')
    const { seen } = studio.session.store.getState().model!
    expect(find(studio, `teach ${seen[0]}`).filter(({ key }) => key === 'teach')).toEqual([])
  })
})

describe('the document and the engine', () => {
  it('stay in step, also through undo', async () => {
    const studio = await zooStudio()
    const mixture = (): readonly number[] | undefined =>
      studio.session.store.getState().classes.find(({ name }) => name === 'zebra')?.mixture
    const before = mixture()
    const { revision } = studio.session.store.getState()
    const zebra = studio.history.store.getState().present.classes.find(({ name }) => name === 'zebra')!
    studio.history.change('Change', document =>
      withDescribed(document, { ...zebra, values: zebra.values.map((value, at) => (at === 0 ? 0 : value)) })
    )
    await studio.sync.settled()
    expect(mixture()).not.toEqual(before)
    expect(studio.session.store.getState().revision).toBeGreaterThan(revision)
    studio.history.undo()
    await studio.sync.settled()
    expect(mixture()).toEqual(before)
  })

  it('a class that is described or removed comes and goes', async () => {
    const studio = await zooStudio()
    const names = (): string[] =>
      studio.session.store
        .getState()
        .classes.filter(({ seen }) => !seen)
        .map(({ name }) => name)
    const { values } = studio.session.store.getState().classes[0]
    studio.history.change('Add', document =>
      withDescribed(document, { name: 'elk', values, how: 'attributes', versions: [] })
    )
    await studio.sync.settled()
    expect(names()).toEqual(['zebra', 'elk'])
    studio.history.undo()
    await studio.sync.settled()
    expect(names()).toEqual(['zebra'])
  })
})

describe('what is dropped', () => {
  it.each([
    [[{ name: 'a.png', type: '' }], 'image'],
    [[{ type: 'image/jpeg' }], 'image'],
    [[{ name: 'zoo.unseen', type: '' }], 'model'],
    [[{ name: 'zoo.unseen-project.zip', type: 'application/zip' }], 'project'],
    [[{ name: 'zoo.zip', type: 'application/zip' }], 'data'],
    [
      [
        { name: 'a.csv', type: 'text/csv' },
        { name: 'b.png', type: 'image/png' }
      ],
      'data'
    ],
    [[], 'data']
  ] as const)('%j is taken for %s', (items, outcome) => {
    expect(outcomeOf(items)).toBe(outcome)
  })
})
