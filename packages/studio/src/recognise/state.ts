/** State of the page Recognise: what is shown there, not what is made there. */
import type { Problem } from '../lib/problem.js'
import { rowOf } from '../page/address.js'
import type { DataFacts } from '../worker/facts.js'
import type { NamedBlob } from '../worker/files.js'
import type { RowAnswer, StripFacts } from './facts.js'
import { createStore, type StoreApi } from 'zustand/vanilla'

export interface RecognisePage {
  readonly among: 'unseen' | 'all'
  /** the class that the answer is held against; the runner-up unless chosen */
  readonly against?: string | undefined
  readonly answer?: RowAnswer | undefined
  /** rows beside the one that is shown */
  readonly strip: readonly StripFacts[]
  readonly problem?: Problem | undefined
  /** images that were dropped somewhere on the page and wait for the network that makes their features */
  readonly dropped: readonly NamedBlob[]
  /** names of those that are not there after a reload: there is no room */
  readonly unkept: readonly string[]
  /** rows that were brought along, after those of the data set; pictures where they are images */
  readonly added: readonly { readonly name: string; readonly url?: string; readonly kept: boolean }[]
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
    unkept: [],
    backboneKept: true,
    added: [],
    preset: 'mobilenet'
  }))
}

/** The row that the address names; unless it names one, the first whose class had no image in training. */
export function shownRow(
  image: string | undefined,
  data: Pick<DataFacts, 'rows' | 'labels' | 'trained'> | undefined,
  added: number
): number {
  const wanted = rowOf(image)
  if (wanted !== undefined && wanted < (data?.rows ?? 0) + added) return wanted
  if (data === undefined) return 0
  return Math.max(
    0,
    data.labels.findIndex(label => data.trained[label] === 0)
  )
}

/** Rows of the strip: some before, more after, as many as there is room for. */
export function stripAround(row: number, rows: number, length: number): number[] {
  const first = Math.max(0, Math.min(row - Math.floor(length / 3), rows - length))
  return Array.from({ length: Math.min(length, rows) }, (_, at) => first + at)
}
