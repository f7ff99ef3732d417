/** State of the page Recognise: what is shown there, not what is made there. */
import type { Problem } from '../lib/problem.js'
import type { NewPhoto } from '../images/facts.js'
import { rowOf } from '../page/address.js'
import type { RowAnswer, StripFacts } from './facts.js'
import { createStore, type StoreApi } from 'zustand/vanilla'

export interface WaitingPhoto extends NewPhoto {
  readonly url: string
  /** why it cannot be read */
  readonly problem?: string
  /** it is still there after a reload */
  readonly kept: boolean
}

export interface RecognisePage {
  readonly among: 'unseen' | 'all'
  /** the row that is shown where the address names none */
  readonly first?: number | undefined
  /** the class that the answer is held against; the runner-up unless chosen */
  readonly against?: string | undefined
  readonly answer?: RowAnswer | undefined
  /** rows beside the one that is shown */
  readonly strip: readonly StripFacts[]
  readonly problem?: Problem | undefined
  /** photos that came and have no features yet: they wait for the network, are being looked at, or cannot be read */
  readonly dropped: readonly WaitingPhoto[]
  /** one of these that is shown, instead of the row of the address */
  readonly shownPhoto?: string | undefined
  /** somebody said "not now": photos wait, and the library is shown */
  readonly later: boolean
  /** the film strip is of one's own photos, not of the library */
  readonly own: boolean
  /** rows that were brought along, after those of the data set; pictures where they are images */
  readonly added: readonly {
    readonly name: string
    readonly url?: string
    readonly kept: boolean
    /** of its picture */
    readonly bytes: number
  }[]
  /** the network's file */
  readonly backbone?: string | undefined
  /** it is there after a reload */
  readonly backboneKept: boolean
  /** how it wants images, where it does not say so itself */
  readonly preset: string
  /** what was wrong with the network or an image */
  readonly refused?: Problem | undefined
}

export function createRecognisePage(): StoreApi<RecognisePage> {
  return createStore<RecognisePage>(() => ({
    among: 'all',
    strip: [],
    dropped: [],
    later: false,
    own: false,
    backboneKept: true,
    added: [],
    preset: 'mobilenet'
  }))
}

/** Those that only want features. */
export const waitingIn = ({ dropped }: Pick<RecognisePage, 'dropped'>): readonly WaitingPhoto[] =>
  dropped.filter(({ problem }) => problem === undefined)

/** The row that the address names; undefined where it names none, the first where there is none such. */
export function shownRow(image: string | undefined, library: number, added: number): number | undefined {
  if (image === undefined) return undefined
  const wanted = rowOf(image)
  return wanted !== undefined && wanted < library + added ? wanted : 0
}

/** As many as fit a wide window. */
const LIBRARY = 40

/** Rows of the strip: one's own photos, or the library around the row that is shown. */
export function stripOf(
  row: number,
  { own, library, added }: { readonly own: boolean; readonly library: number; readonly added: number }
): number[] {
  if (own) return Array.from({ length: added }, (_, at) => library + at)
  const shown = Math.min(row, Math.max(0, library - 1))
  const first = Math.max(0, Math.min(shown - Math.floor(LIBRARY / 3), library - LIBRARY))
  return Array.from({ length: Math.min(LIBRARY, library) }, (_, at) => first + at)
}
