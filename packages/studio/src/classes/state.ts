/** State of the page Classes: what is shown there, not what is made there. */
import type { Problem } from '../lib/problem.js'
import type { AffinityFacts } from './affinity-facts.js'
import type { MapOf, MapPoints, MapPlan } from './map-facts.js'
import { createStore, type StoreApi } from 'zustand/vanilla'

/** A map with the project and the model it is of: another training makes other proportions. */
export interface MapOfModel extends MapPoints {
  readonly project: string | undefined
  readonly trainedAt: number | undefined
}

export interface ClassesPage {
  readonly affinity?: AffinityFacts | undefined
  readonly problem?: Problem | undefined
  readonly order: 'likeness' | 'file'
  /** every number of the heat maps is written out */
  readonly numbers: boolean
  /** attributes that contain this */
  readonly find: string
  readonly allAttributes: boolean
  readonly mapOf: MapOf
  readonly plan?: MapPlan | undefined
  readonly maps: Readonly<Partial<Record<MapOf, MapOfModel>>>
  readonly mapProblem?: Problem | undefined
  /** rows of the region that was selected on the map, in order */
  readonly region: readonly number[]
}

export function createClassesPage(): StoreApi<ClassesPage> {
  return createStore<ClassesPage>(() => ({
    order: 'likeness',
    numbers: false,
    find: '',
    allAttributes: false,
    mapOf: 'proportions',
    maps: {},
    region: []
  }))
}
