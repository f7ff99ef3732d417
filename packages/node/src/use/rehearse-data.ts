/**
 * A rehearsal on a data set: of a model that was trained on it, of options that a model would be trained
 * with, or of any method. What it finds goes into the model.
 */
import {
  type FitOptions,
  type Model,
  type Rehearsal,
  type RehearseOptions,
  type SplitData,
  UnseenError,
  applyRehearsal,
  fit,
  rehearse,
  rehearseModel
} from '@unseen/core'
import { type Comparison, type Method, type Parameters, rehearseMethod } from '@unseen/core/compare'
import { defined } from '@unseen/core/internal'
import { type Dataset, type SplitOptions, takeSplit } from '@unseen/data'
import { findSplit } from './find-split.js'

/** What is rehearsed: a model, a training, or a method. */
export interface RehearseDataOptions {
  /** trained on this data set; its own split and table are used */
  readonly model?: Model
  /** Without a model: which split and which table. */
  readonly part?: SplitOptions
  /** Without a model: what one would be trained with. */
  readonly fit?: FitOptions
  /** instead of a model and options: a method at a point of its grid */
  readonly method?: {
    /** One of `methods`. */
    readonly method: Method
    /** A value for each of its parameters. */
    readonly point: Parameters
    /** How each feature row is scaled. Default `l2`: to length 1. */
    readonly normalise?: Comparison['normalise']
  }
  /** Without a model: also train one. Default false. */
  readonly train?: boolean
  /** How classes are hidden. */
  readonly rehearsal?: RehearseOptions
}

/** What a rehearsal on a data set found. */
export interface RehearsedData {
  /** Its name. */
  readonly dataset: string
  /** Its name. */
  readonly split: string
  /** Its name. */
  readonly table: string
  /** What was found. */
  readonly rehearsal: Rehearsal
  /** with the rehearsal, its bias and its thresholds; undefined where none was given or asked for */
  readonly model: Model | undefined
}

/**
 * Rehearses on a data set: how well a class without images will do here (`unseen rehearse`).
 *
 * @param dataset of `openDataset`
 * @param options what is rehearsed
 */
export async function rehearseData(
  dataset: Dataset,
  {
    model,
    part = {},
    fit: options = {},
    method,
    train = false,
    rehearsal: how = {}
  }: RehearseDataOptions = {}
): Promise<RehearsedData> {
  const data = model === undefined ? await takeSplit(dataset, part) : await trainedOn(dataset, model)
  const facts = { dataset: dataset.name, split: data.split.name, table: data.table.name }
  if (model !== undefined) return { ...facts, ...(await rehearseModel(model, data.train, how)) }
  if (method !== undefined) {
    const { normalise } = method
    return {
      ...facts,
      rehearsal: await rehearseMethod(data.train, method.method, method.point, {
        ...how,
        ...defined({ normalise })
      }),
      model: undefined
    }
  }
  const rehearsal = await rehearse(data.train, { ...how, fit: options })
  if (!train || rehearsal.status === 'cancelled') return { ...facts, rehearsal, model: undefined }
  const trained = await fit(data.train, {
    ...options,
    ...defined({ signal: how.signal, onProgress: how.onProgress })
  })
  return { ...facts, rehearsal, model: applyRehearsal(trained, rehearsal, data.train.features) }
}

/**
 * The rows a model was trained on: those of its split, if the seen classes are the same; otherwise all of its
 * seen classes' training rows.
 */
async function trainedOn(dataset: Dataset, model: Model): Promise<SplitData> {
  const { data } = model.notes
  const strange = model.seen.find(name => !dataset.classes.includes(name))
  if (strange !== undefined)
    throw new UnseenError(
      'dataset.name',
      `${dataset.name} has no class ${JSON.stringify(strange)}, which the model has seen: it was trained on other data.`,
      { where: { class: strange }, remedy: 'Name the data set it was trained on.' }
    )
  const table = typeof data?.['table'] === 'string' ? { table: data['table'] } : {}
  const split = findSplit(dataset, model, undefined)
  const seen = new Set(model.seen)
  const same =
    split !== undefined && split.seen.length === seen.size && split.seen.every(name => seen.has(name))
  return takeSplit(
    dataset,
    same
      ? { split: split.name, ...table }
      : { unseen: dataset.classes.filter(name => !seen.has(name)), ...table }
  )
}
