/**
 * The adjoint of Eq. 5: a row's out[m] = sum_s beta[s] max(0, x[m] - v[m, s]), and its sum over rows.
 *
 * Lanes are classes; four features at a time keep four sums, which are then transposed and added
 * across lanes together. Classes whose beta is 0 contribute nothing: a row lists the pairs of vectors
 * of beta that are not all zero once and visits only those.
 *
 * adjointSum adds blocks of ROWS rows in float32 before they go to float64, counted from the call's
 * first row: its last digits depend on how rows are cut into calls, and on nothing else.
 */
import { add64, addRelu, high64, low64, sum, sums, zero } from './lanes'
import { scratch } from './scratch'

/** Rows summed in float32 before the sum goes to float64; also how many lines of x one set of the cache can hold. */
const ROWS: usize = 8

/** Lists the byte offsets of the pairs of vectors of beta that are not all zero. Returns the end of the list. */
function listActive(beta: usize, width: usize): usize {
  let end = scratch
  for (let offset: usize = 0; offset + 32 <= width; offset += 32) {
    store<u32>(end, <u32>offset)
    if (v128.any_true(v128.or(v128.load(beta + offset), v128.load(beta + offset, 16)))) end += 4
  }
  return end
}

/** Four features, references at v0 .. v3. Inlined, since the call itself took about a tenth of the time. */
// @ts-ignore: decorator
@inline
function four(
  x0: v128, x1: v128, x2: v128, x3: v128, v0: usize, v1: usize, v2: usize, v3: usize,
  beta: usize, active: usize, width: usize
): v128 {
  let a0 = zero(), a1 = zero(), a2 = zero(), a3 = zero()
  for (let p = scratch; p < active; p += 4) {
    const offset: usize = load<u32>(p)
    const r0 = v0 + offset, r1 = v1 + offset, r2 = v2 + offset, r3 = v3 + offset
    const b = v128.load(beta + offset)
    a0 = addRelu(a0, b, x0, v128.load(r0))
    a1 = addRelu(a1, b, x1, v128.load(r1))
    a2 = addRelu(a2, b, x2, v128.load(r2))
    a3 = addRelu(a3, b, x3, v128.load(r3))
    const c = v128.load(beta + offset, 16)
    a0 = addRelu(a0, c, x0, v128.load(r0, 16))
    a1 = addRelu(a1, c, x1, v128.load(r1, 16))
    a2 = addRelu(a2, c, x2, v128.load(r2, 16))
    a3 = addRelu(a3, c, x3, v128.load(r3, 16))
  }
  if (width & 16) {
    const offset = width - 16
    const b = v128.load(beta + offset)
    a0 = addRelu(a0, b, x0, v128.load(v0 + offset))
    a1 = addRelu(a1, b, x1, v128.load(v1 + offset))
    a2 = addRelu(a2, b, x2, v128.load(v2 + offset))
    a3 = addRelu(a3, b, x3, v128.load(v3 + offset))
  }
  return sums(a0, a1, a2, a3)
}

function one(x: v128, v: usize, beta: usize, width: usize): f32 {
  let a = zero()
  for (let offset: usize = 0; offset < width; offset += 16) a = addRelu(a, v128.load(beta + offset), x, v128.load(v + offset))
  return sum(a)
}

// @ts-ignore: decorator
@inline
function addSquares(norm: v128, a: v128): v128 {
  const low = low64(a), high = high64(a)
  return f64x2.add(norm, f64x2.add(f64x2.mul(low, low), f64x2.mul(high, high)))
}

// @ts-ignore: decorator
@inline
function total(norm: v128): f64 {
  return f64x2.extract_lane(norm, 0) + f64x2.extract_lane(norm, 1)
}

export function adjointRow(x: usize, v: usize, beta: usize, out: usize, d: usize, s: usize): f64 {
  const width = s << 2
  const active = listActive(beta, width)
  let norm = f64x2.splat(0)
  let m: usize = 0
  for (; m + 4 <= d; m += 4, x += 16, out += 16) {
    const v0 = v + m * width, v1 = v0 + width, v2 = v1 + width, v3 = v2 + width
    const a = four(
      v128.load32_splat(x), v128.load32_splat(x, 4), v128.load32_splat(x, 8), v128.load32_splat(x, 12),
      v0, v1, v2, v3, beta, active, width
    )
    v128.store(out, a)
    norm = addSquares(norm, a)
  }
  let result = total(norm)
  for (; m < d; m++, x += 4, out += 4) {
    const a = one(v128.load32_splat(x), v + m * width, beta, width)
    store<f32>(out, a)
    result += <f64>a * <f64>a
  }
  return result
}

export function adjointRowSparse(indices: usize, values: usize, count: usize, v: usize, beta: usize, out: usize, s: usize): f64 {
  const width = s << 2
  const active = listActive(beta, width)
  let norm = f64x2.splat(0)
  let e: usize = 0
  for (; e + 4 <= count; e += 4, indices += 16, values += 16, out += 16) {
    const a = four(
      v128.load32_splat(values), v128.load32_splat(values, 4), v128.load32_splat(values, 8), v128.load32_splat(values, 12),
      v + load<u32>(indices) * width, v + load<u32>(indices, 4) * width,
      v + load<u32>(indices, 8) * width, v + load<u32>(indices, 12) * width, beta, active, width
    )
    v128.store(out, a)
    norm = addSquares(norm, a)
  }
  let result = total(norm)
  for (; e < count; e++, indices += 4, values += 4, out += 4) {
    const a = one(v128.load32_splat(values), v + load<u32>(indices) * width, beta, width)
    store<f32>(out, a)
    result += <f64>a * <f64>a
  }
  return result
}

export function adjointSum(x: usize, n: usize, v: usize, beta: usize, out64: usize, d: usize, s: usize): void {
  const width = s << 2
  for (let i: usize = 0; i < n; i += ROWS) {
    const rows = min(ROWS, n - i)
    const first = x + (i * d << 2), coefficients = beta + i * width
    let m: usize = 0
    for (; m + 4 <= d; m += 4) fourFeatures(first + (m << 2), d << 2, rows, v + m * width, coefficients, out64 + (m << 3), width)
    for (; m < d; m++) oneFeature(first + (m << 2), d << 2, rows, v + m * width, coefficients, out64 + (m << 3), width)
  }
}

function fourFeatures(x: usize, stride: usize, rows: usize, v: usize, beta: usize, out64: usize, width: usize): void {
  let a0 = zero(), a1 = zero(), a2 = zero(), a3 = zero()
  for (const stop = beta + rows * width; beta < stop; x += stride) {
    const x0 = v128.load32_splat(x), x1 = v128.load32_splat(x, 4), x2 = v128.load32_splat(x, 8), x3 = v128.load32_splat(x, 12)
    let r0 = v, r1 = v + width, r2 = r1 + width, r3 = r2 + width
    for (const end = beta + width; beta < end; beta += 16, r0 += 16, r1 += 16, r2 += 16, r3 += 16) {
      const b = v128.load(beta)
      a0 = addRelu(a0, b, x0, v128.load(r0))
      a1 = addRelu(a1, b, x1, v128.load(r1))
      a2 = addRelu(a2, b, x2, v128.load(r2))
      a3 = addRelu(a3, b, x3, v128.load(r3))
    }
  }
  const a = sums(a0, a1, a2, a3)
  add64(out64, low64(a))
  add64(out64 + 16, high64(a))
}

function oneFeature(x: usize, stride: usize, rows: usize, v: usize, beta: usize, out64: usize, width: usize): void {
  let a = zero()
  for (let i: usize = 0; i < rows; i++, x += stride) {
    const value = v128.load32_splat(x)
    for (let offset: usize = 0; offset < width; offset += 16, beta += 16) a = addRelu(a, v128.load(beta), value, v128.load(v + offset))
  }
  store<f64>(out64, load<f64>(out64) + <f64>sum(a))
}

export function adjointSumSparse(starts: usize, indices: usize, values: usize, n: usize, v: usize, beta: usize, out64: usize, s: usize): void {
  const width = s << 2
  for (let i: usize = 0; i < n; i++, starts += 4, beta += width) {
    const active = listActive(beta, width)
    let e: usize = load<u32>(starts)
    const end: usize = load<u32>(starts, 4)
    for (; e + 4 <= end; e += 4) {
      const index = indices + (e << 2), value = values + (e << 2)
      const m0: usize = load<u32>(index), m1: usize = load<u32>(index, 4), m2: usize = load<u32>(index, 8), m3: usize = load<u32>(index, 12)
      const a = four(
        v128.load32_splat(value), v128.load32_splat(value, 4), v128.load32_splat(value, 8), v128.load32_splat(value, 12),
        v + m0 * width, v + m1 * width, v + m2 * width, v + m3 * width, beta, active, width
      )
      add(out64, m0, f32x4.extract_lane(a, 0))
      add(out64, m1, f32x4.extract_lane(a, 1))
      add(out64, m2, f32x4.extract_lane(a, 2))
      add(out64, m3, f32x4.extract_lane(a, 3))
    }
    for (; e < end; e++) {
      const m: usize = load<u32>(indices + (e << 2))
      add(out64, m, one(v128.load32_splat(values + (e << 2)), v + m * width, beta, width))
    }
  }
}

// @ts-ignore: decorator
@inline
function add(out64: usize, m: usize, a: f32): void {
  const p = out64 + (m << 3)
  store<f64>(p, load<f64>(p) + <f64>a)
}
