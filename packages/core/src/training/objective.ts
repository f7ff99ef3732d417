/**
 * The whole objective of Eq. 7 at any w and V, and its subgradient in V (Eq. 11, with the factor
 * 1/N_y of Eq. 8 in the lambda2 term, which Eq. 11 is printed without):
 *
 *   d f(x,y) / d v_sm = -z_ys w_m [x_m > v_sm]  (relu; + for int), strict inequality
 *   G_sm = lambda1 v_sm + w_m sum_i c_is [x_im > v_sm]
 *   c_i  = lambda3 sum over violated k of (z_y - z_k) + lambda2 / N_y sum over violated k of (z_y - z_k)
 */
import { type Arena, arrayBytes } from '../kernels/arena.js'
import { type MaxMarginProblem, addMixture, violations } from '../problems/max-margin.js'

export interface Lambdas {
  readonly lambda1: number
  readonly lambda2: number
  readonly lambda3: number
}

/** Rows whose masks are summed in float32 before they join the float64 sum. */
const SHARD = 1024

export function gradientBytes(d: number, s: number): number {
  return 2 * arrayBytes(SHARD * s, 4) + arrayBytes(d * s, 4)
}

/** lambda1/2 sum |v_s|^2 */
export function referenceTerm({ phi, ranges }: MaxMarginProblem, lambda1: number): number {
  const { references, s } = phi
  let squares = 0
  for (let at = 0; at < references.length; at += s)
    for (let k = 0; k < ranges.length; k++) squares += references[at + k] * references[at + k]
  return (lambda1 / 2) * squares
}

/** Value at w and, into `gradient` (d x s), the subgradient in V. */
export function objectiveAndGradient(
  arena: Arena,
  problem: MaxMarginProblem,
  w: Float32Array,
  { lambda1, lambda2, lambda3 }: Lambdas,
  gradient: Float64Array
): number {
  const { phi, ranges, mixtures } = problem
  const { references, s } = phi
  const seen = ranges.length
  const mark = arena.mark()
  const p = arena.float32(SHARD * s)
  const c = arena.float32(SHARD * s)
  const sums = arena.float32(references.length)
  const g = new Float64Array(seen)
  const beta = new Float64Array(seen)
  let value = referenceTerm(problem, lambda1)
  for (const weight of w) value += (weight * weight) / 2

  /** beta += lambda sum over violated k of (z_y - z_k); adds lambda times the hinges to the value */
  const addViolated = (y: number, lambda: number, scale: number): void => {
    let active = 0
    for (let k = 0; k < seen; k++) {
      if (!(g[k] > 0)) continue
      value += lambda * g[k]
      active += lambda * scale
      addMixture(mixtures, k, -lambda * scale, beta)
    }
    addMixture(mixtures, y, active, beta)
  }

  gradient.fill(0)
  for (const [y, { first, count }] of ranges.entries()) {
    const ofClass = new Float64Array(seen)
    if (lambda2 > 0) {
      violations(problem, y, meanProportions(problem, y, w, p), 0, g)
      beta.fill(0)
      addViolated(y, lambda2, 1 / count)
      ofClass.set(beta)
    }
    for (let done = 0; done < count; done += SHARD) {
      const size = Math.min(SHARD, count - done)
      phi.forward(first + done, size, w, p)
      c.fill(0)
      for (let i = 0; i < size; i++) {
        beta.set(ofClass)
        if (lambda3 > 0) {
          violations(problem, y, p, i * s, g)
          addViolated(y, lambda3, 1)
        }
        c.set(beta, i * s)
      }
      sums.fill(0)
      phi.mask(first + done, size, c, sums)
      for (let k = 0; k < sums.length; k++) gradient[k] += sums[k]
    }
  }
  for (let m = 0; m < w.length; m++) {
    for (let k = 0; k < s; k++)
      gradient[m * s + k] =
        k < seen ? lambda1 * references[m * s + k] + phi.sign * w[m] * gradient[m * s + k] : 0
  }
  arena.release(mark)
  return value
}

/** The mean of a class's proportions, by one pass over its rows. */
function meanProportions(
  { phi, ranges }: MaxMarginProblem,
  y: number,
  w: Float32Array,
  p: Float32Array
): Float32Array {
  const { s } = phi
  const { first, count } = ranges[y]
  const total = new Float64Array(s)
  for (let done = 0; done < count; done += SHARD) {
    const size = Math.min(SHARD, count - done)
    phi.forward(first + done, size, w, p)
    for (let k = 0; k < size * s; k++) total[k % s] += p[k]
  }
  return Float32Array.from(total, sum => sum / count)
}
