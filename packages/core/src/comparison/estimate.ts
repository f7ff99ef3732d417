/**
 * How long a comparison will take, before it begins: every method is timed on one fold of a small part
 * of the rows, and the rest is reckoned by what its time grows with (`grows` of a method).
 */
import { gridPoints, type Method } from '../methods/method.js'
import { Matrix } from '../linalg/matrix.js'
import { checkCompareOptions, type CompareOptions } from './compare.js'
import { serialComparison } from './executor.js'
import { createComparisonPlace, type ComparisonInput, type ComparisonPlace, type PlacedRows } from './place.js'
import type { ComparisonJob } from './jobs.js'
import { blocksOf, planComparison, testKey } from './plan.js'

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
/** Methods that learn row by row try every so manieth point: most of their time goes there, none to what points share. */
const EVERY = 3
/** A test trains at one point of the grid, and scores more rows. */
const TEST_PART = 0.2

export async function estimateComparison(input: ComparisonInput, { methods, protocols = ['zsl', 'gzsl'], trials = 1, seed = 0, normalise = 'l2', executor = serialComparison(methods), signal, onMethod }: EstimateOptions): Promise<ComparisonEstimate> {
  checkCompareOptions({ methods, protocols, trials, seed, normalise })
  const whole = createComparisonPlace(input, { normalise, threads: 1, shared: executor.shared })
  const small = thinned(whole, ROWS)
  const plan = planComparison(small, { methods, protocols, trials: 1, seed })
  const [planned] = plan.trials
  const [block] = blocksOf(plan, planned)
  // A method that is tuned as another has no folds of its own, but a test.
  const tests = methods.filter((method) => !plan.tuned.includes(method)).map((method): ComparisonJob => ({ kind: 'test', key: testKey(planned, 'zsl', method), trial: 0, seed, method: method.name, protocol: 'zsl', parameters: gridPoints(method.grid)[0] }))
  const folds = (block.jobs(new Map()) ?? []).map((job): ComparisonJob => (job.kind === 'fold' ? { ...job, every: everyOf(plan.tuned, job.method) } : job))
  const jobs = [...folds, ...tests]
  const runners = await executor.open(small)
  try {
    const byMethod: Record<string, number> = {}
    for (const [done, job] of jobs.entries()) {
      if (signal?.aborted === true) break
      onMethod?.(job.method, done, jobs.length)
      const { seconds } = await runners[0].run(job, { signal })
      const times = job.kind === 'test' ? protocols.length : (planned.folds.length + protocols.length * TEST_PART) * (job.every ?? 1)
      byMethod[job.method] = seconds * trials * times * growth([...plan.tuned, ...methods].find(({ name }) => name === job.method), small, whole)
    }
    const total = Object.values(byMethod).reduce((sum, seconds) => sum + seconds, 0)
    return { seconds: total / Math.min(executor.threads, trials * planned.folds.length), byMethod }
  } finally {
    await Promise.all(runners.map((runner) => runner.close()))
  }
}

/** A grid of one point is tried whole. */
function everyOf(methods: readonly Method[], name: string): number {
  const method = methods.find((each) => each.name === name)
  return method?.grows === 'rows' && Object.keys(method.grid).length > 0 ? EVERY : 1
}

function growth(method: Method | undefined, small: ComparisonPlace, whole: ComparisonPlace): number {
  const systems = method?.grows === 'systems'
  const work = ({ train: { features: { rows, columns } } }: ComparisonPlace): number => {
    const side = Math.min(rows, columns)
    return rows * columns * (systems ? side : 1) + (systems ? 2 * side ** 3 : 0)
  }
  return work(whole) / work(small)
}

/** About so many rows of training, each class keeping some, and as large a part of the test rows. */
function thinned(place: ComparisonPlace, most: number): ComparisonPlace {
  const every = Math.max(1, Math.floor(place.train.labels.length / most))
  const thin = ({ features, labels }: PlacedRows): PlacedRows => {
    const met = new Map<number, number>()
    const rows = Uint32Array.from(labels.keys()).filter((row) => {
      const before = met.get(labels[row]) ?? 0
      met.set(labels[row], before + 1)
      return before % every === 0
    })
    const chosen = Matrix.select(features, rows)
    return chosen.kind === 'dense' ? { features: chosen, labels: Int32Array.from(rows, (row) => labels[row]) } : { features, labels }
  }
  return { ...place, train: thin(place.train), test: thin(place.test), threads: 1 }
}
