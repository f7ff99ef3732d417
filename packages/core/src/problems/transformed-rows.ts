/**
 * Rows under the feature transform of Eq. 4 and 5: Phi_i is the (S x d) matrix of phi_s(x_i).
 *
 *   relu  phi_s(x) = max(0, x - v_s)        int  phi_s(x) = min(x, v_s) = x - max(0, x - v_s)
 *
 * Kernels know relu. Where mixtures sum to 1 the term x drops out of every difference of scores, so
 * that int is relu with -w and is never computed (DESIGN: "int and relu are one problem"); elsewhere
 * the term is added here, in plain loops.
 */
import type { Arena } from '../kernels/arena.js'
import type { Pointer } from '../kernels/kernels.js'
import type { StoredRows } from './stored-rows.js'

export class TransformedRows {
  readonly rows: StoredRows
  /** (d x s), class-minor; padding is +Infinity */
  readonly references: Float32Array
  /** seen classes, rounded up to a multiple of 4 */
  readonly s: number
  /** -1 where phi falls with x's excess over v (int), 1 where it rises (relu) */
  readonly sign: 1 | -1
  private readonly v: Pointer

  constructor(rows: StoredRows, references: Float32Array, s: number, transform: 'relu' | 'int') {
    this.rows = rows
    this.references = references
    this.s = s
    this.sign = transform === 'int' ? -1 : 1
    this.v = references.byteOffset
  }

  /** p (count x s): p_is = <w, phi_s(x_i)> */
  forward(first: number, count: number, w: Float32Array, p: Float32Array): void {
    this.rows.forward(first, count, this.v, w.byteOffset, p.byteOffset, this.s)
    if (this.sign === 1) return
    for (let i = 0; i < count; i++) {
      let whole = 0
      this.rows.each(first + i, (m, value) => (whole += w[m] * value))
      for (let k = i * this.s; k < (i + 1) * this.s; k++) p[k] = whole - p[k]
    }
  }

  /** a = Phi_i' beta in the row's own form (see StoredRows); returns |a|^2 */
  adjoint(row: number, beta: Float32Array, a: Float32Array): number {
    const squares = this.rows.adjoint(row, this.v, beta.byteOffset, a.byteOffset, this.s)
    if (this.sign === 1) return squares
    const total = sum(beta, 0, this.s)
    let at = 0
    let corrected = 0
    this.rows.each(row, (_, value) => {
      a[at] = total * value - a[at]
      corrected += a[at] * a[at++]
    })
    return corrected
  }

  /** out64 (d) += sum over the rows of Phi_i' beta_i */
  adjointSum(first: number, count: number, beta: Float32Array, out64: Float64Array): void {
    if (this.sign === -1) for (let k = 0; k < count * this.s; k++) beta[k] = -beta[k]
    this.rows.adjointSum(first, count, this.v, beta.byteOffset, out64.byteOffset, this.s)
    if (this.sign === 1) return
    for (let i = 0; i < count; i++) {
      const total = -sum(beta, i * this.s, (i + 1) * this.s)
      this.rows.each(first + i, (m, value) => (out64[m] += total * value))
    }
  }

  /** out (d x s) += sum over the rows of c_is [x_im > v_ms] */
  mask(first: number, count: number, c: Float32Array, out: Float32Array): void {
    this.rows.mask(first, count, this.v, c.byteOffset, out.byteOffset, this.s)
  }

  /** out (d x s) = sum over the rows of phi_s(x_i); the padding stays 0 */
  sumInto(first: number, count: number, seen: number, out: Float32Array): void {
    out.fill(0)
    this.rows.transformSum(first, count, this.v, out.byteOffset, this.s)
    if (this.sign === 1) return
    for (let k = 0; k < out.length; k++) out[k] = -out[k]
    for (let i = first; i < first + count; i++) {
      this.rows.each(i, (m, value) => {
        for (let k = 0; k < seen; k++) out[m * this.s + k] += value
      })
    }
  }
}

function sum(values: Float32Array, from: number, to: number): number {
  let total = 0
  for (let k = from; k < to; k++) total += values[k]
  return total
}

/** The rows of one class. */
export interface ClassRange {
  readonly first: number
  readonly count: number
}

export function paddedClasses(seen: number): number {
  return Math.ceil(seen / 4) * 4
}

/** V at the class means, projected to V >= 0: where Algorithm 1 starts. (d x s) */
export function classMeans(arena: Arena, rows: StoredRows, ranges: readonly ClassRange[]): Float32Array {
  const d = rows.columns
  const s = paddedClasses(ranges.length)
  const references = arena.float32(d * s).fill(Infinity)
  const mean = new Float64Array(d)
  ranges.forEach(({ first, count }, k) => {
    mean.fill(0)
    for (let i = first; i < first + count; i++) rows.each(i, (m, value) => (mean[m] += value))
    for (let m = 0; m < d; m++) references[m * s + k] = Math.max(0, mean[m] / count)
  })
  return references
}
