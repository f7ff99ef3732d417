/**
 * Methods that are a choice of three parts:
 *
 *   mixture      z(c)     a class written in seen classes
 *   proportions  p(x)     a row against seen classes, linear: p_s = <w_s, x>
 *   compare      f(x, c)  both together
 *
 * Comparisons: `inner` <p, z>; `cosine` <p, z> / |z|; and two that take sum_s z_s w_s as one vector, the
 * prototype q of the class: `nearest` 2 <x, q> - |q|^2 (the squared distance to the row, less a term
 * that all classes share, turned round) and `angle` <x, q> / |q|.
 */
import { type Job, stopped } from '../../base/progress.js'
import { scoreRow } from '../../recognition/rank.js'
import type { Material, Method, Parameters, Scorer } from '../method.js'
import { type LinearMap, linearMap } from './linear-map.js'

export type MixtureSimilarity = 'inner' | 'cosine' | 'nearest' | 'angle'
/** signature (length) -> z (seen) */
export type Mixture = (signature: Float64Array) => Float64Array

export interface MixtureParts extends Omit<Method, 'prepare'> {
  mixture(material: Material, point: Parameters): Mixture
  /** the weights w_s, (columns x seen) */
  proportions(material: Material, point: Parameters): Job<Float64Array>
  compare(point: Parameters): MixtureSimilarity
}

export function mixtureMethod({ mixture, proportions, compare, ...description }: MixtureParts): Method {
  return {
    ...description,
    *prepare(material) {
      if (yield { stage: 'prepare', message: 'reading rows' }) throw stopped()
      return {
        *train(point) {
          const weights = yield* proportions(material, point)
          const comparison = compare(point)
          const products =
            comparison === 'nearest' || comparison === 'angle'
              ? columnProducts(weights, material.seen)
              : undefined
          return mixtureScorer(
            mixture(material, point),
            linearMap(weights, material.features.columns),
            comparison,
            material.length,
            products
          )
        }
      }
    }
  }
}

/**
 * `project` gives p (rows x seen); `products` of the w_s (seen x seen) are what prototypes are measured with.
 */
export function mixtureScorer(
  mixture: Mixture,
  project: LinearMap,
  compare: MixtureSimilarity,
  length: number,
  products?: Float64Array
): Scorer {
  return {
    scores(rows, signatures) {
      const classes = signatures.length / length
      const mixtures = Array.from({ length: classes }, (_, k) =>
        mixture(signatures.subarray(k * length, (k + 1) * length))
      )
      const seen = mixtures[0].length
      const vectors = new Float64Array(classes * seen)
      const offsets = new Float64Array(classes)
      mixtures.forEach((z, k) => {
        const squares = squaredLength(z, products)
        const scale =
          compare === 'inner' ? 1 : compare === 'nearest' ? 2 : squares > 0 ? 1 / Math.sqrt(squares) : 0
        vectors.set(
          z.map(share => share * scale),
          k * seen
        )
        if (compare === 'nearest') offsets[k] = -squares
      })
      const proportions = project(rows)
      const scores = new Float64Array(rows.rows * classes)
      const candidates = Array.from({ length: classes }, (_, k) => k)
      for (let i = 0; i < rows.rows; i++)
        scoreRow(
          proportions,
          i * seen,
          vectors,
          candidates,
          offsets,
          seen,
          scores.subarray(i * classes, (i + 1) * classes)
        )
      return scores
    }
  }
}

/** |z|^2, or |sum_s z_s w_s|^2 from the products of the w_s */
function squaredLength(z: Float64Array, products: Float64Array | undefined): number {
  let squares = 0
  for (let a = 0; a < z.length; a++) {
    if (products === undefined) squares += z[a] * z[a]
    else for (let b = 0; b < z.length; b++) squares += z[a] * z[b] * products[a * z.length + b]
  }
  return squares
}

const knownProducts = new WeakMap<Float64Array, Float64Array>()

/** W'W (k x k), remembered with W */
export function columnProducts(weights: Float64Array, k: number): Float64Array {
  const before = knownProducts.get(weights)
  if (before !== undefined) return before
  const products = new Float64Array(k * k)
  for (let at = 0; at < weights.length; at += k) {
    for (let a = 0; a < k; a++)
      for (let b = 0; b <= a; b++) products[a * k + b] += weights[at + a] * weights[at + b]
  }
  for (let a = 0; a < k; a++) for (let b = 0; b < a; b++) products[b * k + a] = products[a * k + b]
  knownProducts.set(weights, products)
  return products
}
