/**
 * What a set of kernels can do. Two implementations stand beside this file: `reference.ts`, the
 * specification in plain TypeScript, and `wasm.ts`, the same in SIMD. Both work in place on one
 * WebAssembly memory, so either can take over from the other at any call.
 *
 * Conventions
 * - A `Pointer` is a byte offset into `memory`, a multiple of 16 for every array passed here.
 * - float32 unless a name ends in 64. Counts and indices are uint32.
 * - `s` is the number of seen classes rounded up to a multiple of 4. References `v` are stored
 *   transposed, (d x s); columns added by the rounding hold +Infinity, so that max(0, x - v) is 0
 *   there. Columns added to proportions, coefficients and weights hold 0.
 * - Dense rows `x` are (n x d) row-major. Sparse rows are CSR: row i has the entries
 *   starts[i] .. starts[i + 1] - 1 of `indices` and `values`; `starts` points at the first row's
 *   own entry, its values count from the beginning of `indices`.
 * - References are never negative, so max(0, x - v) is 0 wherever x is 0: sparse kernels skip zeros.
 * - Each (row, class) is summed in the order of the features whatever `n` is: a batch gives the
 *   same bytes as its rows one by one.
 */
export type Pointer = number

export interface Kernels {
  readonly memory: WebAssembly.Memory

  /** Eq. 5 for n rows: out[i, s] = sum_m w[m] max(0, x[i, m] - v[m, s]). out (n x s). */
  forward(x: Pointer, n: number, v: Pointer, w: Pointer, out: Pointer, d: number, s: number): void
  forwardSparse(
    starts: Pointer,
    indices: Pointer,
    values: Pointer,
    n: number,
    v: Pointer,
    w: Pointer,
    out: Pointer,
    s: number
  ): void

  /** The adjoint of one row: out[m] = sum_s beta[s] max(0, x[m] - v[m, s]). Returns |out|^2. out (d). */
  adjointRow(x: Pointer, v: Pointer, beta: Pointer, out: Pointer, d: number, s: number): number
  /** The same for one sparse row of `count` entries; out (count) belongs to the row's own indices. */
  adjointRowSparse(
    indices: Pointer,
    values: Pointer,
    count: number,
    v: Pointer,
    beta: Pointer,
    out: Pointer,
    s: number
  ): number

  /**
   * Sum of adjoints: out64[m] += sum_i sum_s beta[i, s] max(0, x[i, m] - v[m, s]). beta (n x s), out64 (d).
   */
  adjointSum(x: Pointer, n: number, v: Pointer, beta: Pointer, out64: Pointer, d: number, s: number): void
  adjointSumSparse(
    starts: Pointer,
    indices: Pointer,
    values: Pointer,
    n: number,
    v: Pointer,
    beta: Pointer,
    out64: Pointer,
    s: number
  ): void

  /**
   * Eq. 11 without its outer factor w: out[m, s] += sum_i c[i, s] [x[i, m] > v[m, s]]. c (n x s), out (d x
   * s).
   */
  mask(x: Pointer, n: number, v: Pointer, c: Pointer, out: Pointer, d: number, s: number): void
  maskSparse(
    starts: Pointer,
    indices: Pointer,
    values: Pointer,
    n: number,
    v: Pointer,
    c: Pointer,
    out: Pointer,
    s: number
  ): void

  /** Sums of transformed rows: out[m, s] += sum_i max(0, x[i, m] - v[m, s]). out (d x s). */
  transformSum(x: Pointer, n: number, v: Pointer, out: Pointer, d: number, s: number): void
  transformSumSparse(
    starts: Pointer,
    indices: Pointer,
    values: Pointer,
    n: number,
    v: Pointer,
    out: Pointer,
    s: number
  ): void

  /**
   * One weight vector per class: out[i, s] = sum_m weights[m, s] max(0, x[i, m] - v[m, s]). weights (d x s),
   * out (n x s).
   */
  forwardClass(x: Pointer, n: number, v: Pointer, weights: Pointer, out: Pointer, d: number, s: number): void

  /** out[i, s] = sum_m x[i, m] t[m, s]. x (n x d), t (d x s), out (n x s). */
  linear(x: Pointer, n: number, t: Pointer, out: Pointer, d: number, s: number): void
  /** out[m] = sum_s beta[s] t[m, s]. Returns |out|^2. t (d x s), out (d). */
  linearAdjoint(t: Pointer, beta: Pointer, out: Pointer, d: number, s: number): number

  /** w64 += step * a, then w = w64 rounded to float32. All (d). */
  update(a: Pointer, step: number, w64: Pointer, w: Pointer, d: number): void
  /** The same for the `count` features named by indices. a (count). */
  updateSparse(indices: Pointer, a: Pointer, count: number, step: number, w64: Pointer, w: Pointer): void

  /**
   * out64[i, j] += sum_k a[k, i] b[k, j] for a (k x m), b (k x n), both float32 with row strides
   * `strideA`, `strideB` in elements; out64 (m x n) float64 with row stride `strideOut`.
   * With `lower` only the blocks that touch i >= j need be right (SYRK: a = b). m, n, k arbitrary.
   */
  gemmTN(
    a: Pointer,
    strideA: number,
    b: Pointer,
    strideB: number,
    out64: Pointer,
    strideOut: number,
    m: number,
    n: number,
    k: number,
    lower: boolean
  ): void

  /**
   * Lower Cholesky factor of the (n x n) float64 matrix in place (only i >= j is read or written). Returns
   * -1, or the index of the first pivot that is not positive.
   */
  cholesky64(a64: Pointer, n: number): number
  /** Solves L L' X = B in place. l64 (n x n) lower, b64 (n x k). */
  choleskySolve64(l64: Pointer, b64: Pointer, n: number, k: number): void
}
