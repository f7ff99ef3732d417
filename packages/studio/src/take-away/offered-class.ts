/**
 * A class that somebody sent by a link: kept until it is added or declined, since something has to be open
 * for it first.
 */
import type { LinkedDescription } from './description-link.js'
import { createStore, type StoreApi } from 'zustand/vanilla'

export interface OfferedClass {
  readonly description?: LinkedDescription | undefined
  /** the project it did not fit; it is offered again in another */
  readonly setAsideIn?: string | undefined
}

export type OfferedClassStore = StoreApi<OfferedClass>

export const createOfferedClass = (): OfferedClassStore => createStore<OfferedClass>(() => ({}))
