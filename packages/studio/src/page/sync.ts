/**
 * Keeps the engine's model in step with the document: whatever changes a description, a drag, an undo or a
 * file, ends here. A class of which nothing is said yet has no mixture: the model learns of it with its first
 * number.
 */
import type { StudioDocument } from '../document/document.js'
import type { History } from '../document/history.js'
import { saysSomething } from '../document/versions.js'
import { createLatest } from '../lib/latest.js'
import { problemOf } from '../lib/problem.js'
import type { Engine } from '../worker/api.js'
import type { Notices } from './notices.js'
import type { SessionStore } from './session.js'

export interface Sync {
  /** When the engine knows what the document says. */
  settled(): Promise<void>
  /** After another model has come into use. */
  again(): void
}

export function syncClasses(
  engine: Engine,
  history: History<StudioDocument>,
  session: SessionStore,
  notices: Notices
): Sync {
  const latest = createLatest({
    answer: async (document: StudioDocument) => {
      const started = performance.now()
      const answer = await engine.classes.describe(
        document.classes
          .filter(({ values }) => saysSomething(values))
          .map(({ name, values }) => ({ name, values })),
        document.table
      )
      return answer && { ...answer, ms: performance.now() - started }
    },
    apply(answer) {
      if (answer === undefined) return
      session.classesChanged(answer.changed, answer.names)
      session.updated(`Updated in ${Math.max(1, Math.round(answer.ms))} ms`)
    },
    fail: error => notices.problem(problemOf(error))
  })
  const ask = (): void => {
    if (session.store.getState().model !== undefined) latest.ask(history.store.getState().present)
  }
  history.store.subscribe((now, before) => {
    if (now.present.classes !== before.present.classes) ask()
  })
  return { settled: () => latest.settled(), again: ask }
}
