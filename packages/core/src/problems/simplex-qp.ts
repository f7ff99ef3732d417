/**
 * The simplex QP behind Eq. 3:
 *
 *   minimise  1/2 a'Ha - q'a   subject to  a >= 0, sum a = 1,   H = G + gamma I
 *
 * G is the Gram matrix of the seen signatures, q their products with the described one. Shifting all
 * signatures by a common vector changes nothing on the simplex, so the dictionary is centred first:
 * that takes away the largest eigenvalue and with it most of the condition number.
 */
export interface SimplexQp {
  readonly size: number
  /** row-major (size x size), symmetric, without gamma */
  readonly gram: Float64Array
  readonly gamma: number
  /** an upper bound of the largest eigenvalue of gram */
  readonly bound: number
}

/** out = H a - q. Skips the zeros of `a`, which are most of it. */
export function gradient(
  { size, gram, gamma }: SimplexQp,
  q: Float64Array,
  a: Float64Array,
  out: Float64Array
): void {
  for (let i = 0; i < size; i++) out[i] = gamma * a[i] - q[i]
  for (let j = 0; j < size; j++) {
    const share = a[j]
    if (share === 0) continue
    const row = j * size
    for (let i = 0; i < size; i++) out[i] += share * gram[row + i]
  }
}

/**
 * Optimality: the largest change that a projected gradient step would make, |a - P(a - (Ha - q))|.
 * Zero exactly at the solution.
 */
export function kktResidual(problem: SimplexQp, q: Float64Array, a: Float64Array): number {
  const { size } = problem
  const step = new Float64Array(size)
  gradient(problem, q, a, step)
  for (let i = 0; i < size; i++) step[i] = a[i] - step[i]
  projectToSimplex(step)
  let residual = 0
  for (let i = 0; i < size; i++) residual = Math.max(residual, Math.abs(step[i] - a[i]))
  return residual
}

/** The nearest point of the simplex, in place: max(0, y - t) with the t that makes the sum 1. */
export function projectToSimplex(y: Float64Array): void {
  const sorted = Float64Array.from(y).sort()
  let sum = 0
  let threshold = 0
  for (let k = 1; k <= sorted.length; k++) {
    const value = sorted[sorted.length - k]
    sum += value
    const candidate = (sum - 1) / k
    if (value - candidate <= 0) break
    threshold = candidate
  }
  for (let i = 0; i < y.length; i++) y[i] = Math.max(0, y[i] - threshold)
}
