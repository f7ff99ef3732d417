/**
 * One weight vector per class, with and without the transform:
 *   forwardClass   out[i, s] = sum_m weights[m, s] max(0, x[i, m] - v[m, s])
 *   linear         out[i, s] = sum_m x[i, m] t[m, s]
 *   linearAdjoint  out[m] = sum_s beta[s] t[m, s], and |out|^2
 * Tiles of features as in forward.ts, with the same promise about batches.
 */
import { TILE, accumulate, addRelu, high64, low64, sum, sums, zero } from './lanes'

export function forwardClass(x: usize, n: usize, v: usize, weights: usize, out: usize, d: usize, s: usize): void {
  const width = s << 2
  memory.fill(out, 0, n * width)
  for (let m: usize = 0; m < d; m += TILE) {
    const count = min(TILE, d - m)
    const refs = v + m * width, factors = weights + m * width
    let i: usize = 0
    for (; i + 2 <= n; i += 2) {
      const row = x + (i * d + m << 2)
      for (let column: usize = 0; column < width; column += 16) {
        classTwo(row, d << 2, refs + column, factors + column, out + i * width + column, count, width)
      }
    }
    if (i < n) {
      for (let column: usize = 0; column < width; column += 16) {
        classOne(x + (i * d + m << 2), refs + column, factors + column, out + i * width + column, count, width)
      }
    }
  }
}

function classTwo(x: usize, stride: usize, v: usize, w: usize, out: usize, count: usize, width: usize): void {
  let a = zero(), b = zero()
  for (const end = x + (count << 2); x < end; x += 4, v += width, w += width) {
    const refs = v128.load(v), weights = v128.load(w)
    a = addRelu(a, weights, v128.load32_splat(x), refs)
    b = addRelu(b, weights, v128.load32_splat(x + stride), refs)
  }
  accumulate(out, a)
  accumulate(out + width, b)
}

function classOne(x: usize, v: usize, w: usize, out: usize, count: usize, width: usize): void {
  let a = zero()
  for (const end = x + (count << 2); x < end; x += 4, v += width, w += width) {
    a = addRelu(a, v128.load(w), v128.load32_splat(x), v128.load(v))
  }
  accumulate(out, a)
}

// @ts-ignore: decorator
@inline
function addProduct(total: v128, a: v128, b: v128): v128 {
  return f32x4.add(total, f32x4.mul(a, b))
}

export function linear(x: usize, n: usize, t: usize, out: usize, d: usize, s: usize): void {
  const width = s << 2
  memory.fill(out, 0, n * width)
  for (let m: usize = 0; m < d; m += TILE) {
    const count = min(TILE, d - m)
    const factors = t + m * width
    let i: usize = 0
    for (; i + 4 <= n; i += 4) {
      const row = x + (i * d + m << 2)
      for (let column: usize = 0; column < width; column += 16) {
        linearFour(row, d << 2, factors + column, out + i * width + column, count, width)
      }
    }
    for (; i < n; i++) {
      for (let column: usize = 0; column < width; column += 16) {
        linearOne(x + (i * d + m << 2), factors + column, out + i * width + column, count, width)
      }
    }
  }
}

function linearFour(x: usize, stride: usize, t: usize, out: usize, count: usize, width: usize): void {
  let a0 = zero(), a1 = zero(), a2 = zero(), a3 = zero()
  for (const end = x + (count << 2); x < end; x += 4, t += width) {
    const factor = v128.load(t)
    a0 = addProduct(a0, v128.load32_splat(x), factor)
    a1 = addProduct(a1, v128.load32_splat(x + stride), factor)
    a2 = addProduct(a2, v128.load32_splat(x + (stride << 1)), factor)
    a3 = addProduct(a3, v128.load32_splat(x + stride * 3), factor)
  }
  accumulate(out, a0)
  accumulate(out + width, a1)
  accumulate(out + width * 2, a2)
  accumulate(out + width * 3, a3)
}

function linearOne(x: usize, t: usize, out: usize, count: usize, width: usize): void {
  let a = zero()
  for (const end = x + (count << 2); x < end; x += 4, t += width) a = addProduct(a, v128.load32_splat(x), v128.load(t))
  accumulate(out, a)
}

export function linearAdjoint(t: usize, beta: usize, out: usize, d: usize, s: usize): f64 {
  const width = s << 2
  let norm = f64x2.splat(0)
  let m: usize = 0
  for (; m + 4 <= d; m += 4, out += 16) {
    const t0 = t + m * width, t1 = t0 + width, t2 = t1 + width, t3 = t2 + width
    let a0 = zero(), a1 = zero(), a2 = zero(), a3 = zero()
    for (let offset: usize = 0; offset < width; offset += 16) {
      const b = v128.load(beta + offset)
      a0 = addProduct(a0, b, v128.load(t0 + offset))
      a1 = addProduct(a1, b, v128.load(t1 + offset))
      a2 = addProduct(a2, b, v128.load(t2 + offset))
      a3 = addProduct(a3, b, v128.load(t3 + offset))
    }
    const a = sums(a0, a1, a2, a3)
    v128.store(out, a)
    const low = low64(a), high = high64(a)
    norm = f64x2.add(norm, f64x2.add(f64x2.mul(low, low), f64x2.mul(high, high)))
  }
  let result = f64x2.extract_lane(norm, 0) + f64x2.extract_lane(norm, 1)
  for (; m < d; m++, out += 4) {
    let a = zero()
    for (let offset: usize = 0; offset < width; offset += 16) a = addProduct(a, v128.load(beta + offset), v128.load(t + m * width + offset))
    const value = sum(a)
    store<f32>(out, value)
    result += <f64>value * <f64>value
  }
  return result
}
