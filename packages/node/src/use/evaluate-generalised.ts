/**
 * Seen and unseen classes against each other on the test rows of a data set, at every bias: without
 * one, with the model's own, and with the one that would have been best. Rows of seen classes that the
 * model was trained on say nothing here and are left out, where they are known.
 */
import {
  type Generalised,
  type GeneralisedIntervals,
  type Model,
  UnseenError,
  bootstrapGeneralised,
  seenUnseenCurve
} from '@unseen/core'
import { compete, curvePoints, generalisedAt } from '@unseen/core/internal'
import type { Dataset } from '@unseen/data'
import { findSplit } from './find-split.js'
import { checkOrigin } from './recognise-rows.js'
import { streamOf } from './row-stream.js'
import { trainedRows } from './trained-rows.js'

/** Which rows are tested. */
export interface EvaluateGeneralisedOptions {
  /** Default: the one the model was trained on, where the data set has it, otherwise the first. */
  readonly split?: string
  /** Seed of the intervals. Default 0. */
  readonly seed?: number
  /** Stops it when it fires. */
  readonly signal?: AbortSignal
  /** Part of the rows, 0 to 1. */
  readonly onProgress?: (done: number) => void
}

/** How a model does where seen and unseen classes compete. */
export interface GeneralisedEvaluation {
  /** Its name. */
  readonly dataset: string
  /** Its name. */
  readonly split: string | undefined
  /** How many of each kind were tested. */
  readonly rows: { readonly seen: number; readonly unseen: number }
  /** rows of seen classes left out since the model was trained on them; undefined where it cannot be known */
  readonly trainingRows: number | undefined
  /** per class */
  readonly raw: Generalised
  /** with the model's bias and 95 % intervals; undefined where it has none */
  readonly calibrated:
    | (Generalised & { readonly bias: number; readonly intervals: GeneralisedIntervals })
    | undefined
  /** with the best of all biases, which only these rows could tell */
  readonly best: Generalised & { readonly bias: number }
  /** AUSUC */
  readonly area: number
  /** Accuracies for every bias. */
  readonly curve: readonly { readonly seen: number; readonly unseen: number }[]
}

/**
 * Tests a model among all classes: without its bias, with it, and with the best of all.
 *
 * @param model with or without a rehearsal
 * @param dataset has test rows of seen and unseen classes
 * @param options which split
 */
export async function evaluateGeneralised(
  model: Model,
  dataset: Dataset,
  { split: wanted, seed = 0, signal, onProgress }: EvaluateGeneralisedOptions = {}
): Promise<GeneralisedEvaluation> {
  const { features, labels, classes: all, name, provenance } = dataset
  if (features === undefined)
    throw new UnseenError('dataset.content', `${name} has no features, only descriptions.`, {
      where: { dataset: name }
    })
  if (provenance.features !== undefined) checkOrigin(model, { record: provenance.features })
  const split = findSplit(dataset, model, wanted)
  const trained = await trainedRows(model, dataset)
  const raw = model.annotate({ bias: 0 })
  const index = new Map(raw.classes.map((known, at) => [known.name, at]))
  const test = (split?.test ?? Uint32Array.from(labels.keys()))
    .filter(row => index.has(all[labels[row]]))
    .sort()
  const rows = test.filter(row => trained?.has(row) !== true)
  const isSeen = (row: number): boolean => model.find(all[labels[row]]).seen
  const seenRows = rows.filter(isSeen).length
  if (seenRows === 0)
    throw new UnseenError(
      'features.empty',
      `${name} has no test rows of seen classes${rows.length < test.length ? ' that the model was not trained on' : ''}.`,
      {
        where: { dataset: name },
        remedy: '`unseen compare DATA --protocol gzsl` keeps a part of the rows out of training.'
      }
    )
  if (seenRows === rows.length)
    throw new UnseenError(
      'features.empty',
      `${name} has no test rows of unseen classes that the model knows.`,
      { where: { dataset: name }, remedy: 'Describe the classes of the data set.' }
    )
  const parts: Float64Array[] = []
  for await (const { matrix, done } of streamOf(features, { only: rows }).pieces()) {
    if (signal?.aborted === true)
      throw new UnseenError('cancelled', 'Stopped before all rows were recognised.')
    parts.push(raw.scores(matrix, { among: 'all' }).scores)
    onProgress?.(done)
  }
  const scores = new Float64Array(rows.length * raw.classes.length)
  parts.reduce((at, part) => {
    scores.set(part, at)
    return at + part.length
  }, 0)
  const competition = compete({
    scores,
    labels: Array.from(rows, row => index.get(all[labels[row]]) ?? -1),
    seen: raw.classes.map(({ seen }) => seen)
  })
  const curve = seenUnseenCurve(competition)
  const { bias } = model.notes
  return {
    dataset: name,
    split: split?.name,
    rows: { seen: seenRows, unseen: rows.length - seenRows },
    trainingRows: trained === undefined ? undefined : test.length - rows.length,
    raw: generalisedAt(competition, 0).perClass,
    calibrated:
      bias === undefined
        ? undefined
        : {
            ...generalisedAt(competition, bias).perClass,
            bias,
            intervals: bootstrapGeneralised(competition, bias, { seed })
          },
    best: curve.best,
    area: curve.area,
    curve: curvePoints(curve)
  }
}
