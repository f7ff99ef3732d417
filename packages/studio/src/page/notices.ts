/** What the page has to say once: a step that could not be seen, with a way back; or a problem. */
import type { Problem } from '../lib/problem.js'
import { createStore, type StoreApi } from 'zustand/vanilla'

export interface Notices {
  readonly store: StoreApi<{
    readonly undone?: { readonly text: string; readonly at: number } | undefined
    readonly problem?: Problem | undefined
    readonly spoken: string
  }>
  /** 'Class "elk" removed, with 2 versions': stays ten seconds, with Undo beside it. */
  undoable(text: string): void
  problem(problem: Problem | undefined): void
  /** For screen readers, once a result has settled. */
  announce(text: string): void
  clear(): void
}

export function createNotices(): Notices {
  const store: Notices['store'] = createStore(() => ({ spoken: '' }))
  return {
    store,
    undoable: text => store.setState({ undone: { text, at: Date.now() } }),
    problem: problem => store.setState({ problem }),
    announce: text => store.setState({ spoken: text }),
    clear: () => store.setState({ undone: undefined, problem: undefined })
  }
}
