/** State of the page Classes: what is shown there, not what is made there. */
import type { Problem } from '../lib/problem.js'
import type { AffinityFacts, AnswersFacts } from './affinity-facts.js'
import type { MapOf, MapPoints, MapPlan } from './map-facts.js'
import { createStore, type StoreApi } from 'zustand/vanilla'

/** A map with the project and the model it is of: another training makes other proportions. */
export interface MapOfModel extends MapPoints {
  readonly project: string | undefined
  readonly trainedAt: number | undefined
}

/** Which classes the long table shows. */
export type WhichClasses = 'all' | 'known' | 'described' | 'alike'

export interface ClassesPage {
  readonly affinity?: AffinityFacts | undefined
  readonly problem?: Problem | undefined
  readonly order: 'likeness' | 'file'
  /** every number of the heat maps is written out */
  readonly numbers: boolean
  /** attributes that contain this */
  readonly find: string
  /** of many classes: those that contain this, of which kind, in which family */
  readonly findClass: string
  readonly which: WhichClasses
  readonly family?: string | undefined
  /** families whose classes the tree shows */
  readonly open: readonly string[]
  /** where the magnified part of the heat map begins, in its order */
  readonly magnified: number
  readonly answers?: AnswersFacts | undefined
  /** which of three heat maps is shown where they do not stand side by side */
  readonly shown: 'signatures' | 'mixtures' | 'proportions'
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
    findClass: '',
    which: 'all',
    open: [],
    magnified: 0,
    shown: 'mixtures',
    mapOf: 'proportions',
    maps: {},
    region: []
  }))
}
