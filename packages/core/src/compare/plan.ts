/**
 * All jobs of a comparison, in blocks of those that work on the same rows: the folds of a trial, then its
 * tests, one block for each protocol, which need what the folds found. A test's job is known only when all
 * folds of its method are done.
 */
import { defined } from '../base/defined.js'
import { UnseenError } from '../base/errors.js'
import { Hash } from '../base/hash.js'
import { meanAndError, plainestOfTheBest } from '../tuning/choice.js'
import { chooseFolds } from '../tuning/folds.js'
import { chooseBias, harmonicAt } from './bias.js'
import type { ComparisonJob, FoldResult, JobResult } from './jobs.js'
import { type Method, type Parameters, gridPoints, onEdge } from './method.js'
import { methods as registered } from './methods.js'
import type { Protocol } from './part.js'
import type { ComparisonData } from './place.js'

export interface Plan {
  readonly trials: readonly PlannedTrial[]
  readonly methods: readonly Method[]
  /** whose points are tried on the folds: the methods, or those that are tuned in their place */
  readonly tuned: readonly Method[]
}

export interface PlannedTrial {
  /** beginning of the keys of its jobs */
  readonly key: string
  readonly trial: number
  readonly seed: number
  readonly protocols: readonly Protocol[]
  /** indices of seen classes */
  readonly folds: readonly (readonly number[])[]
}

export interface PlanOptions {
  readonly methods: readonly Method[]
  readonly protocols: readonly Protocol[]
  readonly trials: number
  readonly seed: number
}

export function planComparison(
  place: ComparisonData,
  { methods, protocols, trials, seed }: PlanOptions
): Plan {
  const tuned = [...new Set(methods.map(tunedAs))]
  const identity = comparisonKey(place, tuned, protocols)
  return {
    methods,
    tuned,
    trials: Array.from({ length: trials }, (_, trial): PlannedTrial => ({
      key: `${identity}/seed ${seed + trial}`,
      trial,
      seed: seed + trial,
      protocols,
      folds: chooseFolds(place.seen, { protocol: 'groups', seed: seed + trial })
    }))
  }
}

/** The method whose folds decide about this one's parameters. */
function tunedAs(method: Method): Method {
  if (method.tunedAs === undefined) return method
  const found = registered.find(({ name }) => name === method.tunedAs)
  if (found === undefined)
    throw new UnseenError(
      'options.value',
      `${method.title} is tuned as "${method.tunedAs}", which there is not.`
    )
  return found
}

export type Results = ReadonlyMap<string, JobResult>

/** Jobs on the same rows: those of a fold, or the tests. */
export interface Block {
  readonly planned: PlannedTrial
  /** undefined as long as they cannot be known */
  jobs(results: Results): readonly ComparisonJob[] | undefined
}

export function blocksOf({ methods, tuned }: Plan, planned: PlannedTrial): Block[] {
  const { trial, seed, protocols, folds } = planned
  const generalised = protocols.includes('gzsl')
  const foldBlocks = folds.map((heldOut, fold): Block => {
    const jobs = tuned.map((method): ComparisonJob => ({
      kind: 'fold',
      key: foldKey(planned, method, fold),
      trial,
      seed,
      method: method.name,
      fold,
      heldOut,
      generalised
    }))
    return { planned, jobs: () => jobs }
  })
  const testBlocks = protocols.map(protocol => testsOf(planned, protocol, methods))
  return [...foldBlocks, ...testBlocks]
}

function testsOf(planned: PlannedTrial, protocol: Protocol, methods: readonly Method[]): Block {
  const { trial, seed } = planned
  let known: readonly ComparisonJob[] | undefined
  return {
    planned,
    jobs(results) {
      if (known === undefined && methods.every(method => foldsOf(planned, method, results) !== undefined)) {
        known = methods.flatMap((method): ComparisonJob[] => {
          const choice = choose(planned, protocol, method, results)
          if (choice === undefined || 'failed' in choice) return []
          const { parameters, bias } = choice
          return [
            {
              kind: 'test',
              key: testKey(planned, protocol, method),
              trial,
              seed,
              method: method.name,
              protocol,
              parameters,
              ...defined({ bias })
            }
          ]
        })
      }
      return known
    }
  }
}

export interface Choice {
  readonly parameters: Parameters
  /** names of those on the edge of their list */
  readonly onEdge: readonly string[]
  /**
   * what it was chosen by, on the held-out classes: zsl, accuracy per class among each other; gzsl, H among
   * all classes at the best bias
   */
  readonly heldOut: number
  /** of seen classes, in units; gzsl alone */
  readonly bias?: number
}

/** What the folds of a method came to; undefined until all are done. */
function foldsOf(planned: PlannedTrial, method: Method, results: Results): readonly FoldResult[] | undefined {
  const found = planned.folds.map(
    (_, fold) => results.get(foldKey(planned, tunedAs(method), fold)) as FoldResult | undefined
  )
  return found.every(result => result !== undefined) ? found : undefined
}

/**
 * The point that held-out classes prefer by what its protocol is ranked by, chosen as `tune` chooses: of those
 * within one standard error of the best the plainest kind, its best point, the first of equals. Undefined until
 * all folds are done.
 */
export function choose(
  planned: PlannedTrial,
  protocol: Protocol,
  method: Method,
  results: Results
): Choice | { readonly failed: string } | undefined {
  const found = foldsOf(planned, method, results)
  if (found === undefined) return undefined
  const failed = found.find(result => result.failed !== undefined)?.failed
  if (failed !== undefined) return { failed }
  // Every class is held out once, so folds count by their classes.
  const classes = planned.folds.reduce((sum, fold) => sum + fold.length, 0)
  const rate = (at: number): { accuracy: number; folds: readonly number[]; bias?: number } => {
    if (protocol === 'zsl') {
      const folds = found.map(({ points: own }) => own[at].perClass)
      return {
        accuracy: folds.reduce((sum, value, fold) => sum + value * planned.folds[fold].length, 0) / classes,
        folds
      }
    }
    const curves = found.flatMap(({ points: own }) => own[at].curve ?? [])
    const { bias, harmonic } = chooseBias(curves)
    return { accuracy: harmonic, folds: curves.map(curve => harmonicAt(curve, bias)), bias }
  }
  const { plainness = () => 0 } = tunedAs(method)
  const rated = gridPoints(method.grid)
    .map((parameters, at) => ({ parameters, ...rate(at) }))
    .map(({ folds, ...each }) => ({ ...each, standardError: meanAndError(folds).standardError }))
    .sort((a, b) => b.accuracy - a.accuracy)
  const best = plainestOfTheBest(rated, ({ parameters }) => plainness(parameters)) ?? rated[0]
  const { parameters, accuracy, bias } = best
  return {
    parameters,
    onEdge: onEdge(method.grid, parameters),
    heldOut: accuracy,
    ...defined({ bias })
  }
}

/** How many jobs there are, if none fails. */
export function countJobs({ trials, methods, tuned }: Plan): number {
  return trials.reduce(
    (sum, { folds, protocols }) => sum + folds.length * tuned.length + protocols.length * methods.length,
    0
  )
}

/** Completed results by their keys; refuses those of another comparison. */
export function takeResults(
  { trials, methods, tuned }: Plan,
  completed: readonly JobResult[]
): Map<string, JobResult> {
  const known = new Set(
    trials.flatMap(planned => [
      ...planned.folds.flatMap((_, fold) => tuned.map(method => foldKey(planned, method, fold))),
      ...planned.protocols.flatMap(protocol => methods.map(method => testKey(planned, protocol, method)))
    ])
  )
  for (const { key } of completed) {
    if (!known.has(key))
      throw new UnseenError(
        'search.completed',
        `"${key}" is no job of this comparison: data, methods or options differ.`,
        { remedy: 'Start again without completed results.' }
      )
  }
  return new Map(completed.map(result => [result.key, result]))
}

export function testKey({ key }: PlannedTrial, protocol: Protocol, method: Method): string {
  return `${key}/${method.name}/${protocol}`
}

function foldKey({ key }: PlannedTrial, method: Method, fold: number): string {
  return `${key}/${method.name}/fold ${fold}`
}

/** Identifies the data, the points that are tried and what is measured. */
function comparisonKey(
  {
    train,
    test,
    testSeen,
    seenSignatures,
    seenLengths,
    unseenSignatures,
    seen,
    unseen,
    oneSpace
  }: ComparisonData,
  methods: readonly Method[],
  protocols: readonly Protocol[]
): string {
  const hash = new Hash()
  for (const rows of [train, test, ...(testSeen === undefined ? [] : [testSeen])])
    hash.add(rows.features.data).add(rows.labels)
  return hash
    .add(seenSignatures)
    .add(seenLengths)
    .add(unseenSignatures)
    .addText(
      JSON.stringify([
        seen,
        unseen,
        protocols,
        methods.map(({ name, grid }) => [name, grid]),
        ...(oneSpace ? ['one space'] : [])
      ])
    )
    .digest()
}
