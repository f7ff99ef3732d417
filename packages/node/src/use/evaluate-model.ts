/**
 * How often a model is right on the rows of a data set: its test rows whose class is a candidate. The
 * intervals hold 95 % of the accuracies of resampled rows (per class: of resampled classes and rows).
 * Rows the model was trained on say nothing; where that can be known, they are counted.
 */
import {
  type Among,
  type Calibration,
  type ClassAccuracy,
  type Generalised,
  type Interval,
  type Model,
  UnseenError,
  accuracy,
  bootstrapAccuracy,
  calibration,
  confusion,
  count,
  generalisedAccuracy
} from '@unseen/core'
import { defined } from '@unseen/core/internal'
import type { Dataset } from '@unseen/data'
import { findSplit } from './find-split.js'
import { checkOrigin, recogniseRows } from './recognise-rows.js'
import { streamOf } from './row-stream.js'
import { type SaidOfUnseen, tallyVerdicts } from './tally-verdicts.js'
import { trainedRows } from './trained-rows.js'

/** Which rows are tested, and among which classes. */
export interface EvaluateOptions {
  /** Default: the one the model was trained on, where the data set has it, otherwise the first. */
  readonly split?: string
  /** The candidates. Default `'unseen'`. */
  readonly among?: Among
  /** Seed of the intervals. Default 0. */
  readonly seed?: number
  /** Stops it when it fires. */
  readonly signal?: AbortSignal
  /** Part of the rows, 0 to 1. */
  readonly onProgress?: (done: number) => void
}

/** How often rows of one class were recognised. */
export interface EvaluatedClass extends ClassAccuracy {
  /** Whether it had rows in training. */
  readonly seen: boolean
  /** Lower end of a 95 % interval. */
  readonly low: number
  /** Upper end of it. */
  readonly high: number
}

/** How often a model is right on a data set. */
export interface Evaluation {
  /** Its name. */
  readonly dataset: string
  /** Its name. */
  readonly split: string | undefined
  /** How many were tested. */
  readonly rows: number
  /** Part of all rows that were right. */
  readonly perImage: Interval
  /** Mean of the accuracies of the classes. */
  readonly perClass: Interval
  /** Each class by itself. */
  readonly byClass: readonly EvaluatedClass[]
  /** where seen and unseen classes compete: accuracy per class of each, and their harmonic mean */
  readonly generalised: Generalised | undefined
  /** Which class was taken for which: counts (true x answered). */
  readonly confusion: { readonly classes: readonly string[]; readonly counts: readonly (readonly number[])[] }
  /** how far probabilities are from what happened, and whether few seen classes make them rough; where it has any */
  readonly calibration?: Calibration & { readonly rough: boolean }
  /** what is said of rows of unseen classes among all classes; where there are any, and seen classes beside them */
  readonly said?: SaidOfUnseen
  /** test rows whose class is no candidate */
  readonly leftOut: { readonly rows: number; readonly classes: readonly string[] }
  /** rows that the model was trained on; undefined where it cannot be known */
  readonly trainingRows: number | undefined
}

/**
 * Tests a model on the test rows of a data set, with 95 % intervals: `unseen evaluate`.
 *
 * @param model features of the data set must be made as those it was trained on
 * @param dataset of `openDataset`
 * @param options which split, and among which classes
 */
export async function evaluateModel(
  model: Model,
  dataset: Dataset,
  { split: wanted, among = 'unseen', seed = 0, signal, onProgress }: EvaluateOptions = {}
): Promise<Evaluation> {
  const { features, labels, classes: all, name, provenance } = dataset
  if (features === undefined)
    throw new UnseenError('dataset.content', `${name} has no features, only descriptions.`, {
      where: { dataset: name }
    })
  if (provenance.features !== undefined) checkOrigin(model, { record: provenance.features })
  const split = findSplit(dataset, model, wanted)
  const { classes } = model.scores([], { among })
  const candidates = new Set(classes)
  const test = split?.test ?? Uint32Array.from(labels.keys())
  const rows = test.filter(row => candidates.has(all[labels[row]])).sort()
  if (rows.length === 0)
    throw new UnseenError(
      'features.empty',
      `${name} has no test rows of the ${count(classes.length)} candidates.`,
      {
        where: { dataset: name },
        remedy: 'Choose others with --among, or describe the classes of the data set.'
      }
    )
  const predicted: string[] = []
  const probabilities: number[] = []
  let rough = false
  for await (const { answers, done } of recogniseRows(model, streamOf(features, { only: rows }), {
    among,
    ...defined({ signal })
  })) {
    for (const {
      ranked: [best],
      verdict
    } of answers) {
      predicted.push(best.class)
      if (best.probability !== undefined) probabilities.push(best.probability)
      rough ||= verdict.rough
    }
    onProgress?.(done)
  }
  const truth = Array.from(rows, row => all[labels[row]])
  const intervals = bootstrapAccuracy(truth, predicted, { classes, seed })
  const byClass = accuracy(truth, predicted, { classes }).byClass.map(each => ({
    ...each,
    seen: model.find(each.class).seen,
    ...intervalOf(each, truth, predicted, seed)
  }))
  const trained = await trainedRows(model, dataset)
  // Where a split has no list of test rows, those that the model was trained on are none.
  const left = test.filter(row => !candidates.has(all[labels[row]]) && trained?.has(row) !== true)
  const { counts } = confusion(truth, predicted, { classes })
  const unseen = rows.filter(row => !model.find(all[labels[row]]).seen)
  return {
    dataset: name,
    split: split?.name,
    rows: rows.length,
    ...intervals,
    byClass,
    generalised: generalisedAccuracy(truth, predicted, each => model.find(each).seen, { classes }),
    confusion: {
      classes,
      counts: classes.map((_, at) =>
        Array.from(counts.subarray(at * classes.length, (at + 1) * classes.length))
      )
    },
    ...defined({
      calibration:
        probabilities.length < rows.length
          ? undefined
          : {
              ...calibration(
                probabilities,
                predicted.map((answer, at) => answer === truth[at])
              ),
              rough
            },
      said:
        unseen.length === 0 || model.seen.length === 0
          ? undefined
          : await tallyVerdicts(
              model,
              streamOf(features, { only: unseen }),
              Array.from(unseen, row => all[labels[row]]),
              signal
            )
    }),
    leftOut: { rows: left.length, classes: [...new Set(Array.from(left, row => all[labels[row]]))] },
    trainingRows: trained === undefined ? undefined : rows.filter(row => trained.has(row)).length
  }
}

function intervalOf(
  { class: name }: ClassAccuracy,
  truth: readonly string[],
  predicted: readonly string[],
  seed: number
): { low: number; high: number } {
  const own = truth.flatMap((label, row) => (label === name ? [row] : []))
  const {
    perImage: { low, high }
  } = bootstrapAccuracy(
    own.map(() => 1),
    own.map(row => (predicted[row] === name ? 1 : 0)),
    { classes: ['wrong', 'right'], seed }
  )
  return { low, high }
}
