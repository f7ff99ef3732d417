/**
 * How long a comparison will take, before it begins: every method is timed on one fold of a small part of the
 * rows, and the rest is reckoned by what its time grows with (`grows` of a method). Methods that learn row by
 * row are timed on half as many rows too: what does not grow with the rows, as a system of all columns, must
 * not be taken for what does.
 */
import { Matrix } from '../linalg/matrix.js'
import { type Runner, serialExecutor } from '../tasks/executor.js'
import { type CompareOptions, checkCompareOptions } from './compare.js'
import type { ComparisonJob, JobResult } from './jobs.js'
import { type Method, gridPoints } from './method.js'
import { type ComparisonInput, type ComparisonData, type PlacedRows, createComparisonPlace } from './place.js'
import { type Plan, blocksOf, planComparison, testKey } from './plan.js'
import { comparisonWork } from './run-job.js'

export interface ComparisonEstimate {
  readonly seconds: number
  /** of work in one thread, by method */
  readonly byMethod: Readonly<Record<string, number>>
}

export interface EstimateOptions extends CompareOptions {
  /** before a method is timed: its name, how many were, and of how many */
  readonly onMethod?: ((name: string, done: number, total: number) => void) | undefined
}

/** Training rows of which a fold is timed, about; half of them are learned from. */
const ROWS = 600
/**
 * Methods that learn row by row try every so manieth value of their first parameter: most of their time goes
 * to its points.
 */
const EVERY = 3
/** A test trains at one point of the grid, and scores more rows. */
const TEST_PART = 0.2

export async function estimateComparison(
  input: ComparisonInput,
  {
    methods,
    protocols = ['zsl', 'gzsl'],
    trials = 1,
    seed = 0,
    normalise = 'l2',
    executor = serialExecutor,
    signal,
    onMethod
  }: EstimateOptions
): Promise<ComparisonEstimate> {
  checkCompareOptions({ methods, protocols, trials, seed, normalise })
  const whole = createComparisonPlace(input, { normalise, threads: 1, shared: executor.shared })
  const places = [thinned(whole, ROWS), thinned(whole, ROWS / 2)]
  const plan = planComparison(places[0], { methods, protocols, trials: 1, seed })
  const [{ folds }] = plan.trials
  const all = timedJobs(plan, seed)
  const isPart = rowsOf(whole) > rowsOf(places[0])
  const jobs = [all, isPart ? all.filter(({ method }) => growsBy(plan, method) === 'rows') : []]
  const total = jobs[0].length + jobs[1].length
  const work = comparisonWork(methods)
  const [some, half] = [new Map<string, number>(), new Map<string, number>()]
  for (const [at, times] of [some, half].entries()) {
    await timeJobs(
      await executor.open(work, places[at]),
      jobs[at],
      signal,
      (job, result) => times.set(job.method, wholeGrid(plan, job, result)),
      ({ method }) => onMethod?.(method, some.size + half.size, total)
    )
  }
  const byMethod = Object.fromEntries(
    all
      .filter(({ method }) => some.has(method))
      .map(job => {
        const seconds = reckoned(some.get(job.method) ?? 0, half.get(job.method), [...places, whole])
        return [
          job.method,
          seconds *
            trials *
            (job.kind === 'test' ? protocols.length : folds.length + protocols.length * TEST_PART)
        ]
      })
  )
  const seconds = Object.values(byMethod).reduce((sum, own) => sum + own, 0)
  return { seconds: seconds / Math.min(executor.threads, trials * folds.length), byMethod }
}

/**
 * The first fold of every method; the test of one that is tuned as another, which has no folds of its own.
 */
function timedJobs(plan: Plan, seed: number): ComparisonJob[] {
  const [planned] = plan.trials
  const [block] = blocksOf(plan, planned)
  const folds = (block.jobs(new Map()) ?? []).map((job): ComparisonJob =>
    job.kind === 'fold' && growsBy(plan, job.method) === 'rows' ? { ...job, every: EVERY } : job
  )
  const tests = plan.methods
    .filter(method => !plan.tuned.includes(method))
    .map((method): ComparisonJob => ({
      kind: 'test',
      key: testKey(planned, 'zsl', method),
      trial: 0,
      seed,
      method: method.name,
      protocol: 'zsl',
      parameters: gridPoints(method.grid)[0]
    }))
  return [...folds, ...tests]
}

async function timeJobs(
  runners: readonly Runner<ComparisonJob, JobResult>[],
  jobs: readonly ComparisonJob[],
  signal: AbortSignal | undefined,
  onTime: (job: ComparisonJob, result: JobResult) => void,
  onJob: (job: ComparisonJob) => void
): Promise<void> {
  try {
    for (const job of jobs) {
      if (signal?.aborted === true) break
      onJob(job)
      onTime(job, await runners[0].run(job, { signal }))
    }
  } finally {
    await Promise.all(runners.map(runner => runner.close()))
  }
}

/** Seconds that all points of a grid would have taken. */
function wholeGrid({ tuned }: Plan, { method: name }: ComparisonJob, result: JobResult): number {
  const grid = tuned.find(each => each.name === name)?.grid
  if (result.kind === 'test' || grid === undefined || result.points.length === 0) return result.seconds
  return (result.seconds * gridPoints(grid).length) / result.points.length
}

/** What its time grows with. A grid of one point is no work by points. */
function growsBy({ tuned, methods }: Plan, name: string): Method['grows'] {
  const method = [...tuned, ...methods].find(each => each.name === name)
  return method !== undefined && Object.keys(method.grid).length > 0 ? method.grows : 'systems'
}

/** Seconds on all rows from those on some and, where rows count, on half as many. */
function reckoned(
  some: number,
  half: number | undefined,
  [large, small, whole]: readonly ComparisonData[]
): number {
  if (half === undefined) return (some * systemsWork(whole)) / systemsWork(large)
  const [most, more, less] = [whole, large, small].map(rowsOf)
  // Measured times are noisy: with the rows they do not fall, nor do they grow faster than these. Where
  // classes have few rows, half as many are no fewer.
  const slope = more === less ? some / more : Math.min(some / more, Math.max(0, some - half) / (more - less))
  return some + slope * (most - more)
}

function rowsOf({ train: { labels } }: ComparisonData): number {
  return labels.length
}

/** Products of all columns, or rows if these are fewer, and systems of them. */
function systemsWork({
  train: {
    features: { rows, columns }
  }
}: ComparisonData): number {
  const side = Math.min(rows, columns)
  return rows * columns * side + 2 * side ** 3
}

/** About so many rows of training, each class keeping some, and as large a part of the test rows. */
function thinned(place: ComparisonData, most: number): ComparisonData {
  const every = Math.max(1, Math.floor(place.train.labels.length / most))
  const thin = ({ features, labels }: PlacedRows): PlacedRows => {
    const met = new Map<number, number>()
    const rows = Uint32Array.from(labels.keys()).filter(row => {
      const before = met.get(labels[row]) ?? 0
      met.set(labels[row], before + 1)
      return before % every === 0
    })
    return { features: Matrix.select(features, rows), labels: Int32Array.from(rows, row => labels[row]) }
  }
  return { ...place, train: thin(place.train), test: thin(place.test), threads: 1 }
}
