/**
 * Training as a run: the data's split and table, a search by cross validation where it is asked for
 * (its finished chains kept in the journal), the model, and what it reaches on the test rows. Killed
 * at any point and resumed, a run ends with the same bytes as one that was never interrupted.
 */
import {
  type AccuracyIntervals,
  type Executor,
  type FitOptions,
  type Model,
  type ModelNotes,
  type Progress,
  type SplitData,
  type TrainingSet,
  type TuneOptions,
  type Tuned,
  UnseenError,
  type Watch,
  accuracy,
  bootstrapAccuracy,
  fit,
  rehearseModel,
  tune
} from '@unseen/core'
import { type ChainResult, defined, isQuickToRehearse, readTrainingInput } from '@unseen/core/internal'
import { type Dataset, fingerprint, takeSplit } from '@unseen/data'
import { openDataset } from '../dataset/open.js'
import { writeModel } from '../files/model-file.js'
import { threadExecutor } from '../threads/executor.js'
import { splitRecord } from './run-command.js'
import { type RunConfig, openRun } from './run-folder.js'
import { versions } from './versions.js'

export interface TrainRunOptions {
  readonly data: string
  readonly folder: string
  readonly resume?: boolean
  readonly split?: string
  readonly table?: string
  readonly unseen?: readonly string[]
  /** search the parameters first, or train with the given ones */
  readonly search?: Pick<TuneOptions, 'protocol' | 'family' | 'mixture' | 'grid' | 'folds' | 'heldOut'>
  readonly options: FitOptions
  /**
   * hide seen classes, so that the model knows its bias, its threshold and what to expect; after a search by
   * itself where that is quick
   */
  readonly rehearse?: boolean
  readonly threads?: number
  /** who runs the chains of the search; threads of this machine unless given */
  readonly executor?: Executor
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: Progress) => void
  /** where the model goes besides the run */
  readonly output?: string
  /** called once the data are read */
  readonly onBegin?: (begun: {
    readonly folder: string
    readonly config: RunConfig
    readonly data: SplitData
    readonly completed: readonly ChainResult[]
  }) => void
  readonly onResult?: (result: ChainResult) => void
}

export interface TrainRun {
  readonly folder: string
  /** where the model is */
  readonly modelFile: string
  readonly config: RunConfig
  readonly data: SplitData
  readonly tuned: Tuned | undefined
  /** undefined if it was stopped before */
  readonly model: Model | undefined
  readonly metrics: RunMetrics | undefined
}

export interface RunMetrics {
  /** over the test rows of the unseen classes, among these */
  readonly perImage: number
  readonly perClass: number
  readonly rows: number
  readonly intervals: AccuracyIntervals
}

export async function trainRun({
  data: path,
  folder,
  resume = false,
  search,
  options,
  rehearse,
  threads,
  executor = threadExecutor(threads === undefined ? {} : { threads }),
  output,
  signal,
  onProgress,
  onBegin,
  onResult,
  ...wanted
}: TrainRunOptions): Promise<TrainRun> {
  const dataset = await openDataset(path)
  const data = await takeSplit(dataset, wanted)
  const seed = options.seed ?? 0
  const config: RunConfig = {
    command: search === undefined ? 'fit' : 'tune',
    data: { path, name: dataset.name, fingerprint: await fingerprint(dataset) },
    split: data.split.name,
    table: data.table.name,
    options: {
      ...options,
      ...defined({ search }),
      ...splitRecord(wanted),
      ...defined({ rehearse })
    },
    seed,
    versions: versions()
  }
  const run = await openRun(folder, config, { resume })
  let failure: unknown
  try {
    const { entries } = run.journal
    onBegin?.({ folder, config, data, completed: entries })
    // What cannot be kept need not be searched: a full disk ends the search, with everything before it in the
    // journal.
    const full = new AbortController()
    const failures: unknown[] = []
    const watch = {
      signal: AbortSignal.any([full.signal, ...(signal === undefined ? [] : [signal])]),
      ...defined({ onProgress })
    }
    const written: Promise<void>[] = []
    const train = readTrainingInput(data.train)
    const tuned =
      search === undefined
        ? undefined
        : await tune(train, {
            // Options that are searched are refused by `tune`, with a reason.
            ...(options as Omit<FitOptions, 'mixture'>),
            ...search,
            ...watch,
            completed: entries,
            executor,
            onResult(result) {
              written.push(
                run.journal.append(result).catch((error: unknown) => {
                  failures.push(error)
                  full.abort()
                })
              )
              onResult?.(result)
            }
          })
    await Promise.all(written)
    if (failures.length > 0) throw failures[0]
    const trained = tuned === undefined ? await fit(train, { ...options, ...watch }) : tuned.model
    const known = trained?.annotate(originOf(dataset, config, wanted.split))
    const model =
      known !== undefined && (rehearse ?? (tuned !== undefined && isQuickToRehearse(train, known.settings)))
        ? await rehearsed(known, train, watch)
        : known
    if (tuned !== undefined) await run.write('search.json', searchFacts(tuned))
    const result = { folder, modelFile: output ?? run.path('model.unseen'), config, data, tuned, model }
    if (model === undefined) return { ...result, metrics: undefined }
    for (const path of [run.path('model.unseen'), ...(output === undefined ? [] : [output])])
      await writeModel(path, model)
    const metrics = measure(model, data, seed)
    if (metrics !== undefined) await run.write('metrics.json', metrics)
    return { ...result, metrics }
  } catch (error) {
    failure = error
    throw error
  } finally {
    await run.close(failure)
  }
}

/** Stopped, the model stays what it was: it is whole without. */
async function rehearsed(model: Model, train: TrainingSet, watch: Watch): Promise<Model> {
  const { model: known } = await rehearseModel(model, train, {
    ...watch,
    each: false,
    seed: model.settings.seed
  }).catch((error: unknown) => {
    if (error instanceof UnseenError && error.code === 'cancelled') return { model }
    throw error
  })
  return known
}

/**
 * Where the model comes from: images can be recognised later by the network that made the features, and
 * training rows are known again.
 */
function originOf(
  { provenance, splits }: Dataset,
  { data, table }: RunConfig,
  split: string | undefined
): Pick<ModelNotes, 'preprocessing' | 'data'> {
  return {
    ...defined({ preprocessing: provenance.features }),
    data: { name: data.name, fingerprint: data.fingerprint, split: split ?? splits.at(0)?.name ?? '', table }
  }
}

/** undefined where there are no test rows of unseen classes. */
function measure(model: Model, { test, split }: SplitData, seed: number): RunMetrics | undefined {
  if (test.labels.length === 0) return undefined
  const answers = model.recognise(test.features).map(([best]) => best.class)
  const classes = split.unseen
  const { perImage, perClass, rows } = accuracy(test.labels, answers, { classes })
  return { perImage, perClass, rows, intervals: bootstrapAccuracy(test.labels, answers, { classes, seed }) }
}

/** What the search found, without the journal's lines. */
function searchFacts({
  results: _results,
  model: _model,
  ...facts
}: Tuned): Omit<Tuned, 'results' | 'model'> {
  return facts
}
