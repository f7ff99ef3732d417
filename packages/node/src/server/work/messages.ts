/** What the threads say to each other. Trained arrays lie in memory that all of them share. */
import type { Model, ModelClass } from '@unseen/core'
import type { PlainError } from '../problems.js'

export type Operation = 'recognise' | 'explain' | 'contrast'
/** How the rows of a task are written; `float32` are bare numbers, as a backbone makes them. */
export type Media = 'json' | 'npy' | 'arrow' | 'float32'

export interface Task {
  /** which model, in which load of its file */
  readonly key: string
  readonly operation: Operation
  readonly media: Media
  readonly bytes: Uint8Array
  /** for everything but JSON, whose options stand beside its rows */
  readonly options?: Readonly<Record<string, unknown>>
  /** of images, one for each row */
  readonly names?: readonly string[]
}

export type TaskAnswer =
  | { readonly json: Uint8Array; readonly rows: number }
  | { readonly error: PlainError }
  | { readonly defect: string }

export interface SharedModel extends Pick<Model, 'settings' | 'trained' | 'classes' | 'notes'> {
  readonly name: string
}

export interface ClassChanges {
  /** with their mixtures, which are found once for all threads */
  readonly described: readonly ModelClass[]
  readonly forgotten: readonly string[]
}

export type ToWorker =
  | { readonly type: 'load'; readonly key: string; readonly model: SharedModel; readonly version: number }
  | {
      readonly type: 'change'
      readonly key: string
      readonly changes: ClassChanges
      readonly version: number
    }
  | { readonly type: 'unload'; readonly key: string }
  | { readonly type: 'batch'; readonly id: number; readonly tasks: readonly Task[] }

export type FromWorker =
  | { readonly type: 'loaded'; readonly key: string }
  | {
      readonly type: 'answers'
      readonly id: number
      readonly answers: readonly TaskAnswer[]
      readonly buffers: readonly ArrayBuffer[]
    }

export interface WorkerSettings {
  readonly maxRows: number
}
