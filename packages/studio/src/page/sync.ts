/**
 * Keeps the engine in step with the document: whatever changes a description, a drag, an undo or a file, ends
 * here, in one message. A page that looks at a class has its questions go along with it, and its answers come
 * with the classes: what is shown together is of the same step. While one message is under way only the newest
 * state waits, so that nothing of an older step comes after a newer one.
 */
import { defined } from '@unseen/core/internal'
import type { Focus, Stepped } from '../describe/facts.js'
import type { Described, StudioDocument } from '../document/document.js'
import type { History } from '../document/history.js'
import { saysSomething } from '../document/versions.js'
import { createLatest } from '../lib/latest.js'
import { problemOf } from '../lib/problem.js'
import type { Engine } from '../worker/api.js'
import type { Notices } from './notices.js'
import type { SessionStore } from './session.js'

/** What a page wants to know with the next step, and who takes the answer. */
export interface Look {
  readonly focus: Focus
  readonly apply: (stepped: Stepped) => void
}

export interface Sync {
  /** When the engine knows what the document says. */
  settled(): Promise<void>
  /** After another model has come into use, or something else is asked of the same classes. */
  again(): void
  /** Asked before every step, until the returned function is called. There is one page at a time. */
  look(next: () => Look | undefined): () => void
}

export function syncClasses(
  engine: Engine,
  history: History<StudioDocument>,
  session: SessionStore,
  notices: Notices
): Sync {
  let looking: (() => Look | undefined) | undefined
  /** the classes that the engine was told last */
  let told: readonly Described[] | undefined

  const latest = createLatest({
    async answer() {
      // What changes in the same moment goes along, in whatever order the stores tell of it.
      await Promise.resolve()
      const { present, drag } = history.store.getState()
      const look = looking?.()
      // Advice takes longer than a step: it is asked for once the page shows the rest.
      const rests = look !== undefined && drag === undefined && told === present.classes
      const started = performance.now()
      const stepped = await engine.describe.step({
        // A class of which nothing is said yet has no mixture: the model learns of it with its first number.
        classes: present.classes
          .filter(({ values }) => saysSomething(values))
          .map(({ name, values, answers }) => ({
            name,
            values,
            ...defined({ shown: answers?.filter(({ yes }) => yes) })
          })),
        table: present.table,
        rests,
        focus: look?.focus
      })
      return { stepped, look, rests, classes: present.classes, ms: performance.now() - started }
    },
    apply({ stepped, look, rests, classes, ms }) {
      if (stepped === undefined) return
      const { changed, names } = stepped
      const isNew = told !== classes
      told = classes
      session.classesChanged(changed, names)
      look?.apply(stepped)
      if (!rests) session.updated(`Updated in ${Math.max(1, Math.round(ms))} ms`)
      if (isNew && look !== undefined && history.store.getState().drag === undefined) ask()
    },
    fail: error => notices.problem(problemOf(error))
  })
  const ask = (): void => {
    if (session.store.getState().model !== undefined) latest.ask(undefined)
  }
  history.store.subscribe((now, before) => {
    if (now.present.classes !== before.present.classes) ask()
  })
  return {
    settled: () => latest.settled(),
    again: ask,
    look(next) {
      looking = next
      ask()
      return () => {
        if (looking === next) looking = undefined
      }
    }
  }
}
