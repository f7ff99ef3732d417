/**
 * State of the page Train: the form, which run is shown and which are compared. Runs themselves are kept in
 * the project.
 */
import { FIRST_PLAN, type RunPlan } from './engine/plans.js'
import { createStore, type StoreApi } from 'zustand/vanilla'

export interface TrainPage {
  readonly plan: RunPlan
  /** the fold of further options is open */
  readonly more: boolean
  /** the run that is shown; the newest unless chosen */
  readonly shown?: string | undefined
  /** runs ticked for comparison */
  readonly selected: readonly string[]
  readonly comparing: boolean
  /** the run whose model is in use */
  readonly used?: string | undefined
}

export function createTrainPage(): StoreApi<TrainPage> {
  return createStore<TrainPage>(() => ({ plan: FIRST_PLAN, more: false, selected: [], comparing: false }))
}
