/**
 * One warm-start chain: the unit of work of a search, of its journal and of its threads. A chain
 * trains without the held-out classes, V at the means of the rest, goes through its points from weak
 * to strong, and counts errors on the held-out rows. Its result depends on the chain alone, not on
 * what ran before it or where; a broken chain starts again.
 */
import { defined } from '../base/defined.js'
import type { FitSettings, Transform } from '../base/options.js'
import type { Job } from '../base/progress.js'
import { createRandom } from '../base/random.js'
import { comparedMixtures } from '../embedding/compare.js'
import { Dictionary } from '../embedding/source.js'
import { trainedTransform } from '../embedding/transforms.js'
import { type Arena, arrayBytes } from '../kernels/arena.js'
import { gatherRows } from '../linalg/gather.js'
import { Matrix } from '../linalg/matrix.js'
import { compactRows, deltaMatrix } from '../problems/max-margin.js'
import type { StoredRows } from '../problems/stored-rows.js'
import { type ClassRange, TransformedRows, classMeans, paddedClasses } from '../problems/transformed-rows.js'
import { type Workplace, openWorkplace } from '../problems/workplace.js'
import { TargetEmbedding } from '../recognition/proportions.js'
import { WStep, wStepBytes } from '../solvers/w-step.js'
import { classWeightsBytes, solveClassWeights } from '../training/class-weights.js'
import { gaussianBytes, solveGaussian } from '../training/gaussian.js'
import type { Trained } from '../training/trained.js'
import { GaussianMixture } from '../embedding/gaussian-mixture.js'
import {
  type ClassWeightsPoint,
  type Family,
  type Grid,
  type PaperPoint,
  type Point,
  classWeightsPoints,
  gaussianPoints,
  paperPoints
} from './points.js'

/** Everything chains work on; plain data beside the memory. */
export interface SearchData {
  readonly workplace: Workplace
  /** unit signatures of the seen classes, (seen x length) */
  readonly unit: Float64Array
  readonly grid: Grid
  /** of the paper's family */
  readonly settings: FitSettings
  /** of class weights */
  readonly classTransform: Transform
  /** arenas there are room for */
  readonly threads: number
}

export interface Chain {
  /** the search it belongs to, its fold and family, and gamma for the paper's family */
  readonly key: string
  readonly family: Family
  readonly gamma?: number
  /** indices of seen classes */
  readonly heldOut: readonly number[]
  /** this point alone, solved so far that nothing is left to chance; `refines` is the chain that tried it */
  readonly again?: { readonly refines: string; readonly point: PaperPoint }
}

export interface PointResult {
  readonly point: Point
  readonly errors: number
  readonly rows: number
  readonly converged: boolean
  readonly gap: number
  readonly epochs: number
}

export interface ChainResult {
  readonly key: string
  /** the key of the chain whose result for the same point this one replaces */
  readonly refines?: string
  readonly points: readonly PointResult[]
}

/** Of points that could win: errors no longer hang on it. */
export const REFINED_TOLERANCE = 1e-4
const REFINED_EPOCHS = 400
const TILE = 64

/**
 * What a chain needs in its arena for the rows and classes it trains on. Less of either may need more: the
 * cheaper way is chosen.
 */
export function chainBytes(rows: number, d: number, seen: number, family: Family): number {
  const s = paddedClasses(seen)
  if (family === 'gauss') return gaussianBytes(rows, d, seen, 'none')
  return family === 'paper'
    ? arrayBytes(d * s, 4) + wStepBytes(seen, d, s, true) + arrayBytes(TILE * s, 4)
    : classWeightsBytes(rows, d, seen)
}

/** `seen`: classes there are to train on when nothing is held out. */
export function chainPoints({ family, gamma, again }: Chain, grid: Grid, seen: number): Point[] {
  if (again !== undefined) return [again.point]
  if (family === 'gauss') return gaussianPoints(grid, seen)
  return family === 'paper' ? paperPoints(gamma ?? 0, grid) : classWeightsPoints(grid)
}

/** Opens the place for one thread; the returned function runs one chain after the other. */
export function openChains(place: SearchData, thread: number): (chain: Chain) => Job<ChainResult> {
  const { arena, rows } = openWorkplace(place.workplace, thread)
  return function* (chain) {
    const mark = arena.mark()
    const fold = splitClasses(place, chain.heldOut)
    try {
      const points =
        chain.family === 'paper'
          ? yield* runPaperChain(arena, rows, fold, place, chain)
          : chain.family === 'gauss'
            ? yield* runGaussianChain(arena, rows, fold, place, chain)
            : yield* runClassWeightsChain(arena, rows, fold, place, chain)
      return { key: chain.key, points, ...defined({ refines: chain.again?.refines }) }
    } finally {
      // A chain that fails must leave room for the next one.
      arena.release(mark)
    }
  }
}

interface Fold {
  readonly ranges: readonly ClassRange[]
  readonly unit: Float64Array
  readonly heldOutRanges: readonly ClassRange[]
  readonly heldOutUnit: Float64Array
  readonly length: number
}

function splitClasses({ workplace: { ranges }, unit }: SearchData, heldOut: readonly number[]): Fold {
  const length = unit.length / ranges.length
  const hidden = new Set(heldOut)
  const rest = ranges.map((_, index) => index).filter(index => !hidden.has(index))
  return {
    ranges: rest.map(index => ranges[index]),
    unit: gatherRows(unit, length, rest),
    heldOutRanges: heldOut.map(index => ranges[index]),
    heldOutUnit: gatherRows(unit, length, heldOut),
    length
  }
}

/** Mixtures over the fold's training classes, (classes x seen) */
function mixturesOf(dictionary: Dictionary, unit: Float64Array, length: number): Float64Array {
  const classes = unit.length / length
  const mixtures = new Float64Array(classes * dictionary.size)
  for (let k = 0; k < classes; k++)
    mixtures.set(dictionary.embed(unit.subarray(k * length, (k + 1) * length)).mixture, k * dictionary.size)
  return mixtures
}

function* runPaperChain(
  arena: Arena,
  rows: StoredRows,
  fold: Fold,
  { settings, grid }: SearchData,
  chain: Chain
): Job<PointResult[]> {
  const seen = fold.ranges.length
  const s = paddedClasses(seen)
  const { mixture, compare, transform } = settings
  const dictionary = new Dictionary(fold.unit, seen, chain.gamma ?? 0, mixture)
  const mixtures = comparedMixtures(mixturesOf(dictionary, fold.unit, fold.length), seen, compare)
  const heldOut = comparedMixtures(mixturesOf(dictionary, fold.heldOutUnit, fold.length), seen, compare)
  const references = classMeans(arena, rows, fold.ranges)
  const phi = new TransformedRows(
    rows,
    references,
    s,
    trainedTransform(transform === 'int' ? 'int' : 'relu', mixture, compare)
  )
  const points = chain.again === undefined ? paperPoints(chain.gamma ?? 0, grid) : [chain.again.point]
  const solver = new WStep(
    arena,
    { phi, ranges: fold.ranges, mixtures: compactRows(mixtures, seen), delta: deltaMatrix(fold.unit, seen) },
    grid.lambda2.some(lambda2 => lambda2 > 0)
  )
  const random = createRandom(settings.seed)
  const p = arena.float32(TILE * s)
  const results: PointResult[] = []
  for (const point of points) {
    const { status, gap, epochs } = yield* solver.solve(point.lambda2, point.lambda3, {
      tolerance: chain.again === undefined ? settings.tolerance : REFINED_TOLERANCE,
      maxEpochs: chain.again === undefined ? settings.epochs : REFINED_EPOCHS,
      random
    })
    if (status === 'cancelled') break
    const counts = countErrors(fold.heldOutRanges, heldOut, seen, s, (first, count) => {
      phi.forward(first, count, solver.w, p)
      return p
    })
    results.push({ point, ...counts, converged: status === 'converged', gap, epochs })
    yield { stage: 'chain', key: chain.key, done: results.length, total: points.length }
  }
  return results
}

function* runClassWeightsChain(
  arena: Arena,
  rows: StoredRows,
  fold: Fold,
  { classTransform, grid }: SearchData,
  chain: Chain
): Job<PointResult[]> {
  const seen = fold.ranges.length
  const points = classWeightsPoints(grid)
  const weightSets = yield* solveClassWeights(arena, rows, fold.ranges, classTransform, grid.ridge)
  const heldOutMixtures = new Map<string, Float64Array>()
  const mixturesFor = ({ gamma, mixture, compare }: ClassWeightsPoint): Float64Array => {
    const key = `${gamma} ${mixture} ${compare}`
    const known = heldOutMixtures.get(key)
    if (known !== undefined) return known
    const made = comparedMixtures(
      mixturesOf(new Dictionary(fold.unit, seen, gamma, mixture), fold.heldOutUnit, fold.length),
      seen,
      compare
    )
    heldOutMixtures.set(key, made)
    return made
  }
  const results: PointResult[] = []
  for (const { ridge, trained } of weightSets) {
    const proportionsAt = heldOutProportions(rows, fold, trained)
    for (const point of points.filter(candidate => candidate.ridge === ridge)) {
      const counts = countErrors(fold.heldOutRanges, mixturesFor(point), seen, seen, proportionsAt)
      results.push({ point, ...counts, converged: true, gap: 0, epochs: 1 })
    }
    if (yield { stage: 'chain', key: chain.key, done: results.length, total: points.length }) break
  }
  return results
}

function* runGaussianChain(
  arena: Arena,
  rows: StoredRows,
  fold: Fold,
  { settings, grid, workplace }: SearchData,
  chain: Chain
): Job<PointResult[]> {
  const seen = fold.ranges.length
  const points = gaussianPoints(grid, workplace.ranges.length)
  const solved = yield* solveGaussian(arena, rows, fold.ranges, fold.unit, settings, points)
  const results: PointResult[] = []
  for (const { shrinkage, predictive, trained } of solved) {
    const embedder = new GaussianMixture(fold.unit, trained.gauss.gram, { ...settings, mixture: 'affine' })
    const described = fold.heldOutRanges.map((_, k) =>
      embedder.embed(fold.heldOutUnit.subarray(k * fold.length, (k + 1) * fold.length))
    )
    const mixtures = new Float64Array(described.length * seen)
    described.forEach(({ mixture }, k) => mixtures.set(mixture, k * seen))
    const counts = countErrors(
      fold.heldOutRanges,
      mixtures,
      seen,
      seen,
      heldOutProportions(rows, fold, trained),
      described.map(({ constant }) => constant)
    )
    results.push({
      point: { family: 'gauss', shrinkage, predictive },
      ...counts,
      converged: true,
      gap: 0,
      epochs: 1
    })
    if (yield { stage: 'chain', key: chain.key, done: results.length, total: points.length }) break
  }
  return results
}

/** Proportions of the held-out rows, a tile at a time, computed once for all points of one training. */
function heldOutProportions(
  rows: StoredRows,
  { heldOutRanges }: Fold,
  trained: Trained
): (first: number) => Float32Array {
  const d = rows.columns
  const tile = new Float32Array(TILE * d)
  const target = new TargetEmbedding(trained)
  const proportions = new Map<number, Float32Array>()
  for (const { first, count } of heldOutRanges) {
    for (let at = 0; at < count; at += TILE) {
      const size = Math.min(TILE, count - at)
      rows.copyDense(first + at, size, tile)
      proportions.set(
        first + at,
        target.proportions(Matrix.dense(size, d, tile.subarray(0, size * d)), 'none')
      )
    }
  }
  return first => proportions.get(first) ?? tile
}

/**
 * Errors on the held-out rows, candidates the held-out classes; `proportionsAt` gives the rows of a tile,
 * (count x stride).
 */
function countErrors(
  ranges: readonly ClassRange[],
  mixtures: Float64Array,
  seen: number,
  stride: number,
  proportionsAt: (first: number, count: number) => Float32Array,
  constants: readonly number[] = []
): { errors: number; rows: number } {
  let errors = 0
  let total = 0
  for (const [y, { first, count }] of ranges.entries()) {
    for (let at = 0; at < count; at += TILE) {
      const size = Math.min(TILE, count - at)
      const p = proportionsAt(first + at, size)
      for (let i = 0; i < size; i++) {
        let best = 0
        let bestScore = -Infinity
        for (let k = 0; k < ranges.length; k++) {
          let score = constants[k] ?? 0
          for (let c = 0; c < seen; c++) score += p[i * stride + c] * mixtures[k * seen + c]
          if (score > bestScore) {
            bestScore = score
            best = k
          }
        }
        if (best !== y) errors++
      }
    }
    total += count
  }
  return { errors, rows: total }
}
