/**
 * What the worker holds: the data set, the model and what was computed from them once. Concerns share
 * it; each is a file beside this one that is given the session.
 */
import { type Model, type SplitData, UnseenError } from '@unseen/core'
import type { Dataset, Draft, FileSet } from '@unseen/data'
import type { AddedRow } from '../images/engine/added.js'
import type { Backbone } from '../images/engine/backbone.js'
import type { ImageColumns, RowProportions } from './row-proportions.js'

export interface OpenData {
  readonly dataset: Dataset
  readonly files: FileSet | undefined
  /** training and test rows of the split that is in use */
  readonly taken: SplitData
}

/** A training and what was computed from it. */
export type TrainedState = Pick<Session, 'model' | 'trainedAt' | 'trainingSeconds' | 'proportions'>

export interface Session {
  /** how files beside the page come; tests bring their own */
  readonly fetch: typeof fetch
  data: OpenData | undefined
  /** with the classes that the document describes */
  model: Model | undefined
  /** unix time */
  trainedAt: number | undefined
  trainingSeconds: number | undefined
  /** proportions of every row under the model */
  proportions: RowProportions | undefined
  /** models of tables that were in use before, by table */
  tables: Map<string, TrainedState>
  /** files that the doctor looks at, until they are taken or left */
  pending: { readonly draft: Draft; readonly files: FileSet } | undefined
  /** what the rows have of images that described classes were shown */
  imageColumns: ImageColumns
  /** rows that were brought along (added.ts) */
  added: AddedRow[]
  /** the network that makes features of images, once it is opened */
  backbone: Backbone | undefined
  /** grows whenever model or data change: whoever keeps something computed from them compares it */
  revision: number
}

const nothing = {
  data: undefined,
  model: undefined,
  trainedAt: undefined,
  trainingSeconds: undefined,
  proportions: undefined,
  pending: undefined,
  backbone: undefined
}

export function createSession(fetchFile: typeof fetch): Session {
  return {
    ...nothing,
    fetch: fetchFile,
    tables: new Map(),
    imageColumns: new WeakMap(),
    added: [],
    revision: 0
  }
}

/** Something else is opened: what was there goes. */
export function replaceSession(session: Session, opened: Partial<Pick<Session, 'data' | 'model'>>): void {
  Object.assign(session, nothing, opened, { tables: new Map(), added: [], revision: session.revision + 1 })
}

export function modelOf({ model }: Session): Model {
  if (model !== undefined) return model
  throw new UnseenError('classes.none', 'Nothing has been trained yet.', {
    remedy: 'Open the sample, or train under Train.'
  })
}

export function dataOf({ data }: Session): OpenData {
  if (data !== undefined) return data
  throw new UnseenError('dataset.content', 'There are no images here: the project is a model alone.', {
    remedy: 'Open a data set.'
  })
}

export function proportionsOf({ proportions }: Session): RowProportions {
  if (proportions !== undefined) return proportions
  throw new UnseenError('dataset.content', 'There is no library of images yet.', {
    remedy: 'Open a data set and train.'
  })
}
