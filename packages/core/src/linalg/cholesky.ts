/**
 * Symmetric positive definite systems on the kernels, in float64. Arrays lie in the kernels' memory,
 * row-major; of matrices only the lower triangle is read or written.
 */
import { UnseenError } from '../base/errors.js'
import type { Kernels } from '../kernels/kernels.js'

/** a (n x n) becomes its factor L; a pivot that is not positive is refused. */
export function factorise(kernels: Kernels, a: Float64Array, n: number): void {
  const failed = kernels.cholesky64(a.byteOffset, n)
  if (failed < 0) return
  throw new UnseenError(
    'training.singular',
    `A system of ${n} equations has no unique answer (pivot ${failed} is not positive).`,
    { where: { pivot: failed }, remedy: 'Use a larger ridge.' }
  )
}

/** b (n x k) becomes X of L L' X = B, by two triangular solves. */
export function solveFactored(
  kernels: Kernels,
  l: Float64Array,
  b: Float64Array,
  n: number,
  k: number
): void {
  kernels.choleskySolve64(l.byteOffset, b.byteOffset, n, k)
}
