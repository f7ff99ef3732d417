/**
 * Cross validation, section 2.5: parameters are chosen by errors on held-out seen classes. Results
 * stream in chain by chain; a search that was interrupted goes on from its `completed` chains, and
 * ends with the same winner wherever and however often it was interrupted.
 */
import { defined } from '../base/defined.js'
import { UnseenError } from '../base/errors.js'
import { Hash } from '../base/hash.js'
import { type FitOptions, type FitSettings, type Transform, resolveFitOptions } from '../base/options.js'
import type { Watch } from '../base/progress.js'
import { KernelMixture } from '../embedding/kernel-mixture.js'
import type { TrainingSet } from '../input/training-input.js'
import { MEMORY_LIMIT } from '../kernels/arena.js'
import { gatherRows } from '../linalg/gather.js'
import type { Matrix } from '../linalg/matrix.js'
import { nonZeros, storedBytes } from '../problems/stored-rows.js'
import { createWorkplace } from '../problems/workplace.js'
import { type Executor, serialExecutor, workThrough } from '../tasks/executor.js'
import { type Chain, type ChainResult, type SearchData, chainBytes, chainPoints } from './chain.js'
import { type FoldOptions, chooseFolds } from './folds.js'
import { type Family, type Grid, families, pointName, resolveGrid } from './points.js'
import { AGAIN, refinements } from './refine.js'
import { searchWork } from './search-work.js'
import { type SearchSummary, summarise } from './summary.js'

/** What a search tries, and where it runs. */
export interface SearchOptions extends Watch {
  /**
   * The paper's method, class weights, Gaussian weights, or whichever of the last two held-out classes prefer
   * (`'auto'`). Default `'auto'`.
   */
  readonly family?: Family | 'auto'
  /**
   * `'groups'` parts the seen classes so that each is held out once; `'paper'` draws random pairs and has a
   * larger grid. Default `'groups'`.
   */
  readonly protocol?: 'groups' | 'paper'
  /** Values to try instead of the protocol's own (`grids`). */
  readonly grid?: Partial<Grid>
  /**
   * How many times classes are held out, or the names that are held out each time. Default: 2 to 4 groups, or
   * 3 draws of the paper's protocol.
   */
  readonly folds?: FoldOptions['folds']
  /** Classes that are held out at a time, for the paper's protocol. Default 2. */
  readonly heldOut?: number
  /** `'any'` also searches mixtures that may be negative (class weights). Default `'simplex'`. */
  readonly mixture?: 'simplex' | 'any'
  /** Where it runs. Default: this thread. */
  readonly executor?: Executor
  /** Called after each part of the search; results can be stored and handed back as `completed`. */
  readonly onResult?: (result: ChainResult) => void
  /** results of the same search from before it was interrupted */
  readonly completed?: readonly ChainResult[]
  /** options that are the same at every point: transform, normalise, references, seed ... */
  readonly fixed?: FitOptions
}

/** What a search found. */
export interface Search extends SearchSummary {
  /** `cancelled` where it was stopped before the end. */
  readonly status: 'complete' | 'cancelled'
  /** As asked for. */
  readonly protocol: 'groups' | 'paper'
  /** held-out classes of every fold */
  readonly folds: readonly (readonly string[])[]
  /** Everything measured, part by part. */
  readonly results: readonly ChainResult[]
}

/** In a search a rougher solution will do, unless another is asked for; what could win is solved again. */
const SEARCH_TOLERANCE = 1e-2
const SEARCH_EPOCHS = 30

/** Runs all chains that are not yet completed. */
export async function search(set: TrainingSet, options: SearchOptions): Promise<Search> {
  const {
    family = 'auto',
    protocol = 'groups',
    executor = serialExecutor,
    completed = [],
    onResult,
    onProgress,
    signal
  } = options
  checkChoice('family', family, ['auto', ...families])
  checkChoice('protocol', protocol, ['groups', 'paper'])
  checkChoice('mixture', options.mixture ?? 'simplex', ['simplex', 'any'])
  const seen = set.seen.map(index => set.classes[index])
  const grid = resolveGrid(protocol, options.grid, options.mixture === 'any')
  const { transform, ...others } = options.fixed ?? {}
  if (family === 'auto') refuseOfThePaper(defined({ transform, references: others.references }))
  const classTransform = family === 'class-weights' ? (transform ?? 'identity') : 'identity'
  const settings = resolveFitOptions({
    tolerance: SEARCH_TOLERANCE,
    epochs: SEARCH_EPOCHS,
    ...others,
    ...defined({ transform: family === 'class-weights' || transform === undefined ? undefined : transform })
  })
  const folds = chooseFolds(seen, {
    protocol,
    seed: settings.seed,
    ...defined({ folds: options.folds, heldOut: options.heldOut })
  })
  const searched: Family[] =
    family !== 'auto'
      ? [family]
      : ['class-weights', ...(isFitForClouds(set, folds, settings) ? (['gauss'] as const) : [])]
  const chains = listChains(
    searchKey(set, grid, folds, settings, classTransform, searched),
    grid,
    folds,
    searched
  )
  const pointsOf = (list: readonly Chain[]): number =>
    list.reduce((sum, chain) => sum + chainPoints(chain, grid, seen.length).length, 0)
  if (pointsOf(chains) === 0)
    throw new UnseenError('search.empty', 'The grid has no point to try.', {
      remedy: 'Give lambda2 or lambda3, or the gamma of ridge and affine mixtures, a value above 0.'
    })
  const done = takeCompleted(chains, completed)
  const waiting = chains.filter(({ key }) => !done.has(key))
  const unsolved = (): Chain[] => refinements(chains, done, settings.tolerance)
  const finish = (status: Search['status']): Search => {
    const results = [
      ...chains.flatMap(({ key }) => done.get(key) ?? []),
      ...[...done.values()].filter(({ refines }) => refines !== undefined).sort(byKey)
    ]
    return {
      status,
      protocol,
      folds: folds.map(fold => fold.map(index => seen[index])),
      results,
      ...summarise(results)
    }
  }
  const queue = waiting.length === 0 ? unsolved() : waiting
  if (queue.length === 0) return finish('complete')

  const place = createPlace(set, grid, folds, settings, classTransform, searched, executor)
  const before = [...done.values()].reduce((sum, { points }) => sum + points.length, 0)
  let total = pointsOf(queue) + before
  const partly = new Map<string, number>()
  const started = performance.now()
  const report = (): void => {
    if (onProgress === undefined) return
    const since = [...partly.values()].reduce((a, b) => a + b, 0)
    const { best } = summarise([...done.values()])
    const secondsLeft =
      since === 0 ? Infinity : (((performance.now() - started) / 1000) * (total - before - since)) / since
    onProgress({
      stage: 'search',
      done: before + since,
      total,
      secondsLeft,
      best: best === undefined ? '' : pointName(best.point),
      accuracy: best?.accuracy ?? 0
    })
  }
  const runners = await executor.open(searchWork, place)
  let atWork = 0
  let wake = (): void => undefined
  let change = new Promise<void>(resolve => (wake = resolve))
  /** Runners that have nothing to do look again. */
  const tell = (): void => {
    wake()
    change = new Promise<void>(resolve => (wake = resolve))
  }
  const run = async (runner: (typeof runners)[number], chain: Chain): Promise<void> => {
    const result = await runner.run(chain, {
      signal,
      onProgress(progress) {
        if (progress.stage !== 'chain') return
        partly.set(chain.key, progress.done)
        report()
      }
    })
    if (result.points.length < chainPoints(chain, grid, seen.length).length) return
    done.set(chain.key, result)
    onResult?.(result)
    report()
  }
  const work = async (runner: (typeof runners)[number]): Promise<void> => {
    while (signal?.aborted !== true) {
      // What is solved again hangs on all results: nobody may be at work when it is decided.
      if (queue.length === 0 && atWork === 0) {
        queue.push(...unsolved())
        total += pointsOf(queue)
        tell()
        if (queue.length === 0) return
      }
      const chain = queue.shift()
      if (chain === undefined) await change
      else {
        atWork++
        try {
          await run(runner, chain)
        } finally {
          atWork--
          tell()
        }
      }
    }
  }
  await workThrough(runners, work, signal, tell)
  const all = chains.every(({ key }) => done.has(key)) && unsolved().length === 0
  return finish(all ? 'complete' : 'cancelled')
}

/** What only the paper's method has is not dropped in silence where it is not searched. */
function refuseOfThePaper(given: Pick<FitOptions, 'transform' | 'references'>): void {
  for (const [option, value] of Object.entries(given))
    if (value !== undefined && value !== 'identity' && value !== 'means')
      throw new UnseenError(
        'options.combination',
        `${option} "${value}" is of the paper's method, which family "auto" does not search.`,
        { where: { option }, remedy: 'Add family "paper" (--family paper).' }
      )
}

/** Whether classes have shapes and descriptions that tell them apart, in every fold. */
function isFitForClouds(
  { unit, length, labels, seen }: TrainingSet,
  folds: readonly (readonly number[])[],
  settings: FitSettings
): boolean {
  const rows = new Uint32Array(seen.length)
  for (const label of labels) rows[label]++
  return folds.every(heldOut => {
    const rest = seen.map((_, at) => at).filter(at => !heldOut.includes(at))
    return (
      rest.some(at => rows[at] > 1) &&
      canForetell(
        gatherRows(
          unit,
          length,
          rest.map(at => seen[at])
        ),
        rest.length,
        settings
      )
    )
  })
}

function canForetell(unit: Float64Array, size: number, settings: FitSettings): boolean {
  try {
    return new KernelMixture(unit, size, settings).delta > 0
  } catch (error) {
    if (error instanceof UnseenError) return false
    throw error
  }
}

function byKey(a: ChainResult, b: ChainResult): number {
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0
}

function checkChoice(option: string, value: string, choices: readonly string[]): void {
  if (!choices.includes(value))
    throw new UnseenError(
      'options.value',
      `${option} must be one of ${choices.join(', ')}, got ${JSON.stringify(value)}.`,
      { where: { option } }
    )
}

/** Of rows that were hashed before: sets with other signatures share them (tune-tables.ts). */
const hashes = new WeakMap<Matrix, Hash>()

function hashOf(features: Matrix): Hash {
  const hash = hashes.get(features) ?? new Hash()
  if (!hashes.has(features)) {
    hash.add(features.kind === 'dense' ? features.data : features.values)
    if (features.kind === 'sparse') hash.add(features.indices).add(features.starts)
    hashes.set(features, hash)
  }
  return hash.copy()
}

/** Identifies a search by what its results depend on: data, folds, grid, settings. */
function searchKey(
  set: TrainingSet,
  grid: Grid,
  folds: readonly (readonly number[])[],
  settings: FitSettings,
  classTransform: Transform,
  families: readonly Family[]
): string {
  const hash = hashOf(set.features)
  const { transform, normalise, mixture, compare, seed, width, noise, tolerance, epochs } = settings
  // What only Gaussian weights depend on is left out elsewhere.
  const { shrinkage, ...others } = grid
  const gauss = families.includes('gauss') ? { shrinkage, width, noise } : undefined
  return hash
    .add(set.labels)
    .add(set.signatures)
    .addText(
      JSON.stringify({
        grid: others,
        folds,
        families,
        seen: set.seen,
        transform,
        classTransform,
        normalise,
        mixture,
        compare,
        seed,
        tolerance,
        epochs,
        ...defined({ gauss })
      })
    )
    .digest()
}

function listChains(
  key: string,
  { gamma }: Grid,
  folds: readonly (readonly number[])[],
  families: readonly Family[]
): Chain[] {
  return folds.flatMap((heldOut, fold) =>
    families.flatMap((family): Chain[] =>
      family === 'paper'
        ? gamma.map(value => ({
            key: `${key}/fold ${fold}/paper/gamma ${value}`,
            family,
            gamma: value,
            heldOut
          }))
        : [{ key: `${key}/fold ${fold}/${family}`, family, heldOut }]
    )
  )
}

function takeCompleted(
  chains: readonly Chain[],
  completed: readonly ChainResult[]
): Map<string, ChainResult> {
  const known = new Set(chains.map(({ key }) => key))
  for (const { key } of completed) {
    if (!known.has(key.split(AGAIN)[0]))
      throw new UnseenError(
        'search.completed',
        `"${key}" is no chain of this search: data, grid, folds or options differ.`,
        { remedy: 'Start again without completed results.' }
      )
  }
  return new Map(completed.map(result => [result.key, result]))
}

/** The rows and an arena per thread; fewer threads where memory is short. */
function createPlace(
  set: TrainingSet,
  grid: Grid,
  folds: readonly (readonly number[])[],
  settings: FitSettings,
  classTransform: Transform,
  families: readonly Family[],
  executor: Executor
): SearchData {
  const { features, seen, length } = set
  const rowsOf = new Uint32Array(seen.length)
  for (const label of set.labels) rowsOf[label]++
  const needs = folds.flatMap(heldOut => {
    const rows = heldOut.reduce((left, index) => left - rowsOf[index], features.rows)
    return families.map(family => chainBytes(rows, features.columns, seen.length - heldOut.length, family))
  })
  const arenaBytes = Math.max(...needs)
  const room = Math.floor((MEMORY_LIMIT - storedBytes(features, nonZeros(features))) / (arenaBytes + 2 ** 20))
  const threads = executor.shared ? Math.max(1, Math.min(executor.threads, room)) : 1
  const workplace = createWorkplace(features, set.labels, seen.length, {
    normalise: settings.normalise,
    arenaBytes,
    threads,
    shared: executor.shared
  })
  return {
    workplace,
    unit: gatherRows(set.unit, length, seen),
    grid,
    settings,
    classTransform,
    threads: executor.shared ? threads : executor.threads
  }
}
