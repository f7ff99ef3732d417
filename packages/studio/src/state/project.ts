/** The project that is open: its identity and what of it is neither undone nor computed. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Json } from '../base/json.js'
import type { ServerLink } from '../base/in-step.js'
import type { ProjectSource } from '../storage/project-record.js'

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
  /** 'conflict': another page saved the same project meanwhile, and this one holds back */
  readonly keeping: 'nothing' | 'saved' | 'waiting' | 'conflict' | 'impossible'
}

export type ProjectStore = StoreApi<ProjectState>

export function createProjectStore(): ProjectStore {
  return createStore<ProjectState>(() => ({ id: undefined, source: 'sample', colours: [], runs: [], revision: 0, keeping: 'nothing' }))
}
