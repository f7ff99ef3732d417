/**
 * Eq. 5: out[i, s] = sum_m w[m] max(0, x[i, m] - v[m, s]).
 *
 * Lanes are classes, so nothing is summed across lanes. Features are cut into tiles: a tile is
 * summed in registers from zero and then added to out. The cut depends on the feature's number only,
 * and a feature that is 0 adds exactly 0, so one row, a batch and a sparse row give the same bytes.
 */
import { TILE, addRelu, zero } from './lanes'

export function forward(x: usize, n: usize, v: usize, w: usize, out: usize, d: usize, s: usize): void {
  memory.fill(out, 0, n * s << 2)
  for (let m: usize = 0; m < d; m += TILE) {
    const count = min(TILE, d - m)
    const refs = v + (m * s << 2)
    const weights = w + (m << 2)
    let i: usize = 0
    for (; i + 2 <= n; i += 2) twoRows(x + (i * d + m << 2), d << 2, refs, weights, out + (i * s << 2), count, s << 2)
    if (i < n) oneRow(x + (i * d + m << 2), refs, weights, out + (i * s << 2), count, s << 2)
  }
}

// Strides and widths are in bytes from here on.

function twoRows(x: usize, stride: usize, v: usize, w: usize, out: usize, count: usize, width: usize): void {
  const end = x + (count << 2)
  let column: usize = 0
  for (; column + 32 <= width; column += 32) {
    let a0 = zero(), a1 = zero(), b0 = zero(), b1 = zero()
    let refs = v + column, weights = w
    for (let p = x; p < end; p += 4) {
      const weight = v128.load32_splat(weights)
      const v0 = v128.load(refs), v1 = v128.load(refs, 16)
      const xa = v128.load32_splat(p)
      a0 = addRelu(a0, weight, xa, v0)
      a1 = addRelu(a1, weight, xa, v1)
      const xb = v128.load32_splat(p + stride)
      b0 = addRelu(b0, weight, xb, v0)
      b1 = addRelu(b1, weight, xb, v1)
      refs += width
      weights += 4
    }
    const first = out + column, second = first + width
    accumulate(first, a0)
    accumulate(first + 16, a1)
    accumulate(second, b0)
    accumulate(second + 16, b1)
  }
  if (column < width) {
    oneColumn(x, v + column, w, out + column, count, width)
    oneColumn(x + stride, v + column, w, out + column + width, count, width)
  }
}

function oneRow(x: usize, v: usize, w: usize, out: usize, count: usize, width: usize): void {
  const end = x + (count << 2)
  let column: usize = 0
  for (; column + 64 <= width; column += 64) {
    let a0 = zero(), a1 = zero(), a2 = zero(), a3 = zero()
    let refs = v + column, weights = w
    for (let p = x; p < end; p += 4) {
      const weight = v128.load32_splat(weights), value = v128.load32_splat(p)
      a0 = addRelu(a0, weight, value, v128.load(refs))
      a1 = addRelu(a1, weight, value, v128.load(refs, 16))
      a2 = addRelu(a2, weight, value, v128.load(refs, 32))
      a3 = addRelu(a3, weight, value, v128.load(refs, 48))
      refs += width
      weights += 4
    }
    const total = out + column
    accumulate(total, a0)
    accumulate(total + 16, a1)
    accumulate(total + 32, a2)
    accumulate(total + 48, a3)
  }
  for (; column < width; column += 16) oneColumn(x, v + column, w, out + column, count, width)
}

function oneColumn(x: usize, v: usize, w: usize, out: usize, count: usize, width: usize): void {
  const end = x + (count << 2)
  let a = zero()
  for (; x < end; x += 4, w += 4, v += width) {
    a = addRelu(a, v128.load32_splat(w), v128.load32_splat(x), v128.load(v))
  }
  accumulate(out, a)
}

// @ts-ignore: decorator
@inline
function accumulate(out: usize, a: v128): void {
  v128.store(out, f32x4.add(v128.load(out), a))
}

export function forwardSparse(starts: usize, indices: usize, values: usize, n: usize, v: usize, w: usize, out: usize, s: usize): void {
  const width = s << 2
  memory.fill(out, 0, n * width)
  for (let i: usize = 0; i < n; i++, starts += 4, out += width) {
    const from = <usize>load<u32>(starts) << 2, to = <usize>load<u32>(starts, 4) << 2
    let column: usize = 0
    for (; column + 64 <= width; column += 64) sparse4(indices + from, indices + to, values + from, v + column, w, out + column, width)
    for (; column < width; column += 16) sparse1(indices + from, indices + to, values + from, v + column, w, out + column, width)
  }
}

function sparse4(index: usize, end: usize, value: usize, v: usize, w: usize, out: usize, width: usize): void {
  while (index < end) {
    let a0 = zero(), a1 = zero(), a2 = zero(), a3 = zero()
    let m: usize = load<u32>(index)
    const border = m - m % TILE + TILE
    do {
      const weight = v128.load32_splat(w + (m << 2)), x = v128.load32_splat(value)
      const refs = v + m * width
      a0 = addRelu(a0, weight, x, v128.load(refs))
      a1 = addRelu(a1, weight, x, v128.load(refs, 16))
      a2 = addRelu(a2, weight, x, v128.load(refs, 32))
      a3 = addRelu(a3, weight, x, v128.load(refs, 48))
      value += 4
      index += 4
      if (index >= end) break
      m = load<u32>(index)
    } while (m < border)
    accumulate(out, a0)
    accumulate(out + 16, a1)
    accumulate(out + 32, a2)
    accumulate(out + 48, a3)
  }
}

function sparse1(index: usize, end: usize, value: usize, v: usize, w: usize, out: usize, width: usize): void {
  while (index < end) {
    let a = zero()
    let m: usize = load<u32>(index)
    const border = m - m % TILE + TILE
    do {
      a = addRelu(a, v128.load32_splat(w + (m << 2)), v128.load32_splat(value), v128.load(v + m * width))
      value += 4
      index += 4
      if (index >= end) break
      m = load<u32>(index)
    } while (m < border)
    accumulate(out, a)
  }
}
