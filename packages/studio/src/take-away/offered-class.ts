/**
 * A class that somebody sent by a link: kept until it is added or declined, since something has to be open
 * for it first.
 */
import type { LinkedDescription } from './description-link.js'
import { createStore, type StoreApi } from 'zustand/vanilla'

export interface OfferState {
  readonly description?: LinkedDescription | undefined
  /** the project it did not fit; it is offered again in another */
  readonly setAsideIn?: string | undefined
}

export type Offer = StoreApi<OfferState>

export const createOffer = (): Offer => createStore<OfferState>(() => ({}))
