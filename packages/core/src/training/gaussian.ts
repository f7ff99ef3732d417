/**
 * Gaussian weights, beyond the paper: classes are clouds of one common shape A around their means. The mean
 * of a described class is a mixture of the seen ones, so its score is again one contribution per seen class,
 * and one constant:
 *
 *   p_s(x) = <v_s, x - m0>,   V = A^-1 M_c',   G = M_c V
 *   f(x, c) = sum_s a_cs p_s(x) - 1/2 a_c' G a_c
 *
 * `predictive` lets the error of foretold means join the shape: R = (I + J'J G / S)^-1, V R and G R in place
 * of V and G, J the leave-one-out map of the mixtures. Differences of scores are differences of squared
 * distances. Tests: ../../test/training/gaussian.test.ts
 */
import { defined } from '../base/defined.js'
import type { FitSettings } from '../base/options.js'
import { type Job, stopped } from '../base/progress.js'
import { KernelMixture, type KernelSettings } from '../embedding/kernel-mixture.js'
import { type Arena, arrayBytes } from '../kernels/arena.js'
import type { Matrix } from '../linalg/matrix.js'
import { solveSquare } from '../linalg/square.js'
import type { StoredRows } from '../problems/stored-rows.js'
import type { ClassRange } from '../problems/transformed-rows.js'
import { createWorkplace, openWorkplace } from '../problems/workplace.js'
import { CommonShape, type ShapedMeans, commonShapeBytes, symmetric } from '../solvers/common-shape.js'
import { keepShape, widenShape } from './gaussian-shape.js'
import type { GaussianParts, ShapeParts, Trained, TrainingReport } from './trained.js'

export interface GaussianPoint {
  readonly shrinkage: number
  readonly predictive: boolean
}

export interface GaussianWeights extends GaussianPoint {
  readonly trained: Trained & { readonly gauss: GaussianParts }
}

/** One scatter of rows, from which weights at any point are made. */
export class GaussianSolver {
  private readonly arena: Arena
  private readonly rows: StoredRows
  private readonly ranges: readonly ClassRange[]
  private readonly common: CommonShape
  /** J, (seen x seen) */
  private readonly map: Float64Array
  private last: { readonly shrinkage: number; readonly plain: ShapedMeans } | undefined

  private constructor(
    arena: Arena,
    rows: StoredRows,
    ranges: readonly ClassRange[],
    common: CommonShape,
    map: Float64Array
  ) {
    this.arena = arena
    this.rows = rows
    this.ranges = ranges
    this.common = common
    this.map = map
  }

  /** Undefined when told to stop. `unit`: signatures of length 1, (seen x length). */
  static *create(
    arena: Arena,
    rows: StoredRows,
    ranges: readonly ClassRange[],
    unit: Float64Array,
    kernel: KernelSettings
  ): Job<GaussianSolver | undefined> {
    const common = yield* CommonShape.create(arena, rows, ranges)
    if (common === undefined) return undefined
    const map = new KernelMixture(unit, ranges.length, kernel).leaveOneOut()
    return new GaussianSolver(arena, rows, ranges, common, map)
  }

  /** The weights at one point, what is asked for of the common shape, and what a description is worth in it. */
  solve(
    { shrinkage, predictive }: GaussianPoint,
    shape: FitSettings['shape'] = 'none',
    worth = false
  ): GaussianWeights {
    const { common, map, rows, ranges } = this
    const seen = ranges.length
    const plain = this.plainAt(shrinkage)
    const { weights, gram } = predictive ? widen(plain.weights, plain.gram, map, seen) : plain
    const d = rows.columns
    const offsets = new Float64Array(seen)
    const byClass = new Float32Array(weights.length)
    for (let m = 0; m < d; m++)
      for (let s = 0; s < seen; s++) {
        offsets[s] += weights[m * seen + s] * common.centre[m]
        byClass[s * d + m] = weights[m * seen + s]
      }
    return {
      shrinkage,
      predictive,
      trained: {
        seen,
        columns: d,
        transform: 'identity',
        kind: 'gauss',
        references: undefined,
        weights: byClass,
        gauss: {
          offsets,
          gram,
          ...defined({
            shape:
              shape === 'none'
                ? undefined
                : this.keep(plain, { shrinkage, predictive }, shape === 'full', worth)
          })
        }
      }
    }
  }

  private keep(
    plain: ShapedMeans,
    { shrinkage, predictive }: GaussianPoint,
    whole: boolean,
    worth: boolean
  ): ShapeParts {
    const { arena, common, map, rows, ranges } = this
    const seen = ranges.length
    const error = symmetric(product(product(map, plain.gram, seen), transposed(map, seen), seen), seen)
    const kept = keepShape(common, rows, ranges, { shrinkage, whole, error: worth ? error : undefined })
    return predictive ? widenShape(arena, kept, plain, error, map) : kept
  }

  /** Points of one shrinkage follow each other and share its factorisation. */
  private plainAt(shrinkage: number): ShapedMeans {
    if (this.last?.shrinkage !== shrinkage) this.last = { shrinkage, plain: this.common.solve(shrinkage) }
    return this.last.plain
  }
}

/**
 * The weights at each point, all of them from the same scatter, and what is asked for of the common shape; none
 * when told to stop before they are ready.
 */
export function* solveGaussian(
  arena: Arena,
  rows: StoredRows,
  ranges: readonly ClassRange[],
  unit: Float64Array,
  kernel: KernelSettings,
  points: readonly GaussianPoint[],
  shape: FitSettings['shape'] = 'none',
  worth = false
): Job<GaussianWeights[]> {
  const mark = arena.mark()
  const solver = yield* GaussianSolver.create(arena, rows, ranges, unit, kernel)
  if (solver === undefined) return []
  const results: GaussianWeights[] = []
  for (const point of [...points].sort((a, b) => a.shrinkage - b.shrinkage)) {
    results.push(solver.solve(point, shape, worth))
    if (yield { stage: 'prepare', message: `shrinkage ${point.shrinkage}` }) return []
  }
  arena.release(mark)
  return results
}

/** Memory that `solveGaussian` takes of its arena. */
export const gaussianBytes = (rows: number, d: number, seen: number, shape: FitSettings['shape']): number =>
  commonShapeBytes(rows, d, seen, shape === 'auto') + arrayBytes(seen * seen, 8)

/** V R and G R for R = (I + J'J G / S)^-1 */
function widen(
  weights: Float64Array,
  gram: Float64Array,
  map: Float64Array,
  seen: number
): { weights: Float64Array; gram: Float64Array } {
  const squared = product(transposed(map, seen), map, seen)
  const system = product(squared, gram, seen).map(
    (value, at) => value / seen + (at % (seen + 1) === 0 ? 1 : 0)
  )
  const identity = new Float64Array(seen * seen).map((_, at) => (at % (seen + 1) === 0 ? 1 : 0))
  const r = solveSquare(system, identity, seen)
  return { weights: product(weights, r, seen), gram: symmetric(product(gram, r, seen), seen) }
}

/** a (n x size) times b (size x size) */
function product(a: Float64Array, b: Float64Array, size: number): Float64Array {
  const out = new Float64Array(a.length)
  for (let i = 0; i < a.length; i += size)
    for (let k = 0; k < size; k++) {
      const value = a[i + k]
      for (let j = 0; j < size; j++) out[i + j] += value * b[k * size + j]
    }
  return out
}

const transposed = (matrix: Float64Array, size: number): Float64Array =>
  matrix.map((_, at) => matrix[(at % size) * size + Math.floor(at / size)])

/** From how many seen classes on the error of foretold means is worth its place. */
const MANY_CLASSES = 100

export const isPredictive = ({ predictive }: FitSettings, seen: number): boolean =>
  predictive === 'yes' || (predictive === 'auto' && seen >= MANY_CLASSES)

/** Training by itself: rows with labels 0 .. seen - 1 and the unit signatures of their classes. */
export function* trainGaussian(
  features: Matrix,
  labels: Int32Array,
  unit: Float64Array,
  seen: number,
  settings: FitSettings
): Job<{ trained: Trained; report: TrainingReport }> {
  yield { stage: 'prepare', message: 'reading rows' }
  const workplace = createWorkplace(features, labels, seen, {
    normalise: settings.normalise,
    arenaBytes: gaussianBytes(features.rows, features.columns, seen, settings.shape)
  })
  const { arena, rows } = openWorkplace(workplace)
  const point = { shrinkage: settings.shrinkage, predictive: isPredictive(settings, seen) }
  const { ranges } = workplace
  const solved = yield* solveGaussian(arena, rows, ranges, unit, settings, [point], settings.shape, true)
  // A closed form is there or it is not: there is no best so far.
  if (solved.length === 0) throw stopped()
  const report = {
    status: 'converged',
    objective: 0,
    gap: 0,
    epochs: 1,
    history: [],
    accepted: [],
    rows: features.rows,
    zeroRows: workplace.layout.zeroRows
  } as const
  return { trained: solved[0].trained, report }
}
