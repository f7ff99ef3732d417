/** What the page and its worker say to each other. */
import type { Ranked, Verdict } from '@unseen/core'

/** A photo, or anything else that a browser can draw. */
export type Photo = Blob | ImageBitmap

/** What is said about one photo. */
export interface Answer {
  /** best first */
  readonly ranked: readonly RankedClass[]
  /** the answer in words: "Probably a giraffe: 71 in 100." */
  readonly verdict: Verdict
}

/** A class with its score and, where the model was rehearsed, its probability. */
export interface RankedClass extends Ranked {
  /** whether the model was taught with photos of it */
  readonly seen: boolean
  /** the class as a mixture of those with photos, largest share first */
  readonly mixture: readonly { readonly class: string; readonly share: number }[]
}

/** What a folder holds. */
export interface Knowledge {
  readonly title: string
  readonly classes: readonly { readonly name: string; readonly seen: boolean }[]
}

/** How much is loaded, in bytes. */
export interface Loading {
  readonly done: number
  readonly total: number
}

export type Request =
  | { readonly id: number; readonly open: string }
  | { readonly id: number; readonly photo: Photo; readonly top: number }

export type Reply =
  | { readonly id: number; readonly loading: Loading }
  | { readonly id: number; readonly knowledge: Knowledge }
  | { readonly id: number; readonly answer: Answer }
  | { readonly id: number; readonly problem: string }
