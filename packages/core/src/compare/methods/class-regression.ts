/**
 * Ridge regression of the 0/1 labels with a free intercept:
 *
 *   p(x) = y + P'(x - m),   P = (X'X + r I)^-1 X'Y of rows and labels less their means m and y
 *
 * so that sum_s p_s(x) = 1, and sum_s p_s(x) t_s is the same regression of any targets t_s of the classes.
 *
 * No system is solved for it beyond that of W(r) in sums.ts: v = W 1 is the regression of the constant 1, and
 * by Sherman and Morrison
 *
 *   P = W - v g' / sum_k g_k,   g_s = sum over rows of class s of (1 - v'x).
 */
import type { Job } from '../../base/progress.js'
import type { DenseMatrix } from '../../linalg/matrix.js'
import type { Material } from '../method.js'
import { linearMap } from './linear-map.js'
import { sumsOf } from './sums.js'

/** rows -> p (rows x seen) */
export type ClassRegression = (rows: DenseMatrix) => Float64Array

const known = new WeakMap<Material, Map<number, ClassRegression>>()

/** The ridge in units of the mean squared row length; remembered with the material. */
export function* classRegression(material: Material, ridge: number): Job<ClassRegression> {
  const before = known.get(material) ?? new Map<number, ClassRegression>()
  known.set(material, before)
  const found = before.get(ridge)
  if (found !== undefined) return found
  const weights = yield* sumsOf(material).classWeights(ridge)
  const { centred, intercepts } = withIntercept(material, weights)
  const project = linearMap(centred, material.features.columns)
  const { seen } = material
  const regression: ClassRegression = rows =>
    Float64Array.from(project(rows), (value, at) => value + intercepts[at % seen])
  before.set(ridge, regression)
  return regression
}

/** weights W (columns x seen) -> P, and the intercepts y - P'm */
function withIntercept(
  material: Material,
  weights: Float64Array
): { centred: Float64Array; intercepts: Float64Array } {
  const { seen, labels, features } = material
  const { columns } = features
  const { counts, means, mean } = sumsOf(material)
  const v = new Float64Array(columns)
  weights.forEach((weight, at) => (v[Math.floor(at / seen)] += weight))
  const left = counts.map((count, s) => {
    let product = 0
    for (let m = 0; m < columns; m++) product += v[m] * means[s * columns + m]
    return count * (1 - product)
  })
  const total = left.reduce((sum, value) => sum + value, 0)
  const centred = weights.map((weight, at) => weight - (v[Math.floor(at / seen)] * left[at % seen]) / total)
  const intercepts = counts.map(count => count / labels.length)
  centred.forEach((weight, at) => (intercepts[at % seen] -= mean[Math.floor(at / seen)] * weight))
  return { centred, intercepts }
}
