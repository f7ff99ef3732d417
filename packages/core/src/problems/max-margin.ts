/**
 * Max-margin training with fixed references, Eq. 7 to 9:
 *
 *   minimise over w   1/2 |w|^2 + lambda2 sum_{y,k} eps_yk + lambda3 sum_{i,y} xi_iy
 *   eps_yk = [Delta(y,k) - mean over rows of y of (f(x,y) - f(x,k))]_+
 *   xi_ik  = [Delta(y_i,k) - (f(x_i,y_i) - f(x_i,k))]_+
 *
 * with f(x,y) = <p, z_y>, p_s = <w, phi_s(x)>, Delta(a,b) = 1 - c_a.c_b; sums over all wrong classes.
 * The dual has one variable per constraint, in [0, lambda]; w is linear in them:
 *
 *   w = sum_i Phi_i' beta_i + sum_y M_y' beta_y,   beta_i = sum_k a_ik (z_{y_i} - z_k)
 *
 * where M_y is the mean of Phi over the rows of y. The lambda1 term of Eq. 7 does not depend on w and
 * is added by Algorithm 1.
 */
import type { ClassRange, TransformedRows } from './transformed-rows.js'

export interface MaxMarginProblem {
  readonly phi: TransformedRows
  readonly ranges: readonly ClassRange[]
  readonly mixtures: CompactRows
  /** row-major (S x S) */
  readonly delta: Float64Array
}

/** Rows of mixtures without their zeros: simplex mixtures are mostly zeros. */
export interface CompactRows {
  readonly starts: Int32Array
  readonly indices: Int32Array
  readonly values: Float64Array
}

/** z (rows x columns) -> its non-zeros */
export function compactRows(z: Float64Array, columns: number): CompactRows {
  const rows = z.length / columns
  const starts = new Int32Array(rows + 1)
  const indices: number[] = []
  const values: number[] = []
  for (let i = 0; i < rows; i++) {
    for (let k = 0; k < columns; k++) {
      if (z[i * columns + k] === 0) continue
      indices.push(k)
      values.push(z[i * columns + k])
    }
    starts[i + 1] = indices.length
  }
  return { starts, indices: Int32Array.from(indices), values: Float64Array.from(values) }
}

/** Delta(a,b) = 1 - c_a.c_b of the seen classes. unit (S x length), each row of length 1. */
export function deltaMatrix(unit: Float64Array, seen: number): Float64Array {
  const length = unit.length / seen
  const delta = new Float64Array(seen * seen)
  for (let a = 0; a < seen; a++) {
    for (let b = 0; b < seen; b++) {
      let product = 0
      for (let k = 0; k < length; k++) product += unit[a * length + k] * unit[b * length + k]
      delta[a * seen + b] = a === b ? 0 : 1 - product
    }
  }
  return delta
}

/** <p, z_k>, p beginning at `offset` */
export function mixedScore(
  { starts, indices, values }: CompactRows,
  k: number,
  p: Float32Array,
  offset: number
): number {
  let score = 0
  for (let e = starts[k]; e < starts[k + 1]; e++) score += values[e] * p[offset + indices[e]]
  return score
}

/** beta += weight z_k */
export function addMixture(
  { starts, indices, values }: CompactRows,
  k: number,
  weight: number,
  beta: Float64Array
): void {
  for (let e = starts[k]; e < starts[k + 1]; e++) beta[indices[e]] += weight * values[e]
}

/**
 * The violations of a row (or class mean) of class y: g_k = Delta(y,k) - (f_y - f_k), 0 for k = y.
 * They are the hinge's arguments and the dual's gradient at once.
 */
export function violations(
  { mixtures, delta }: MaxMarginProblem,
  y: number,
  p: Float32Array,
  offset: number,
  g: Float64Array
): void {
  const own = mixedScore(mixtures, y, p, offset)
  const seen = g.length
  for (let k = 0; k < seen; k++) g[k] = delta[y * seen + k] - own + mixedScore(mixtures, k, p, offset)
  g[y] = 0
}
