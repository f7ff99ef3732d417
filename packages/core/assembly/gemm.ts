/**
 * out64[i, j] += sum_k a[k, i] b[k, j]: products and panels of KC terms in float32, panels added in float64.
 *
 * Blocks of a and b are packed into scratch as strips of 4 and of 8 columns, padded with zeros; the
 * micro-kernel keeps a 4 x 8 tile in eight registers. A tile that hangs over the edge is computed
 * whole beside the matrix, and the part inside is added.
 */
import { add64, high64, low64, zero } from './lanes'
import { scratch } from './scratch'

const KC: usize = 256
const MC: usize = 128
const NC: usize = 256
const PACKED_B: usize = MC * KC * 4
const EDGE: usize = PACKED_B + NC * KC * 4

export function gemmTN(
  a: usize, strideA: usize, b: usize, strideB: usize, out64: usize, strideOut: usize,
  m: usize, n: usize, k: usize, lower: bool
): void {
  for (let p: usize = 0; p < k; p += KC) {
    const depth = min(KC, k - p)
    for (let j: usize = 0; j < n; j += NC) {
      const columns = min(NC, n - j)
      pack(b + (p * strideB + j << 2), strideB << 2, columns, depth, 8, scratch + PACKED_B)
      for (let i: usize = 0; i < m; i += MC) {
        const rows = min(MC, m - i)
        if (lower && i + rows <= j) continue
        pack(a + (p * strideA + i << 2), strideA << 2, rows, depth, 4, scratch)
        for (let c: usize = 0; c < columns; c += 8) {
          for (let r: usize = 0; r < rows; r += 4) {
            if (lower && j + c > i + r + 3) continue
            tile(r, c, depth, out64 + ((i + r) * strideOut + j + c << 3), strideOut << 3, min<usize>(4, rows - r), min<usize>(8, columns - c))
          }
        }
      }
    }
  }
}

/** Strips of `size` columns, (depth x size) each, the last padded with zeros. */
function pack(source: usize, stride: usize, columns: usize, depth: usize, size: usize, target: usize): void {
  for (let j: usize = 0; j < columns; j += size) {
    const width = min(size, columns - j)
    let p = source + (j << 2)
    for (let k: usize = 0; k < depth; k++, p += stride, target += size << 2) {
      if (width == size) {
        v128.store(target, v128.load(p))
        if (size == 8) v128.store(target, v128.load(p, 16), 16)
      } else {
        memory.fill(target, 0, size << 2)
        for (let c: usize = 0; c < width; c++) store<f32>(target + (c << 2), load<f32>(p + (c << 2)))
      }
    }
  }
}

function tile(r: usize, c: usize, depth: usize, out64: usize, stride: usize, rows: usize, columns: usize): void {
  const a = scratch + (r * depth << 2), b = scratch + PACKED_B + (c * depth << 2)
  if (rows == 4 && columns == 8) return multiply(a, b, depth, out64, stride)
  const edge = scratch + EDGE
  memory.fill(edge, 0, 4 * 8 * 8)
  multiply(a, b, depth, edge, 8 * 8)
  for (let i: usize = 0; i < rows; i++) {
    for (let j: usize = 0; j < columns; j++) {
      const p = out64 + i * stride + (j << 3)
      store<f64>(p, load<f64>(p) + load<f64>(edge + (i * 8 + j << 3)))
    }
  }
}

/** out64 (4 x 8) += the product of two strips. */
function multiply(a: usize, b: usize, depth: usize, out64: usize, stride: usize): void {
  let c00 = zero(), c01 = zero(), c10 = zero(), c11 = zero(), c20 = zero(), c21 = zero(), c30 = zero(), c31 = zero()
  for (const end = a + (depth << 4); a < end; a += 16, b += 32) {
    const b0 = v128.load(b), b1 = v128.load(b, 16)
    const a0 = v128.load32_splat(a)
    c00 = f32x4.add(c00, f32x4.mul(a0, b0))
    c01 = f32x4.add(c01, f32x4.mul(a0, b1))
    const a1 = v128.load32_splat(a, 4)
    c10 = f32x4.add(c10, f32x4.mul(a1, b0))
    c11 = f32x4.add(c11, f32x4.mul(a1, b1))
    const a2 = v128.load32_splat(a, 8)
    c20 = f32x4.add(c20, f32x4.mul(a2, b0))
    c21 = f32x4.add(c21, f32x4.mul(a2, b1))
    const a3 = v128.load32_splat(a, 12)
    c30 = f32x4.add(c30, f32x4.mul(a3, b0))
    c31 = f32x4.add(c31, f32x4.mul(a3, b1))
  }
  addRow(out64, c00, c01)
  addRow(out64 + stride, c10, c11)
  addRow(out64 + stride * 2, c20, c21)
  addRow(out64 + stride * 3, c30, c31)
}

// @ts-ignore: decorator
@inline
function addRow(out64: usize, left: v128, right: v128): void {
  add64(out64, low64(left))
  add64(out64 + 16, high64(left))
  add64(out64 + 32, low64(right))
  add64(out64 + 48, high64(right))
}
