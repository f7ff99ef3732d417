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
import type { FitSettings } from '../base/options.js'
import { type Job, stopped } from '../base/progress.js'
import { KernelMixture, type KernelSettings } from '../embedding/kernel-mixture.js'
import type { Arena } from '../kernels/arena.js'
import type { Matrix } from '../linalg/matrix.js'
import { solveSquare } from '../linalg/square.js'
import type { StoredRows } from '../problems/stored-rows.js'
import type { ClassRange } from '../problems/transformed-rows.js'
import { createWorkplace, openWorkplace } from '../problems/workplace.js'
import { CommonShape, commonShapeBytes, symmetric } from '../solvers/common-shape.js'
import type { GaussianParts, Trained, TrainingReport } from './trained.js'

export interface GaussianPoint {
  readonly shrinkage: number
  readonly predictive: boolean
}

export interface GaussianWeights extends GaussianPoint {
  readonly trained: Trained & { readonly gauss: GaussianParts }
}

/** The weights at each point, all of them from the same scatter; none when told to stop before they are ready. */
export function* solveGaussian(
  arena: Arena,
  rows: StoredRows,
  ranges: readonly ClassRange[],
  unit: Float64Array,
  kernel: KernelSettings,
  points: readonly GaussianPoint[]
): Job<GaussianWeights[]> {
  const seen = ranges.length
  const mark = arena.mark()
  const shape = yield* CommonShape.create(arena, rows, ranges)
  if (shape === undefined) return []
  const map = new KernelMixture(unit, seen, kernel).leaveOneOut()
  const results: GaussianWeights[] = []
  for (const shrinkage of new Set(points.map(point => point.shrinkage))) {
    const plain = shape.solve(shrinkage)
    for (const { predictive } of points.filter(point => point.shrinkage === shrinkage)) {
      const { weights, gram } = predictive ? widen(plain.weights, plain.gram, map, seen) : plain
      const offsets = new Float64Array(seen)
      const byClass = new Float32Array(weights.length)
      const d = weights.length / seen
      for (let m = 0; m < d; m++)
        for (let s = 0; s < seen; s++) {
          offsets[s] += weights[m * seen + s] * shape.centre[m]
          byClass[s * d + m] = weights[m * seen + s]
        }
      results.push({
        shrinkage,
        predictive,
        trained: {
          seen,
          columns: d,
          transform: 'identity',
          kind: 'gauss',
          references: undefined,
          weights: byClass,
          gauss: { offsets, gram }
        }
      })
    }
    if (yield { stage: 'prepare', message: `shrinkage ${shrinkage}` }) return []
  }
  arena.release(mark)
  return results
}

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
    arenaBytes: commonShapeBytes(features.rows, features.columns, seen)
  })
  const { arena, rows } = openWorkplace(workplace)
  const point = { shrinkage: settings.shrinkage, predictive: isPredictive(settings, seen) }
  const solved = yield* solveGaussian(arena, rows, workplace.ranges, unit, settings, [point])
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
