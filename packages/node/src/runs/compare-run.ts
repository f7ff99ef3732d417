/**
 * A comparison of methods as a run: finished jobs are kept in the journal, the result in comparison.json,
 * times apart in diary.json. Killed at any point and resumed, a run ends with the same comparison.json as
 * one that was never interrupted.
 */
import {
  type Compared,
  type Comparison,
  type Method,
  type Protocol,
  compare,
  comparisonInput,
  pickMethods
} from '@unseen/core/compare'
import { defined, sharesSpace } from '@unseen/core/internal'
import {
  type ComparisonEstimate,
  type ComparisonJob,
  type EstimateOptions,
  type JobResult,
  checkCompareOptions,
  estimateComparison
} from '@unseen/core/compare/internal'
import type { EncoderRecord, SplitData } from '@unseen/core'
import { type SplitOptions, fingerprint, takeSplit } from '@unseen/data'
import { openDataset } from '../dataset/open.js'
import { threadExecutor } from '../threads/executor.js'
import { splitRecord } from './run-command.js'
import { type RunConfig, openRun } from './run-folder.js'
import { versions } from './versions.js'

export const COMPARISON_FILE = 'comparison.json'

export interface CompareData {
  readonly data: string
  readonly split?: string
  readonly table?: string
  readonly unseen?: readonly string[]
}

/** Which methods are compared, and how. */
export interface CompareSettings {
  /** `all`, `quick`, or names separated by commas. Default `quick`. */
  readonly methods?: string
  /** `zsl` tests among unseen classes, `gzsl` among all classes. Default both. */
  readonly protocols?: readonly Protocol[]
  /** How often everything is repeated with another seed. Default 1. */
  readonly trials?: number
  /** Seed of the first trial. Default 0. */
  readonly seed?: number
  /** How each feature row is scaled. Default `l2`: to length 1. */
  readonly normalise?: Comparison['normalise']
  /** How many work at once. Default: one for each core. */
  readonly threads?: number
  /** Stops it when it fires; the run can be resumed. */
  readonly signal?: AbortSignal
}

/** A comparison that is kept in a run folder. */
export interface CompareRunOptions extends CompareData, CompareSettings {
  /** Where it is kept. */
  readonly folder: string
  /** Go on with what the folder holds. Default false. */
  readonly resume?: boolean
  /** called once the data are read */
  readonly onBegin?: (begun: CompareBegun) => void
  /** Called after each job. */
  readonly onResult?: (job: ComparisonJob, result: JobResult) => void
  /** How far a job is, 0 to 1. */
  readonly onProgress?: (job: ComparisonJob, fraction: number) => void
}

export interface CompareBegun {
  readonly folder: string
  readonly config: RunConfig
  readonly methods: readonly Method[]
  readonly folds: number
  readonly jobs: number
  /** of jobs from before an interruption */
  readonly completed: readonly JobResult[]
}

/** A comparison and where it is kept. */
export interface CompareRun extends Compared {
  /** With results, report and journal. */
  readonly folder: string
  /** What was run. */
  readonly config: RunConfig
}

/**
 * Compares methods on a data set and keeps everything in a run folder, so that it can be resumed: `unseen
 * compare`.
 *
 * @param options data, methods and folder
 */
export async function compareRun({
  data,
  folder,
  resume = false,
  split,
  table,
  unseen,
  methods: wanted = 'quick',
  protocols = ['zsl', 'gzsl'],
  trials = 1,
  seed = 0,
  normalise = 'l2',
  threads,
  signal,
  onBegin,
  onResult,
  onProgress
}: CompareRunOptions): Promise<CompareRun> {
  checkCompareOptions({ methods: pickMethods(wanted), protocols, trials, seed, normalise })
  const dataset = await openDataset(data)
  const asked: SplitOptions = defined({ split, table, unseen })
  const taken = await takeSplit(dataset, asked)
  const methods = methodsFor(wanted, taken)
  const config: RunConfig = {
    command: 'compare',
    data: { path: data, name: dataset.name, fingerprint: await fingerprint(dataset) },
    split: taken.split.name,
    table: taken.table.name,
    options: {
      methods: methods.map(({ name }) => name).join(),
      protocols: protocols.join(),
      trials,
      normalise,
      ...defined({ template: templateOf(taken.table.encoder) }),
      ...splitRecord(asked)
    },
    seed,
    versions: versions()
  }
  const run = await openRun<JobResult>(folder, config, { resume })
  let failure: unknown
  try {
    // What cannot be kept need not be worked out: a full disk ends it, with everything before it in the
    // journal.
    const full = new AbortController()
    const failures: unknown[] = []
    const written: Promise<void>[] = []
    const compared = await compare(comparisonInput(taken), {
      methods,
      protocols,
      trials,
      seed,
      normalise,
      executor: threadExecutor(threads === undefined ? {} : { threads }),
      completed: run.journal.entries,
      signal: AbortSignal.any([full.signal, ...(signal === undefined ? [] : [signal])]),
      onBegin: begun => onBegin?.({ ...begun, folder, config, methods, completed: run.journal.entries }),
      onResult(job, result) {
        written.push(
          run.journal.append(result).catch((error: unknown) => {
            failures.push(error)
            full.abort()
          })
        )
        onResult?.(job, result)
      },
      ...defined({ onProgress })
    })
    await Promise.all(written)
    if (failures.length > 0) throw failures[0]
    if (compared.status === 'complete') {
      await run.write(COMPARISON_FILE, compared.comparison)
      await run.write('diary.json', { seconds: compared.seconds })
    }
    return { folder, config, ...compared }
  } catch (error) {
    failure = error
    throw error
  } finally {
    await run.close(failure)
  }
}

/** What names of classes were put into. */
function templateOf(encoder: EncoderRecord | undefined): string | undefined {
  return encoder?.kind === 'sentence' ? encoder.template : undefined
}

/** `all` and `quick` have the direct cosine where features and table share a space. */
function methodsFor(wanted: string, { train }: SplitData): Method[] {
  return pickMethods(wanted, undefined, { oneSpace: sharesSpace(train.space, train.signatures.encoder) })
}

/** How long that would take, from a small part of the rows. */
export async function estimateCompare({
  data,
  split,
  table,
  unseen,
  methods = 'quick',
  threads,
  ...settings
}: CompareData & CompareSettings & Pick<EstimateOptions, 'onMethod'>): Promise<ComparisonEstimate> {
  const taken = await takeSplit(await openDataset(data), defined({ split, table, unseen }))
  return estimateComparison(comparisonInput(taken), {
    ...settings,
    methods: methodsFor(methods, taken),
    executor: threadExecutor(threads === undefined ? {} : { threads })
  })
}
