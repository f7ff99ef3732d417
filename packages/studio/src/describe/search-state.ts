/** State of the search of a server's library for the class that is described. */
import type { Client } from '@unseen/client'
import type { Problem } from '../lib/problem.js'
import { createStore, type StoreApi } from 'zustand/vanilla'

export type Found = Awaited<ReturnType<Client['search']>>
export type Hit = Found['hits'][number]

export interface SearchPage {
  /** the library by its name; the first that fits the model unless chosen */
  readonly library?: string | undefined
  /** condition on id and metadata, as it is asked */
  readonly where: string
  readonly found?: Found | undefined
  /** milliseconds the last answer took */
  readonly took?: number | undefined
  /** data: addresses by row of the library; null where there is none */
  readonly pictures: ReadonlyMap<number, string | null>
  /** the row that is looked at */
  readonly row?: number | undefined
  readonly problem?: Problem | undefined
}

export function createSearchPage(): StoreApi<SearchPage> {
  return createStore<SearchPage>(() => ({ where: '', pictures: new Map() }))
}
