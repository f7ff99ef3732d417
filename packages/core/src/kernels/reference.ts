/**
 * The specification of every kernel: one plain loop per equation of kernels.ts, terms and sums in
 * float64, rounded to the output's type at the end. wasm.ts is tested against this.
 */
import type { Kernels, Pointer } from './kernels.js'

/** Calls `visit` for every stored entry: row i, feature m, value x. */
type Entries = (visit: (i: number, m: number, x: number) => void) => void

/** max(0, x - v), and 0 where the difference is not a number (both infinite). */
function relu(x: number, v: number): number {
  return x > v ? x - v : 0
}

export function referenceKernels(memory: WebAssembly.Memory): Kernels {
  // Views are made at each call, since growing a memory detaches them.
  const f32 = (pointer: Pointer): Float32Array => new Float32Array(memory.buffer, pointer)
  const f64 = (pointer: Pointer): Float64Array => new Float64Array(memory.buffer, pointer)
  const u32 = (pointer: Pointer): Uint32Array => new Uint32Array(memory.buffer, pointer)

  function dense(x: Pointer, n: number, d: number): Entries {
    const values = f32(x)
    return visit => {
      for (let i = 0; i < n; i++) for (let m = 0; m < d; m++) visit(i, m, values[i * d + m])
    }
  }

  function sparse(starts: Pointer, indices: Pointer, values: Pointer, n: number): Entries {
    const start = u32(starts),
      index = u32(indices),
      value = f32(values)
    return visit => {
      for (let i = 0; i < n; i++) for (let e = start[i]; e < start[i + 1]; e++) visit(i, index[e], value[e])
    }
  }

  function forward(entries: Entries, n: number, v: Pointer, w: Pointer, out: Pointer, s: number): void {
    const vs = f32(v),
      ws = f32(w),
      totals = new Float64Array(n * s)
    entries((i, m, x) => {
      for (let c = 0; c < s; c++) totals[i * s + c] += ws[m] * relu(x, vs[m * s + c])
    })
    f32(out).set(totals)
  }

  /** sum_s beta[s] max(0, x - v[m, s]). */
  function adjoint(x: number, m: number, v: Float32Array, beta: Float32Array, s: number, first = 0): number {
    let total = 0
    for (let c = 0; c < s; c++) total += beta[first + c] * relu(x, v[m * s + c])
    return total
  }

  function adjointSum(entries: Entries, v: Pointer, beta: Pointer, out64: Pointer, s: number): void {
    const vs = f32(v),
      bs = f32(beta),
      out = f64(out64)
    entries((i, m, x) => {
      out[m] += adjoint(x, m, vs, bs, s, i * s)
    })
  }

  function mask(entries: Entries, v: Pointer, c: Pointer, out: Pointer, s: number): void {
    const vs = f32(v),
      cs = f32(c),
      totals = f32(out)
    entries((i, m, x) => {
      for (let j = 0; j < s; j++) if (x > vs[m * s + j]) totals[m * s + j] += cs[i * s + j]
    })
  }

  function transformSum(entries: Entries, v: Pointer, out: Pointer, s: number): void {
    const vs = f32(v),
      totals = f32(out)
    entries((_, m, x) => {
      for (let j = 0; j < s; j++) totals[m * s + j] += relu(x, vs[m * s + j])
    })
  }

  /** out[0 .. count - 1] = value(0 .. count - 1) rounded; returns the squared length of what was written. */
  function writeRow(out: Pointer, count: number, value: (e: number) => number): number {
    const row = f32(out)
    let norm = 0
    for (let e = 0; e < count; e++) {
      row[e] = value(e)
      norm += row[e] * row[e]
    }
    return norm
  }

  return {
    memory,
    forward: (x, n, v, w, out, d, s) => forward(dense(x, n, d), n, v, w, out, s),
    forwardSparse: (starts, indices, values, n, v, w, out, s) =>
      forward(sparse(starts, indices, values, n), n, v, w, out, s),

    adjointRow(x, v, beta, out, d, s) {
      const xs = f32(x),
        vs = f32(v),
        bs = f32(beta)
      return writeRow(out, d, m => adjoint(xs[m], m, vs, bs, s))
    },
    adjointRowSparse(indices, values, count, v, beta, out, s) {
      const index = u32(indices),
        xs = f32(values),
        vs = f32(v),
        bs = f32(beta)
      return writeRow(out, count, e => adjoint(xs[e], index[e], vs, bs, s))
    },

    adjointSum: (x, n, v, beta, out64, d, s) => adjointSum(dense(x, n, d), v, beta, out64, s),
    adjointSumSparse: (starts, indices, values, n, v, beta, out64, s) =>
      adjointSum(sparse(starts, indices, values, n), v, beta, out64, s),
    mask: (x, n, v, c, out, d, s) => mask(dense(x, n, d), v, c, out, s),
    maskSparse: (starts, indices, values, n, v, c, out, s) =>
      mask(sparse(starts, indices, values, n), v, c, out, s),
    transformSum: (x, n, v, out, d, s) => transformSum(dense(x, n, d), v, out, s),
    transformSumSparse: (starts, indices, values, n, v, out, s) =>
      transformSum(sparse(starts, indices, values, n), v, out, s),

    forwardClass(x, n, v, weights, out, d, s) {
      const vs = f32(v),
        ws = f32(weights),
        totals = new Float64Array(n * s)
      dense(
        x,
        n,
        d
      )((i, m, value) => {
        for (let c = 0; c < s; c++) totals[i * s + c] += ws[m * s + c] * relu(value, vs[m * s + c])
      })
      f32(out).set(totals)
    },

    linear(x, n, t, out, d, s) {
      const ts = f32(t),
        totals = new Float64Array(n * s)
      dense(
        x,
        n,
        d
      )((i, m, value) => {
        for (let c = 0; c < s; c++) totals[i * s + c] += value * ts[m * s + c]
      })
      f32(out).set(totals)
    },
    linearAdjoint(t, beta, out, d, s) {
      const ts = f32(t),
        bs = f32(beta)
      return writeRow(out, d, m => {
        let total = 0
        for (let c = 0; c < s; c++) total += bs[c] * ts[m * s + c]
        return total
      })
    },

    update(a, step, w64, w, d) {
      const as = f32(a),
        exact = f64(w64),
        rounded = f32(w)
      for (let m = 0; m < d; m++) rounded[m] = exact[m] += step * as[m]
    },
    updateSparse(indices, a, count, step, w64, w) {
      const index = u32(indices),
        as = f32(a),
        exact = f64(w64),
        rounded = f32(w)
      for (let e = 0; e < count; e++) rounded[index[e]] = exact[index[e]] += step * as[e]
    },

    gemmTN(a, strideA, b, strideB, out64, strideOut, m, n, k, lower) {
      const as = f32(a),
        bs = f32(b),
        out = f64(out64)
      for (let i = 0; i < m; i++) {
        for (let j = 0; j < (lower ? Math.min(n, i + 1) : n); j++) {
          let total = 0
          for (let p = 0; p < k; p++) total += as[p * strideA + i] * bs[p * strideB + j]
          out[i * strideOut + j] += total
        }
      }
    },

    cholesky64(a64, n) {
      const l = f64(a64)
      for (let i = 0; i < n; i++) {
        for (let j = 0; j <= i; j++) {
          let value = l[i * n + j]
          for (let k = 0; k < j; k++) value -= l[i * n + k] * l[j * n + k]
          if (i > j) l[i * n + j] = value / l[j * n + j]
          else if (value > 0) l[i * n + i] = Math.sqrt(value)
          else return i
        }
      }
      return -1
    },
    choleskySolve64(l64, b64, n, k) {
      const l = f64(l64),
        b = f64(b64)
      for (let c = 0; c < k; c++) {
        for (let i = 0; i < n; i++) {
          for (let j = 0; j < i; j++) b[i * k + c] -= l[i * n + j] * b[j * k + c]
          b[i * k + c] /= l[i * n + i]
        }
        for (let i = n - 1; i >= 0; i--) {
          for (let j = i + 1; j < n; j++) b[i * k + c] -= l[j * n + i] * b[j * k + c]
          b[i * k + c] /= l[i * n + i]
        }
      }
    }
  }
}
