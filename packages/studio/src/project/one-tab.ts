/**
 * One tab at a time keeps a project: it holds a lock of the browser as long as the project is open. Whoever
 * opens it second is told, holds back, and takes it over by itself once the first is closed. Projects of a
 * server are in step through it.
 */
import type { ProjectStore } from '../page/project.js'
import type { Projects } from '../storage/projects.js'

export type Locks = Pick<LockManager, 'request'>

export interface OneTab {
  /** No other tab has the project open. */
  isFree(id: string): Promise<boolean>
  /** Takes the project over from the other tab, which holds back from then on. */
  takeOver(): void
}

const nameOf = (id: string): string => `unseen-studio project ${id}`

interface Holding {
  readonly id: string
  /** whether it has the lock by now */
  isHeld: boolean
  readonly leaving: AbortController
}

export function holdProject(project: ProjectStore, projects: Projects, locks: Locks | undefined): OneTab {
  let now: Holding | undefined

  /** It is ours: what the other tab has saved meanwhile is not written over. */
  const goOn = async (id: string): Promise<void> => {
    const there = await projects.load(id).catch(() => undefined)
    const { id: open, revision, keeping } = project.getState()
    if (open === id && keeping === 'elsewhere')
      project.setState({ keeping: (there?.revision ?? 0) === revision ? 'waiting' : 'conflict' })
  }
  const holdBack = (id: string): void => {
    const { id: open, keeping } = project.getState()
    if (open === id && (keeping === 'saved' || keeping === 'waiting'))
      project.setState({ keeping: 'elsewhere' })
  }

  const request = async (held: Holding, how: LockOptions): Promise<void> => {
    const { id, leaving } = held
    const left = new Promise<void>(resolve => leaving.signal.addEventListener('abort', () => resolve()))
    try {
      await locks?.request(nameOf(id), how, async lock => {
        if (lock === null) return
        held.isHeld = true
        await goOn(id)
        await left
      })
    } catch {
      // Another tab took it over, or this one waits no longer.
    }
    held.isHeld = false
    if (leaving.signal.aborted) return
    holdBack(id)
    await request(held, { signal: leaving.signal })
  }
  const hold = (id: string, how: LockOptions): void => {
    now?.leaving.abort()
    now = { id, isHeld: false, leaving: new AbortController() }
    void request(now, how)
  }

  project.subscribe(({ id, server }, before) => {
    if (locks === undefined || id === undefined || id === before.id) return
    if (id !== now?.id) {
      if (server === undefined) hold(id, { ifAvailable: true })
    } else if (!now.isHeld) holdBack(id)
  })
  return {
    isFree: async id =>
      locks === undefined ||
      now?.id === id ||
      (await locks.request(nameOf(id), { ifAvailable: true }, lock => lock !== null)),
    takeOver() {
      const { id } = project.getState()
      if (id !== undefined) hold(id, { steal: true })
    }
  }
}
