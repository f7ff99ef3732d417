/**
 * Keeps the project in the browser: a moment after each change, and when the page is left. Where another page
 * has saved the same project meanwhile, this one holds back and says so, instead of overwriting it.
 */
import { defined } from '@unseen/core/internal'
import type { StudioDocument } from '../document/document.js'
import { toHash } from '../page/address.js'
import type { Studio } from '../page/studio.js'
import type { ProjectRecord } from '../storage/project-record.js'

/** A document that came after the revision that is written. */
export interface Unsaved {
  readonly id: string
  readonly revision: number
  readonly document: StudioDocument
}

export interface Keeper {
  /** Saves at once what is not saved yet. */
  flush(): Promise<void>
  /** What a page that goes away now would take with it: a change that is not written yet. */
  unsaved(): Unsaved | undefined
  /** Goes on with this page's state over the other's. */
  overwrite(): Promise<void>
}

/** Milliseconds: changes that follow one another, as in a drag, are saved together, but none waits longer. */
const AFTER = 150

/** Steps to either side that outlive a reload. */
const STEPS = 100

export function keepProject(
  studio: Studio,
  channel: Pick<BroadcastChannel, 'postMessage' | 'onmessage'> | undefined
): Keeper {
  const { projects, project, history, address } = studio
  let timer: ReturnType<typeof setTimeout> | undefined
  let saving: Promise<void> = Promise.resolve()

  const save = async (): Promise<void> => {
    const { id, revision, keeping } = project.getState()
    if (id === undefined || keeping !== 'waiting') return
    const record = recordOf(studio, id)
    try {
      // Pages that work against a server are in step through it: the later one holds.
      const based = record.server === undefined ? revision : ((await projects.load(id))?.revision ?? 0)
      const written = await projects.save(record, based)
      if (project.getState().id !== id) return
      if (written === 'conflict') return project.setState({ keeping: 'conflict' })
      project.setState({ revision: written, keeping: isCurrent(record) ? 'saved' : 'waiting' })
      channel?.postMessage({ id, revision: written })
    } catch {
      // Private windows may have no database, a full disk no room: the page works on.
      project.setState({ keeping: 'impossible' })
    }
  }
  /** Nothing changed while it was written. */
  const isCurrent = ({
    document,
    server,
    runs,
    colours
  }: Pick<ProjectRecord, 'document' | 'server' | 'runs' | 'colours'>): boolean => {
    const now = project.getState()
    return (
      document === history.store.getState().present &&
      server === now.server &&
      runs === now.runs &&
      colours === now.colours
    )
  }

  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    saving = saving.then(save)
    return saving
  }
  const changed = (): void => {
    const { id, keeping } = project.getState()
    if (id === undefined || keeping === 'elsewhere' || keeping === 'conflict' || keeping === 'impossible')
      return
    if (keeping !== 'waiting') project.setState({ keeping: 'waiting' })
    timer ??= setTimeout(() => void flush(), AFTER)
  }

  history.store.subscribe((now, before) => {
    if (now.present !== before.present) changed()
  })
  address.store.subscribe(at => {
    const { id, keeping } = project.getState()
    if (id !== undefined && keeping === 'saved' && at.page !== 'start')
      void projects.setAddress(id, toHash(at)).catch(() => undefined)
  })
  project.subscribe((now, before) => {
    // What was opened from the database is there already; what is new is not.
    const differs =
      now.id === before.id
        ? now.runs !== before.runs ||
          now.colours !== before.colours ||
          now.server !== before.server ||
          (now.keeping === 'waiting' && before.keeping === 'elsewhere')
        : now.keeping === 'waiting'
    if (differs) changed()
  })
  if (channel !== undefined) {
    channel.onmessage = ({ data }: MessageEvent<{ id: string; revision: number }>) => {
      const { id, revision, server } = project.getState()
      if (data.id === id && data.revision > revision && server === undefined)
        project.setState({ keeping: 'conflict' })
    }
  }
  return {
    flush,
    unsaved() {
      const { id, revision, keeping } = project.getState()
      return id === undefined || keeping !== 'waiting'
        ? undefined
        : { id, revision, document: history.store.getState().present }
    },
    async overwrite() {
      const { id } = project.getState()
      if (id === undefined) return
      const there = await projects.load(id)
      project.setState({ revision: there?.revision ?? 0, keeping: 'waiting' })
      await flush()
    }
  }
}

/** The record of the project as it is now. */
export function recordOf(
  { project, session, history, address }: Studio,
  id: string
): Omit<ProjectRecord, 'revision'> {
  const { source, colours, runs, server } = project.getState()
  const { name, data, classes } = session.store.getState()
  const { present, past, future } = history.store.getState()
  return {
    id,
    name,
    source,
    savedAt: Date.now(),
    colours,
    runs,
    document: present,
    steps: { past: past.slice(-STEPS), future: future.slice(0, STEPS) },
    address: toHash(address.store.getState()),
    ...defined({
      server,
      split: data?.split,
      table: data?.table
    }),
    counts: {
      seen: classes.filter(({ seen }) => seen).length,
      unseen: classes.filter(({ seen }) => !seen).length,
      rows: data?.rows ?? 0
    }
  }
}
