// Nothing is lost on a reload, and two pages do not overwrite each other unseen.
import { withDescribed } from '../src/document/document.js'
import { perform } from '../src/page/action.js'
import type { Studio } from '../src/page/studio.js'
import { openRecent } from '../src/project/actions.js'
import { type Keeper, keepProject } from '../src/project/keeper.js'
import { keepMine, takeTheirs, workHere } from '../src/project/keeping-actions.js'
import { redo, undo } from '../src/page/history-actions.js'
import { rehearseAgain } from '../src/rehearse/actions.js'
import type { Projects } from '../src/storage/projects.js'
import { describe, expect, it } from 'vitest'
import { testLocks } from './helpers/locks.js'
import { emptyStudio, testProjects } from './helpers/studio.js'
import { zooStudio } from './helpers/zoo.js'

function describeElk({ history, session }: Studio, first: number): void {
  const values = session.store.getState().classes[0].values.map((value, at) => (at === 0 ? first : value))
  history.change('Describe elk', document =>
    withDescribed(document, { name: 'elk', values, how: 'attributes', versions: [] })
  )
}

/** The zoo, kept; and the same project in another page. */
async function twoPages(projects: Projects): Promise<{
  readonly mine: Studio
  readonly theirs: Studio
  readonly keepMineUp: Keeper
  readonly keepTheirs: Keeper
}> {
  const mine = await zooStudio({ projects })
  const keepMineUp = keepProject(mine, undefined)
  await keepMineUp.flush()
  const [record] = await projects.list()
  const theirs = emptyStudio({ projects })
  const keepTheirs = keepProject(theirs, undefined)
  await perform(theirs, openRecent, record)
  return { mine, theirs, keepMineUp, keepTheirs }
}

describe('a project', () => {
  it('comes back as it was: document, colours, address, model', async () => {
    const { mine, theirs, keepMineUp } = await twoPages(testProjects())
    describeElk(mine, 0.5)
    await keepMineUp.flush()
    await mine.sync.settled()
    expect(mine.project.getState()).toMatchObject({ keeping: 'saved', revision: 2 })
    const record = await mine.projects.load(mine.project.getState().id!)
    const again = emptyStudio({ projects: mine.projects })
    await perform(again, openRecent, record!)
    await again.sync.settled()
    expect(again.history.store.getState().present).toEqual(mine.history.store.getState().present)
    expect(again.session.store.getState().classes).toEqual(mine.session.store.getState().classes)
    expect(again.project.getState().colours).toEqual(mine.project.getState().colours)
    expect(again.address.store.getState()).toEqual(mine.address.store.getState())
    expect(theirs.project.getState().keeping).toBe('saved')
  })

  it('comes back with its steps: what was done before a reload is undone after it, and done again', async () => {
    const { mine, keepMineUp } = await twoPages(testProjects())
    describeElk(mine, 0.5)
    describeElk(mine, 0.6)
    mine.history.undo()
    await keepMineUp.flush()
    const again = emptyStudio({ projects: mine.projects })
    await perform(again, openRecent, (await mine.projects.load(mine.project.getState().id!))!)
    const elk = (): number | undefined =>
      again.history.store.getState().present.classes.find(({ name }) => name === 'elk')?.values[0]
    expect(elk()).toBe(0.5)
    await perform(again, undo, undefined)
    expect(elk()).toBeUndefined()
    await perform(again, redo, undefined)
    await perform(again, redo, undefined)
    expect(elk()).toBe(0.6)
  })

  it('says what a page that goes away now would lose, until it is written', async () => {
    const { mine, keepMineUp } = await twoPages(testProjects())
    expect(keepMineUp.unsaved()).toBeUndefined()
    describeElk(mine, 0.5)
    expect(keepMineUp.unsaved()).toEqual({
      id: mine.project.getState().id,
      revision: 1,
      document: mine.history.store.getState().present
    })
    await keepMineUp.flush()
    expect(keepMineUp.unsaved()).toBeUndefined()
  })

  it('is not overwritten by a page that has not seen the latest: it holds back and says so', async () => {
    const { mine, theirs, keepMineUp, keepTheirs } = await twoPages(testProjects())
    describeElk(mine, 0.5)
    await keepMineUp.flush()
    describeElk(theirs, 0.9)
    await keepTheirs.flush()
    expect(theirs.project.getState().keeping).toBe('conflict')
    const kept = await mine.projects.load(mine.project.getState().id!)
    expect(kept?.document.classes.find(({ name }) => name === 'elk')?.values[0]).toBe(0.5)
  })

  it('goes on with the state of the other page, or as a copy', async () => {
    const { mine, theirs, keepMineUp, keepTheirs } = await twoPages(testProjects())
    describeElk(mine, 0.5)
    await keepMineUp.flush()
    describeElk(theirs, 0.9)
    await keepTheirs.flush()
    await perform(theirs, keepMine, undefined)
    await keepTheirs.flush()
    expect(theirs.project.getState().keeping).toBe('saved')
    const all = await mine.projects.list()
    expect(
      all.map(({ name, document }) => [name, document.classes.find(each => each.name === 'elk')?.values[0]])
    ).toEqual(
      expect.arrayContaining([
        ['zoo', 0.5],
        ['zoo, copy', 0.9]
      ])
    )

    theirs.project.setState({ id: mine.project.getState().id, keeping: 'conflict' })
    await perform(theirs, takeTheirs, undefined)
    expect(theirs.history.store.getState().present).toEqual(mine.history.store.getState().present)
  })

  it('is told by the other page at once, where the browser can', async () => {
    const { mine } = await twoPages(testProjects())
    const channel: { onmessage: BroadcastChannel['onmessage']; postMessage: () => void } = {
      onmessage: null,
      postMessage: () => undefined
    }
    keepProject(mine, channel)
    const tell = (revision: number): void => {
      channel.onmessage?.call(
        channel as unknown as BroadcastChannel,
        new MessageEvent('message', { data: { id: mine.project.getState().id, revision } })
      )
    }
    tell(mine.project.getState().revision)
    expect(mine.project.getState().keeping).toBe('saved')
    tell(mine.project.getState().revision + 1)
    expect(mine.project.getState().keeping).toBe('conflict')
  })

  it('works on where nothing can be kept', async () => {
    const projects = testProjects()
    const studio = await zooStudio({
      projects: { ...projects, save: () => Promise.reject(new Error('no room')) }
    })
    const keeper = keepProject(studio, undefined)
    await keeper.flush()
    expect(studio.project.getState().keeping).toBe('impossible')
    describeElk(studio, 0.2)
    await studio.sync.settled()
    expect(studio.session.store.getState().classes.map(({ name }) => name)).toContain('elk')
  })
})

describe('a second tab', () => {
  const keepingOf = ({ project }: Studio): string => project.getState().keeping
  const elkIn = async ({ projects }: Studio, id: string | undefined): Promise<number | undefined> =>
    (await projects.load(id ?? ''))?.document.classes.find(({ name }) => name === 'elk')?.values[0]

  /** The zoo in one tab, and opened in another while the first has it. */
  async function twoTabs() {
    const [projects, locks] = [testProjects(), testLocks()]
    const first = await zooStudio({ projects, locks })
    const keepFirst = keepProject(first, undefined)
    await keepFirst.flush()
    const second = emptyStudio({ projects, locks })
    const keepSecond = keepProject(second, undefined)
    const [record] = await projects.list()
    await perform(second, openRecent, record)
    await expect.poll(() => keepingOf(second)).toBe('elsewhere')
    return { first, second, keepFirst, keepSecond, id: record.id }
  }

  it('is told at once, and saves neither project nor files', async () => {
    const { first, second, keepFirst, keepSecond, id } = await twoTabs()
    expect(keepingOf(first)).toBe('saved')
    const model = (await first.projects.files(id)).get('model.unseen')
    describeElk(second, 0.9)
    await keepSecond.flush()
    await perform(second, rehearseAgain, undefined)
    expect(await elkIn(first, id)).toBeUndefined()
    expect((await first.projects.files(id)).get('model.unseen')).toEqual(model)
    describeElk(first, 0.5)
    await keepFirst.flush()
    expect([keepingOf(first), await elkIn(first, id)]).toEqual(['saved', 0.5])
  })

  it('goes on with a copy, or takes the project over: then the first holds back', async () => {
    const { first, second, keepFirst, keepSecond, id } = await twoTabs()
    describeElk(second, 0.9)
    await perform(second, workHere, undefined)
    await expect.poll(() => keepingOf(second)).not.toBe('elsewhere')
    await keepSecond.flush()
    expect([keepingOf(second), await elkIn(first, id)]).toEqual(['saved', 0.9])
    expect(keepingOf(first)).toBe('elsewhere')
    describeElk(first, 0.5)
    await keepFirst.flush()
    expect(await elkIn(first, id)).toBe(0.9)
    // Back there, what was saved meanwhile is not written over either.
    await perform(first, workHere, undefined)
    await expect.poll(() => keepingOf(first)).toBe('conflict')
    await perform(first, keepMine, undefined)
    await keepFirst.flush()
    expect([
      keepingOf(first),
      await elkIn(first, first.project.getState().id),
      await elkIn(first, id)
    ]).toEqual(['saved', 0.5, 0.9])
  })

  it('takes over by itself once the first is closed', async () => {
    const { first, second, keepSecond, id } = await twoTabs()
    describeElk(second, 0.9)
    first.project.setState({ id: 'something else' })
    await expect.poll(() => keepingOf(second)).not.toBe('elsewhere')
    await keepSecond.flush()
    expect([keepingOf(second), await elkIn(first, id)]).toEqual(['saved', 0.9])
  })
})
