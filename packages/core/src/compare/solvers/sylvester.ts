/**
 * The Sylvester equation with symmetric, positive semidefinite A (m x m) and B (n x n):
 *
 *   A W + W B = C                 W, C (m x n)
 *
 * With A = U diag(a) U', row j of U'W solves one shifted system, (B + a_j I) w = (U'C)_j. A, the small
 * side, is taken apart whole; B only into tridiagonal form, once, after which every shifted system costs
 * O(n) beside the change of basis. Eigenvectors of the large side are never computed.
 */
import type { Job } from '../../base/progress.js'
import { symmetricEigen } from './symmetric-eigen.js'
import { Tridiagonal } from './tridiagonal.js'

/** W (m x n); undefined when told to stop. Only lower triangles are read; B is overwritten. */
export function* solveSylvester(
  a: Float64Array,
  m: number,
  b: Float64Array,
  n: number,
  c: Float64Array
): Job<Float64Array | undefined> {
  const { values, vectors } = symmetricEigen(a, m)
  const system = yield* Tridiagonal.of(b, n)
  if (system === undefined) return undefined
  const right = multiply(vectors, c, m, m, n)
  system.toBasis(right)
  const turned = new Float64Array(m * m)
  for (let i = 0; i < m; i++) for (let j = 0; j < m; j++) turned[i * m + j] = vectors[j * m + i]
  return multiply(turned, solveDiagonal(values, system, right), m, m, n)
}

/** W of diag(a) W + W B = C (m x n), given C in B's tridiagonal basis: the same C serves any number of a. */
export function solveDiagonal(a: Float64Array, b: Tridiagonal, c: Float64Array): Float64Array {
  const n = b.size
  const w = Float64Array.from(c)
  a.forEach((shift, j) => b.solveShifted(shift, w.subarray(j * n, (j + 1) * n)))
  b.fromBasis(w)
  return w
}

/** (m x k) (k x n) */
function multiply(left: Float64Array, right: Float64Array, m: number, k: number, n: number): Float64Array {
  const product = new Float64Array(m * n)
  for (let i = 0; i < m; i++) {
    const row = product.subarray(i * n, (i + 1) * n)
    for (let j = 0; j < k; j++) {
      const factor = left[i * k + j]
      for (let l = 0; l < n; l++) row[l] += factor * right[j * n + l]
    }
  }
  return product
}
