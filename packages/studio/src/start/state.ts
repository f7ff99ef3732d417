/** State of the page Start: what the doctor said of one's own files, and the projects of this browser. */
import type { Problem } from '../lib/problem.js'
import type { ProjectRecord } from '../storage/project-record.js'
import type { Examination } from '../worker/facts.js'
import type { NamedBlob } from '../worker/files.js'
import { createStore, type StoreApi } from 'zustand/vanilla'

/**
 * The strip above the cards, made by the build (build/headline.mjs): real answers of the model that the
 * sample opens with.
 */
export interface Headline {
  readonly class: string
  readonly thumbnails: { readonly width: number; readonly height: number; readonly columns: number }
  readonly parts: readonly {
    readonly class: string
    readonly share: number
    readonly images: readonly number[]
  }[]
  readonly found: readonly number[]
  readonly right: { readonly rows: number; readonly correct: number; readonly accuracy: number }
  readonly classes: readonly { readonly class: string; readonly seen: boolean; readonly image?: number }[]
  readonly rows: number
  readonly attributes: number
}

export interface StartPage {
  /** what it should look for */
  readonly sentence: string
  /** photos that came before anything was open */
  readonly photos: readonly (NamedBlob & { readonly url: string })[]
  readonly headline?: Headline | undefined
  /** what was dropped, for people: 'my-birds, 4 files' */
  readonly dropped?: string | undefined
  readonly examination?: Examination | undefined
  /** classes that are to play unseen */
  readonly unseen: readonly string[]
  readonly problem?: Problem | undefined
  /** the card where the problem came up */
  readonly card?: 'sample' | 'data' | 'file' | 'server' | undefined
  readonly recent: readonly ProjectRecord[]
}

export function createStartPage(): StoreApi<StartPage> {
  return createStore<StartPage>(() => ({ sentence: '', photos: [], unseen: [], recent: [] }))
}
