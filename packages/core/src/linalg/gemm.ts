/**
 * Matrix products on the kernels: float32 factors, float64 sums. All arrays lie in the kernels' memory
 * (views from an Arena), row-major.
 */
import type { Kernels } from '../kernels/kernels.js'

/** out (m x n) += a' b for a (k x m), b (k x n) */
export function addProduct(
  kernels: Kernels,
  a: Float32Array,
  b: Float32Array,
  out: Float64Array,
  m: number,
  n: number,
  k: number
): void {
  kernels.gemmTN(a.byteOffset, m, b.byteOffset, n, out.byteOffset, n, m, n, k, false)
}

/** SYRK: the lower triangle of out (n x n) += x' x for x (k x n); what is above it is left undefined */
export function addGram(kernels: Kernels, x: Float32Array, out: Float64Array, n: number, k: number): void {
  kernels.gemmTN(x.byteOffset, n, x.byteOffset, n, out.byteOffset, n, n, n, k, true)
}

/** out (n x m) = the transpose of x (m x n), in blocks that stay in cache */
export function transpose(x: Float32Array, out: Float32Array, m: number, n: number): void {
  const block = 32
  for (let i0 = 0; i0 < m; i0 += block) {
    for (let j0 = 0; j0 < n; j0 += block) {
      for (let i = i0; i < Math.min(m, i0 + block); i++)
        for (let j = j0; j < Math.min(n, j0 + block); j++) out[j * m + i] = x[i * n + j]
    }
  }
}
