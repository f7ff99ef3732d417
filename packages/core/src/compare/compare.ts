/**
 * Methods side by side: the same rows, splits, seeds and tuning budget for all. Each trial chooses each
 * method's parameters on held-out seen classes, trains on all seen classes and tests on classes without a
 * training row. Results stream in job by job; one that was interrupted goes on from its `completed` jobs.
 */
import { UnseenError } from '../base/errors.js'
import { type Normalisation, normalisations } from '../input/normalise.js'
import { type Executor, serialExecutor } from '../tasks/executor.js'
import type { ComparisonJob, JobResult } from './jobs.js'
import type { Method } from './method.js'
import { type Protocol, checkKept, keptLabels } from './part.js'
import { type ComparisonInput, createComparisonPlace } from './place.js'
import { countJobs, planComparison, takeResults } from './plan.js'
import { comparisonWork } from './run-job.js'
import { runPlan } from './schedule.js'
import { summariseProtocol } from './summary.js'
import { COMPARISON_FORMAT, type Comparison } from './types.js'

/** How methods are compared. */
export interface CompareOptions {
  /** Which methods; `pickMethods('quick')` chooses by name. */
  readonly methods: readonly Method[]
  /** `zsl` tests among unseen classes, `gzsl` among all classes. Default both. */
  readonly protocols?: readonly Protocol[]
  /**
   * How often everything is repeated with another seed, so that chance can be told from skill. Default 1, to
   * save time.
   */
  readonly trials?: number
  /** Seed of the first trial; the others follow. Default 0. */
  readonly seed?: number
  /** How each feature row is scaled, for every method. Default `'l2'`: to length 1. */
  readonly normalise?: Normalisation
  /** Where jobs run. Default: one after the other in this thread. */
  readonly executor?: Executor
  /** results of the same comparison from before it was interrupted */
  readonly completed?: readonly JobResult[]
  /** Stops the comparison when it fires; what is done is returned. */
  readonly signal?: AbortSignal | undefined
  /** Called once, with how much there is to do. */
  readonly onBegin?: (begun: { readonly jobs: number; readonly folds: number }) => void
  /** Called after each job; results can be stored and handed back as `completed`. */
  readonly onResult?: (job: ComparisonJob, result: JobResult) => void
  /** how far a job is, 0 to 1 */
  readonly onProgress?: (job: ComparisonJob, fraction: number) => void
}

/** A comparison and how it went. */
export interface Compared {
  /** `cancelled` where it was stopped before the end. */
  readonly status: 'complete' | 'cancelled'
  /** of what is done; methods without all their trials are left out */
  readonly comparison: Comparison
  /** of work, by method; not the same from run to run */
  readonly seconds: Readonly<Record<string, number>>
}

/**
 * Compares methods on one split: each chooses its parameters on held-out seen classes, is trained on all seen
 * ones and tested on the same rows. Differences come with intervals and p values.
 *
 * @param input training and test rows; `comparisonInput` makes it of a split
 * @param options the methods, and how often
 * @example
 * ```ts
 * import { compare, comparisonInput, pickMethods } from '@unseen/core/compare'
 *
 * const { comparison } = await compare(comparisonInput(split), {
 *   methods: pickMethods('eszsl,conse'),
 *   protocols: ['zsl']
 * })
 * const [best] = comparison.protocols[0].methods // best first, with intervals
 * ```
 */
export async function compare(
  input: ComparisonInput,
  {
    methods,
    protocols = ['zsl', 'gzsl'],
    trials = 1,
    seed = 0,
    normalise = 'l2',
    executor = serialExecutor,
    completed = [],
    signal,
    onBegin,
    onResult,
    onProgress
  }: CompareOptions
): Promise<Compared> {
  checkCompareOptions({ methods, protocols, trials, seed, normalise })
  const place = createComparisonPlace(input, {
    normalise,
    threads: executor.threads,
    shared: executor.shared
  })
  if (protocols.includes('gzsl')) checkKept(place)
  const plan = planComparison(place, { methods, protocols, trials, seed })
  const results = takeResults(plan, completed)
  const [{ folds }] = plan.trials
  const jobs = countJobs(plan)
  onBegin?.({ jobs, folds: folds.length })
  if (results.size < jobs) {
    await runPlan(plan, results, await executor.open(comparisonWork(methods), place), {
      signal,
      onProgress,
      onResult(job, result) {
        results.set(result.key, result)
        onResult?.(job, result)
      }
    })
  }
  const summaries = protocols.map(protocol => summariseProtocol(place, plan, protocol, results, seed))
  const comparison: Comparison = {
    format: COMPARISON_FORMAT,
    version: 1,
    seed,
    trials,
    normalise,
    classes: { seen: place.seen.length, unseen: place.unseen.length },
    rows: {
      train: place.train.labels.length,
      test: place.test.labels.length,
      testSeen: protocols.includes('gzsl') ? keptLabels(place, seed).length : 0
    },
    keptBy: place.testSeen === undefined ? 'seed' : 'split',
    folds: folds.length,
    protocols: summaries
  }
  const whole = summaries.every(({ methods: done, failed }) => done.length + failed.length === methods.length)
  return { status: whole ? 'complete' : 'cancelled', comparison, seconds: secondsOf(methods, results) }
}

/** Refuses options that make no sense; done before anything is written. */
export function checkCompareOptions({
  methods,
  protocols = ['zsl'],
  trials = 1,
  seed = 0,
  normalise = 'l2'
}: Pick<CompareOptions, 'methods' | 'protocols' | 'trials' | 'seed' | 'normalise'>): void {
  if (methods.length === 0)
    throw new UnseenError('options.value', 'There is no method to compare.', { where: { option: 'methods' } })
  if (protocols.length === 0 || protocols.some(protocol => protocol !== 'zsl' && protocol !== 'gzsl'))
    throw new UnseenError(
      'options.value',
      `protocols must be zsl, gzsl or both, got ${JSON.stringify(protocols)}.`,
      { where: { option: 'protocols' } }
    )
  if (!Number.isInteger(trials) || trials < 1)
    throw new UnseenError('options.value', `trials must be a whole number of at least 1, got ${trials}.`, {
      where: { option: 'trials' }
    })
  if (!Number.isInteger(seed))
    throw new UnseenError('options.value', `seed must be a whole number, got ${seed}.`, {
      where: { option: 'seed' }
    })
  if (!normalisations.includes(normalise))
    throw new UnseenError(
      'options.value',
      `normalise must be one of ${normalisations.join(', ')}, got ${JSON.stringify(normalise)}.`,
      { where: { option: 'normalise' } }
    )
}

function secondsOf(methods: readonly Method[], results: ReadonlyMap<string, JobResult>): Compared['seconds'] {
  const sum = (method: string): number =>
    [...results.values()]
      .filter(({ key }) => key.includes(`/${method}/`))
      .reduce((total, { seconds }) => total + seconds, 0)
  return Object.fromEntries(methods.map(({ name }) => [name, sum(name)]))
}
