/** Jobs that a reload broke off, until somebody goes on with them or leaves them. */
import type { Jobs } from './jobs.js'
import { createStore, type StoreApi } from 'zustand/vanilla'

export interface InterruptedJob {
  readonly project: string
  readonly kind: string
  readonly label: string
  /** what the job must be told to be begun again */
  readonly again: string
}

export interface Interrupted {
  readonly store: StoreApi<{ readonly jobs: readonly InterruptedJob[] }>
  leave(job: InterruptedJob): void
}

/** Whoever begins the same work has gone on with it. */
export function createInterrupted(jobs: Jobs): Interrupted {
  const store: Interrupted['store'] = createStore(() => ({ jobs: [] }))
  const drop = (goes: (job: InterruptedJob) => boolean): void => {
    if (store.getState().jobs.some(goes))
      store.setState(state => ({ jobs: state.jobs.filter(job => !goes(job)) }))
  }
  jobs.store.subscribe(() => {
    const running = jobs.running()
    drop(({ kind, again }) => running.some(job => job.kind === kind && job.again === again))
  })
  return { store, leave: left => drop(job => job === left) }
}
