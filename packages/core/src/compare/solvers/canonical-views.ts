/**
 * Canonical correlation analysis of several views of the same rows (Kettenring 1971):
 *
 *   C w = lambda D w,   C = products of all views with all, D = those of each view with itself
 *
 * both with a small ridge. Of two views lambda is 1 + their canonical correlation. Directions come by falling
 * lambda, with w'D w = 1.
 */
import { symmetricEigen } from './symmetric-eigen.js'

export interface View {
  readonly width: number
  /** (rows x width), of mean 0 */
  readonly values: Float64Array
}

export interface CanonicalViews {
  /** (count), falling */
  readonly lambdas: Float64Array
  /** of each view (width x count) */
  readonly directions: readonly Float64Array[]
}

/** The leading `count` directions. */
export function canonicalViews(views: readonly View[], count: number, ridge: number): CanonicalViews {
  const widths = views.map(({ width }) => width)
  const size = widths.reduce((sum, width) => sum + width, 0)
  const starts = widths.map((_, v) => widths.slice(0, v).reduce((sum, width) => sum + width, 0))
  const whiten = views.map(view => whitening(products(view, view), view.width, ridge))
  // C in coordinates in which D is the identity.
  const joint = new Float64Array(size * size)
  views.forEach((a, va) =>
    views.slice(0, va + 1).forEach((b, vb) => {
      const own = products(a, b)
      if (va === vb) for (let i = 0; i < a.width; i++) own[i * a.width + i] += ridge
      const left = sandwich(whiten[va], own, a.width, b.width, whiten[vb])
      for (let i = 0; i < a.width; i++)
        for (let j = 0; j < b.width; j++)
          joint[(starts[va] + i) * size + starts[vb] + j] = left[i * b.width + j]
    })
  )
  const { values, vectors } = symmetricEigen(joint, size)
  const kept = Math.min(count, size)
  return {
    lambdas: Float64Array.from({ length: kept }, (_, k) => values[size - 1 - k]),
    directions: views.map(({ width }, v) => {
      const result = new Float64Array(width * kept)
      for (let i = 0; i < width; i++)
        for (let k = 0; k < kept; k++)
          for (let j = 0; j < width; j++)
            result[i * kept + k] += whiten[v][j * width + i] * vectors[(size - 1 - k) * size + starts[v] + j]
      return result
    })
  }
}

/** a'b / rows, (a x b) */
function products(a: View, b: View): Float64Array {
  const rows = a.values.length / a.width
  const result = new Float64Array(a.width * b.width)
  for (let i = 0; i < rows; i++) {
    for (let k = 0; k < a.width; k++) {
      const value = a.values[i * a.width + k] / rows
      for (let l = 0; l < b.width; l++) result[k * b.width + l] += value * b.values[i * b.width + l]
    }
  }
  return result
}

/** M with M (A + ridge I) M' = I: the inverse square root, (size x size) */
function whitening(a: Float64Array, size: number, ridge: number): Float64Array {
  const { values, vectors } = symmetricEigen(a, size)
  return vectors.map((value, at) => value / Math.sqrt(Math.max(0, values[Math.floor(at / size)]) + ridge))
}

/** l a r', for l (m x m), a (m x n), r (n x n) */
function sandwich(l: Float64Array, a: Float64Array, m: number, n: number, r: Float64Array): Float64Array {
  const half = new Float64Array(m * n)
  for (let i = 0; i < m; i++)
    for (let k = 0; k < m; k++) {
      const factor = l[i * m + k]
      for (let j = 0; j < n; j++) half[i * n + j] += factor * a[k * n + j]
    }
  const result = new Float64Array(m * n)
  for (let i = 0; i < m; i++)
    for (let j = 0; j < n; j++) {
      let sum = 0
      for (let k = 0; k < n; k++) sum += half[i * n + k] * r[j * n + k]
      result[i * n + j] = sum
    }
  return result
}
