/**
 * Eq. 5 of dense rows: out[i, s] = sum_m w[m] max(0, x[i, m] - v[m, s]).
 *
 * Lanes are classes, so nothing is summed across lanes. Features are cut into tiles: a tile is
 * summed in registers from zero and then added to out. The cut depends on the feature's number only,
 * and a feature that is 0 adds exactly 0, so one row, a batch and a sparse row (forward-sparse.ts)
 * give the same bytes. Strides and widths are in bytes below the exported function.
 */
import { TILE, accumulate, addRelu, zero } from './lanes'

export function forward(x: usize, n: usize, v: usize, w: usize, out: usize, d: usize, s: usize): void {
  const stride = d << 2, width = s << 2
  memory.fill(out, 0, n * width)
  for (let m: usize = 0; m < d; m += TILE) {
    const count = min(TILE, d - m)
    const tile = x + (m << 2), refs = v + m * width, weights = w + (m << 2)
    let i: usize = 0
    for (; i + 2 <= n; i += 2) twoRows(tile + i * stride, stride, refs, weights, out + i * width, count, width)
    if (i < n) oneRow(tile + i * stride, refs, weights, out + i * width, count, width)
  }
}

function twoRows(x: usize, stride: usize, v: usize, w: usize, out: usize, count: usize, width: usize): void {
  let column: usize = 0
  for (; column + 32 <= width; column += 32) twoByTwo(x, stride, v + column, w, out + column, count, width)
  if (column < width) {
    oneByOne(x, v + column, w, out + column, count, width)
    oneByOne(x + stride, v + column, w, out + column + width, count, width)
  }
}

function oneRow(x: usize, v: usize, w: usize, out: usize, count: usize, width: usize): void {
  let column: usize = 0
  for (; column + 64 <= width; column += 64) oneByFour(x, v + column, w, out + column, count, width)
  for (; column + 32 <= width; column += 32) oneByTwo(x, v + column, w, out + column, count, width)
  if (column < width) oneByOne(x, v + column, w, out + column, count, width)
}

// Blocks of rows by vectors of classes. One row by 8 or 10 vectors was measured and is no faster than by 4.

function twoByTwo(x: usize, stride: usize, v: usize, w: usize, out: usize, count: usize, width: usize): void {
  let a0 = zero(), a1 = zero(), b0 = zero(), b1 = zero()
  for (const end = x + (count << 2); x < end; x += 4, w += 4, v += width) {
    const weight = v128.load32_splat(w)
    const v0 = v128.load(v), v1 = v128.load(v, 16)
    const xa = v128.load32_splat(x)
    a0 = addRelu(a0, weight, xa, v0)
    a1 = addRelu(a1, weight, xa, v1)
    const xb = v128.load32_splat(x + stride)
    b0 = addRelu(b0, weight, xb, v0)
    b1 = addRelu(b1, weight, xb, v1)
  }
  accumulate(out, a0)
  accumulate(out + 16, a1)
  accumulate(out + width, b0)
  accumulate(out + width + 16, b1)
}

function oneByFour(x: usize, v: usize, w: usize, out: usize, count: usize, width: usize): void {
  let a0 = zero(), a1 = zero(), a2 = zero(), a3 = zero()
  for (const end = x + (count << 2); x < end; x += 4, w += 4, v += width) {
    const weight = v128.load32_splat(w), value = v128.load32_splat(x)
    a0 = addRelu(a0, weight, value, v128.load(v))
    a1 = addRelu(a1, weight, value, v128.load(v, 16))
    a2 = addRelu(a2, weight, value, v128.load(v, 32))
    a3 = addRelu(a3, weight, value, v128.load(v, 48))
  }
  accumulate(out, a0)
  accumulate(out + 16, a1)
  accumulate(out + 32, a2)
  accumulate(out + 48, a3)
}

function oneByTwo(x: usize, v: usize, w: usize, out: usize, count: usize, width: usize): void {
  let a0 = zero(), a1 = zero()
  for (const end = x + (count << 2); x < end; x += 4, w += 4, v += width) {
    const weight = v128.load32_splat(w), value = v128.load32_splat(x)
    a0 = addRelu(a0, weight, value, v128.load(v))
    a1 = addRelu(a1, weight, value, v128.load(v, 16))
  }
  accumulate(out, a0)
  accumulate(out + 16, a1)
}

function oneByOne(x: usize, v: usize, w: usize, out: usize, count: usize, width: usize): void {
  let a = zero()
  for (const end = x + (count << 2); x < end; x += 4, w += 4, v += width) {
    a = addRelu(a, v128.load32_splat(w), v128.load32_splat(x), v128.load(v))
  }
  accumulate(out, a)
}
