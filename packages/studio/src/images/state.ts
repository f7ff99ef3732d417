/** State of networks by name: what can be had, what is in this browser, and how far fetching is. */
import type { Problem } from '../lib/problem.js'
import type { FetchStep, KeptPart, OfferedNetwork } from './facts.js'
import { createStore, type StoreApi } from 'zustand/vanilla'

export interface NetworkState {
  /** by whoever serves the page; undefined until it was asked, empty where it has none or does not answer */
  readonly offered?: readonly OfferedNetwork[] | undefined
  /** by digest */
  readonly kept: Readonly<Record<string, KeptPart>>
  readonly step?: FetchStep | undefined
  /** when somebody said yes */
  readonly agreedAt?: number | undefined
  readonly problem?: Problem | undefined
}

export function createNetworkState(): StoreApi<NetworkState> {
  return createStore<NetworkState>(() => ({ kept: {} }))
}

/** The file is in this browser. */
export const isHere = ({ kept }: NetworkState, digest: string | undefined): boolean =>
  digest !== undefined && kept[digest]?.whole
