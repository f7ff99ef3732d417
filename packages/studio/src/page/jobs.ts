/**
 * Long work: what runs, how far it is, how long it will take, and how to stop it and keep what there is.
 * Jobs outlive the page that started them: leaving it never stops one.
 */
import { defined } from '@unseen/core/internal'
import { type Problem, isCancelled, problemOf } from '../lib/problem.js'
import { createStore, type StoreApi } from 'zustand/vanilla'

export interface Job {
  readonly id: string
  /** 'open', 'train', 'map' ... */
  readonly kind: string
  readonly label: string
  readonly status: 'running' | 'done' | 'stopped' | 'failed'
  readonly startedAt: number
  readonly done: number
  /** absent until it is known */
  readonly total?: number
  readonly secondsLeft?: number
  /** what it is at, in a few words */
  readonly note?: string
  readonly problem?: Problem
  /** what it must be told to be begun again, where a reload may break it off */
  readonly again?: string
}

export type NewJob = Pick<Job, 'kind' | 'label' | 'again'>

/** What a job tells of itself. */
export interface Step {
  readonly done?: number
  readonly total?: number
  readonly secondsLeft?: number
  readonly note?: string
}

export type Report = (step: Step) => void

export interface Jobs {
  readonly store: StoreApi<{ readonly jobs: readonly Job[] }>
  /**
   * Runs it to its end; undefined where it was stopped without a result. Errors are kept in the job and
   * thrown on.
   */
  run<Result>(job: NewJob, body: (id: string, report: Report) => Promise<Result>): Promise<Result | undefined>
  stop(id: string): void
  running(kind?: string): readonly Job[]
}

const MOST_KEPT = 20

/** `stopWork` passes the wish on to whoever works, the engine for instance. */
export function createJobs(stopWork: (id: string) => void, now: () => number = Date.now): Jobs {
  const store = createStore<{ jobs: readonly Job[] }>(() => ({ jobs: [] }))
  let next = 1
  const update = (id: string, change: Partial<Job>): void =>
    store.setState(({ jobs }) => ({ jobs: jobs.map(job => (job.id === id ? { ...job, ...change } : job)) }))
  const find = (id: string): Job | undefined => store.getState().jobs.find(job => job.id === id)

  return {
    store,
    async run({ kind, label, again }, body) {
      const id = `${kind}-${next++}`
      const startedAt = now()
      store.setState(({ jobs }) => ({
        jobs: [
          {
            id,
            kind,
            label,
            status: 'running' as const,
            startedAt,
            done: 0,
            ...defined({ again })
          },
          ...jobs
        ].slice(0, MOST_KEPT)
      }))
      const report: Report = ({ done, total, secondsLeft, note }) => {
        const left = secondsLeft ?? leftAt(now() - startedAt, done, total)
        update(id, defined({ done, total, secondsLeft: left, note }))
      }
      try {
        const result = await body(id, report)
        if (find(id)?.status === 'running') update(id, { status: 'done' })
        return result
      } catch (error) {
        if (isCancelled(error)) {
          update(id, { status: 'stopped' })
          return undefined
        }
        update(id, { status: 'failed', problem: problemOf(error) })
        throw error
      }
    },
    stop(id) {
      if (find(id)?.status !== 'running') return
      update(id, { status: 'stopped' })
      stopWork(id)
    },
    running: kind =>
      store
        .getState()
        .jobs.filter(job => job.status === 'running' && (kind === undefined || job.kind === kind))
  }
}

function leftAt(elapsed: number, done: number | undefined, total: number | undefined): number | undefined {
  return done === undefined || total === undefined || done === 0
    ? undefined
    : (elapsed / 1000 / done) * (total - done)
}
