/** State of the page Train as hooks. */
import { type Run, runsOf } from '../document/runs.js'
import type { Job } from '../page/jobs.js'
import { useProject, useStudio } from '../page/use-studio.js'
import type { TrainPage } from './state.js'
import { useMemo } from 'react'
import { useStore } from 'zustand'

export const useTrainPage = <Selected>(select: (page: TrainPage) => Selected): Selected =>
  useStore(useStudio().pages.train, select)

export function useRuns(): readonly Run[] {
  const kept = useProject(project => project.runs)
  return useMemo(() => runsOf(kept), [kept])
}

/** The job of the run that is under way. */
export function useTrainJob(): Job | undefined {
  return useStore(useStudio().jobs.store, state =>
    state.jobs.find(({ kind, status }) => kind === 'train' && status === 'running')
  )
}

/**
 * What is known of a run in a word or two. A run that no job works on any more was interrupted, by a reload
 * for instance.
 */
export function statusText({ status }: Run, isRunning: boolean): string {
  switch (status) {
    case 'running':
      return isRunning ? 'running' : 'interrupted, can go on'
    case 'waiting':
      return 'waits for its turn'
    case 'stopped':
      return 'stopped, best kept'
    case 'failed':
      return 'did not work'
    default:
      return ''
  }
}
