/** The project that is open: its identity and what of it is neither undone nor computed. */
import type { ServerLink } from '../document/in-step.js'
import type { Json } from '../lib/json.js'
import type { ProjectSource } from '../storage/project-record.js'
import { createStore, type StoreApi } from 'zustand/vanilla'

export interface ProjectState {
  readonly id: string | undefined
  readonly source: ProjectSource
  /** seen classes, in the order of the palette */
  readonly colours: readonly string[]
  /** trainings, newest first */
  readonly runs: readonly Json[]
  /** the server it is worked against */
  readonly server?: ServerLink | undefined
  /** of the record in the database that this page last wrote or read */
  readonly revision: number
  /** 'elsewhere': another tab keeps it, and this one holds back; 'conflict': it has changed there, too */
  readonly keeping: 'nothing' | 'saved' | 'waiting' | 'elsewhere' | 'conflict' | 'impossible'
}

export type ProjectStore = StoreApi<ProjectState>

export function createProjectStore(): ProjectStore {
  return createStore<ProjectState>(() => ({
    id: undefined,
    source: 'sample',
    colours: [],
    runs: [],
    revision: 0,
    keeping: 'nothing'
  }))
}

/**
 * Under which id files that belong to the project are kept; none while this page holds back, or where nothing
 * can be kept.
 */
export function keptProject(project: ProjectStore): string | undefined {
  const { id, keeping } = project.getState()
  return keeping === 'saved' || keeping === 'waiting' ? id : undefined
}
