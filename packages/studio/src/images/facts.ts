/** How much of the rows that somebody adds, pictures included, is kept with a project. */
export const KEPT_MEGABYTES = 64

/** A network that whoever serves the page can give, by name. */
export interface OfferedNetwork {
  readonly name: string
  readonly summary: string
  /** 'images', 'texts' */
  readonly reads: string
  /** numbers it makes of a photo */
  readonly length: number
  readonly licence: string
  readonly source: string
  /** 'sha256:' and 64 digits, of its file */
  readonly digest?: string
  /** of its file */
  readonly bytes?: number
  /** what the machine that serves the page fetches first, where the network is not there */
  readonly downloadBytes?: number
  /** on the machine that serves the page */
  readonly here: boolean
}

/** What of a network lies in this browser. */
export interface KeptPart {
  readonly whole: boolean
  readonly bytes: number
}

/** Where fetching is: the serving machine fetches it, it comes to the page, it is checked. */
export type FetchStep = 'machine' | 'page' | 'check'

/** The network that the features of a project were made with, as its data or its model say. */
export interface WantedNetwork {
  readonly name: string
  readonly digest: string
}

/** A photo that has no features yet. */
export interface NewPhoto {
  /** of its own, in the order they came */
  readonly key: string
  readonly name: string
  readonly blob: Blob
}

/** What became of a photo. */
export type PhotoNews =
  | { readonly key: string; readonly row: number; readonly kept: boolean }
  | { readonly key: string; readonly problem: string }
