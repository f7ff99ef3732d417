/**
 * Sums over rows that keep one value per (feature, class):
 *   mask          out[m, s] += sum_i c[i, s] [x[i, m] > v[m, s]]     (Eq. 11 without its factor w)
 *   transformSum  out[m, s] += sum_i max(0, x[i, m] - v[m, s])
 *
 * Four features x one vector of classes stay in registers while a block of rows goes by. The four
 * columns of x are first copied side by side, since rows a power of two apart share one set of the
 * cache. Rows are added in their order, so a batch gives the same bytes as its rows one by one.
 */
import { accumulate, relu } from './lanes'
import { scratch } from './scratch'

const ROWS: usize = 64

// @ts-ignore: decorator
@inline
function addMask(total: v128, c: v128, x: v128, v: v128): v128 {
  return f32x4.add(total, v128.and(c, f32x4.gt(x, v)))
}

export function mask(x: usize, n: usize, v: usize, c: usize, out: usize, d: usize, s: usize): void {
  const width = s << 2
  for (let i: usize = 0; i < n; i += ROWS) {
    const rows = min(ROWS, n - i)
    const block = x + (i * d << 2), coefficients = c + i * width
    let m: usize = 0
    for (; m + 4 <= d; m += 4) {
      gather(block + (m << 2), d << 2, rows)
      maskFour(rows, v + m * width, coefficients, out + m * width, width)
    }
    for (; m < d; m++) maskOne(block + (m << 2), d << 2, rows, v + m * width, coefficients, out + m * width, width)
  }
}

/** Copies four columns of x to scratch (rows x 4). */
function gather(x: usize, stride: usize, rows: usize): void {
  const end = scratch + (rows << 4)
  for (let p = scratch; p < end; p += 16, x += stride) v128.store(p, v128.load(x))
}

function maskFour(rows: usize, v: usize, c: usize, out: usize, width: usize): void {
  const end = scratch + (rows << 4)
  for (let column: usize = 0; column < width; column += 16) {
    const r0 = v + column, r1 = r0 + width, r2 = r1 + width, r3 = r2 + width
    const o0 = out + column, o1 = o0 + width, o2 = o1 + width, o3 = o2 + width
    const v0 = v128.load(r0), v1 = v128.load(r1), v2 = v128.load(r2), v3 = v128.load(r3)
    let a0 = v128.load(o0), a1 = v128.load(o1), a2 = v128.load(o2), a3 = v128.load(o3)
    let coefficient = c + column
    for (let p = scratch; p < end; p += 16) {
      const b = v128.load(coefficient)
      a0 = addMask(a0, b, v128.load32_splat(p), v0)
      a1 = addMask(a1, b, v128.load32_splat(p, 4), v1)
      a2 = addMask(a2, b, v128.load32_splat(p, 8), v2)
      a3 = addMask(a3, b, v128.load32_splat(p, 12), v3)
      coefficient += width
    }
    v128.store(o0, a0)
    v128.store(o1, a1)
    v128.store(o2, a2)
    v128.store(o3, a3)
  }
}

function maskOne(x: usize, stride: usize, rows: usize, v: usize, c: usize, out: usize, width: usize): void {
  for (let i: usize = 0; i < rows; i++, x += stride, c += width) addMasked(v128.load32_splat(x), v, c, out, width)
}

export function maskSparse(starts: usize, indices: usize, values: usize, n: usize, v: usize, c: usize, out: usize, s: usize): void {
  const width = s << 2
  for (let i: usize = 0; i < n; i++, starts += 4, c += width) {
    const end: usize = load<u32>(starts, 4)
    for (let e: usize = load<u32>(starts); e < end; e++) {
      const row = load<u32>(indices + (e << 2)) * width
      addMasked(v128.load32_splat(values + (e << 2)), v + row, c, out + row, width)
    }
  }
}

/** Two vectors a turn: about a tenth faster than one. */
// @ts-ignore: decorator
@inline
function addMasked(x: v128, v: usize, c: usize, out: usize, width: usize): void {
  const end = out + width
  for (; out + 32 <= end; out += 32, v += 32, c += 32) {
    v128.store(out, addMask(v128.load(out), v128.load(c), x, v128.load(v)))
    v128.store(out, addMask(v128.load(out, 16), v128.load(c, 16), x, v128.load(v, 16)), 16)
  }
  if (out < end) v128.store(out, addMask(v128.load(out), v128.load(c), x, v128.load(v)))
}

export function transformSum(x: usize, n: usize, v: usize, out: usize, d: usize, s: usize): void {
  const width = s << 2
  for (let i: usize = 0; i < n; i += ROWS) {
    const rows = min(ROWS, n - i)
    const block = x + (i * d << 2)
    let m: usize = 0
    for (; m + 4 <= d; m += 4) {
      gather(block + (m << 2), d << 2, rows)
      transformFour(rows, v + m * width, out + m * width, width)
    }
    for (; m < d; m++) transformOne(block + (m << 2), d << 2, rows, v + m * width, out + m * width, width)
  }
}

function transformFour(rows: usize, v: usize, out: usize, width: usize): void {
  const end = scratch + (rows << 4)
  for (let column: usize = 0; column < width; column += 16) {
    const r0 = v + column, r1 = r0 + width, r2 = r1 + width, r3 = r2 + width
    const o0 = out + column, o1 = o0 + width, o2 = o1 + width, o3 = o2 + width
    const v0 = v128.load(r0), v1 = v128.load(r1), v2 = v128.load(r2), v3 = v128.load(r3)
    let a0 = v128.load(o0), a1 = v128.load(o1), a2 = v128.load(o2), a3 = v128.load(o3)
    for (let p = scratch; p < end; p += 16) {
      a0 = f32x4.add(a0, relu(v128.load32_splat(p), v0))
      a1 = f32x4.add(a1, relu(v128.load32_splat(p, 4), v1))
      a2 = f32x4.add(a2, relu(v128.load32_splat(p, 8), v2))
      a3 = f32x4.add(a3, relu(v128.load32_splat(p, 12), v3))
    }
    v128.store(o0, a0)
    v128.store(o1, a1)
    v128.store(o2, a2)
    v128.store(o3, a3)
  }
}

function transformOne(x: usize, stride: usize, rows: usize, v: usize, out: usize, width: usize): void {
  for (let i: usize = 0; i < rows; i++, x += stride) addTransformed(v128.load32_splat(x), v, out, width)
}

// @ts-ignore: decorator
@inline
function addTransformed(x: v128, v: usize, out: usize, width: usize): void {
  const end = out + width
  for (; out + 32 <= end; out += 32, v += 32) {
    accumulate(out, relu(x, v128.load(v)))
    accumulate(out + 16, relu(x, v128.load(v, 16)))
  }
  if (out < end) accumulate(out, relu(x, v128.load(v)))
}

export function transformSumSparse(starts: usize, indices: usize, values: usize, n: usize, v: usize, out: usize, s: usize): void {
  const width = s << 2
  for (let i: usize = 0; i < n; i++, starts += 4) {
    const end: usize = load<u32>(starts, 4)
    for (let e: usize = load<u32>(starts); e < end; e++) {
      const row = load<u32>(indices + (e << 2)) * width
      addTransformed(v128.load32_splat(values + (e << 2)), v + row, out + row, width)
    }
  }
}
