/** What is shown of the photos of a described class, not what is made. */
import type { Problem } from '../lib/problem.js'
import type { PhotosEffect, PhotosTest } from './facts.js'
import { createStore, type StoreApi } from 'zustand/vanilla'

export interface PhotosPage {
  readonly effect?: PhotosEffect | undefined
  readonly problem?: Problem | undefined
  /** how many photos are enough, of the model that was trained then */
  readonly test?:
    | { readonly trainedAt: number | undefined; readonly found: readonly PhotosTest[] }
    | undefined
  /** photos of the library that were skipped, until the page is left */
  readonly skipped: readonly number[]
  /** files that wait for a network, and the class they are of */
  readonly waiting?: { readonly class: string; readonly names: readonly string[] } | undefined
  /** it goes on asking, though answers move little */
  readonly asksOn: boolean
}

export function createPhotosPage(): StoreApi<PhotosPage> {
  return createStore<PhotosPage>(() => ({ skipped: [], asksOn: false }))
}

/** Answers in a row that move little end the questions. */
const ENOUGH = 3

/** Three answers in a row moved under one photo in a hundred. */
export const isSettled = ({ moved }: Pick<PhotosEffect, 'moved'>): boolean =>
  moved.length >= ENOUGH && moved.every(each => each < 1)

/** About how many answers there are until one more weighs under 1 in 100. */
export const answersUntilSettled = (worth: number): number =>
  Math.max(ENOUGH, Math.ceil(Math.sqrt(100 * worth) - worth))

/** The photo to ask about, and those after it. */
export function askedNow(
  effect: PhotosEffect | undefined,
  skipped: readonly number[]
): PhotosEffect['asked'] {
  return (effect?.asked ?? []).filter(({ row }) => !skipped.includes(row))
}
