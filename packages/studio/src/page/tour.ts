/** The tour: where one is in it, and what was there before, which comes back when it ends. */
import type { StudioDocument } from '../document/document.js'
import type { Kept } from '../document/history.js'
import { createStore, type StoreApi } from 'zustand/vanilla'

export interface Tour {
  /** from 0; undefined while there is none */
  readonly step?: number | undefined
  /** what a step waits for was done */
  readonly done: boolean
  /** the document when it began */
  readonly before?: (Kept<StudioDocument> & { readonly present: StudioDocument }) | undefined
}

export function createTour(): StoreApi<Tour> {
  return createStore<Tour>(() => ({ done: false }))
}
