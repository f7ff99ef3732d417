/**
 * c[i, j] -= sum_k a[i, k] b[k, j] in float64, the one product Cholesky and its solves are made of.
 *
 * a and b come with a stride (in bytes) for each of their two directions, so that either may be
 * transposed; packing into strips of four makes them alike. With `lower` only i >= j is touched.
 */
import { scratch } from './scratch'

const KC: usize = 256
const MC: usize = 64
const NC: usize = 128
const PACKED_B: usize = MC * KC * 8
const EDGE: usize = PACKED_B + NC * KC * 8

export function subtract(
  a: usize, aRow: usize, aDepth: usize, b: usize, bDepth: usize, bColumn: usize, c: usize, stride: usize,
  m: usize, n: usize, k: usize, lower: bool
): void {
  for (let p: usize = 0; p < k; p += KC) {
    const depth = min(KC, k - p)
    for (let j: usize = 0; j < n; j += NC) {
      const columns = min(NC, n - j)
      pack(b + p * bDepth + j * bColumn, bColumn, bDepth, columns, depth, scratch + PACKED_B)
      for (let i: usize = 0; i < m; i += MC) {
        const rows = min(MC, m - i)
        if (lower && i + rows <= j) continue
        pack(a + i * aRow + p * aDepth, aRow, aDepth, rows, depth, scratch)
        for (let q: usize = 0; q < columns; q += 4) {
          for (let r: usize = 0; r < rows; r += 4) {
            if (lower && j + q > i + r + 3) continue
            const diagonal: isize = lower ? i + r - j - q : 3
            tile(r, q, depth, c + (i + r) * stride + (j + q << 3), stride, min<usize>(4, rows - r), min<usize>(4, columns - q), diagonal)
          }
        }
      }
    }
  }
}

/** Strips of four lines of the source, (depth x 4) each, the last padded with zeros. */
function pack(source: usize, line: usize, step: usize, lines: usize, depth: usize, target: usize): void {
  for (let i: usize = 0; i < lines; i += 4, source += line << 2) {
    if (i + 4 <= lines) {
      let p = source
      for (let k: usize = 0; k < depth; k++, p += step, target += 32) {
        store<f64>(target, load<f64>(p))
        store<f64>(target, load<f64>(p + line), 8)
        store<f64>(target, load<f64>(p + (line << 1)), 16)
        store<f64>(target, load<f64>(p + line * 3), 24)
      }
    } else {
      memory.fill(target, 0, depth << 5)
      for (let r: usize = 0; r < lines - i; r++) {
        for (let k: usize = 0; k < depth; k++) store<f64>(target + (k * 4 + r << 3), load<f64>(source + r * line + k * step))
      }
    }
  }
}

/** Row i of the tile may touch its columns up to i + diagonal. */
function tile(r: usize, q: usize, depth: usize, c: usize, stride: usize, rows: usize, columns: usize, diagonal: isize): void {
  const a = scratch + (r * depth << 3), b = scratch + PACKED_B + (q * depth << 3)
  if (rows == 4 && columns == 4 && diagonal >= 3) return multiply(a, b, depth, c, stride)
  const edge = scratch + EDGE
  memory.fill(edge, 0, 4 * 4 * 8)
  multiply(a, b, depth, edge, 4 * 8)
  for (let i: usize = 0; i < rows; i++) {
    for (let j: usize = 0; j < columns; j++) {
      if (<isize>j > <isize>i + diagonal) break
      const p = c + i * stride + (j << 3)
      store<f64>(p, load<f64>(p) + load<f64>(edge + (i * 4 + j << 3)))
    }
  }
}

/** c (4 x 4) -= the product of two strips. */
function multiply(a: usize, b: usize, depth: usize, c: usize, stride: usize): void {
  let c00 = f64x2.splat(0), c01 = c00, c10 = c00, c11 = c00, c20 = c00, c21 = c00, c30 = c00, c31 = c00
  for (const end = a + (depth << 5); a < end; a += 32, b += 32) {
    const b0 = v128.load(b), b1 = v128.load(b, 16)
    const a0 = v128.load64_splat(a)
    c00 = f64x2.add(c00, f64x2.mul(a0, b0))
    c01 = f64x2.add(c01, f64x2.mul(a0, b1))
    const a1 = v128.load64_splat(a, 8)
    c10 = f64x2.add(c10, f64x2.mul(a1, b0))
    c11 = f64x2.add(c11, f64x2.mul(a1, b1))
    const a2 = v128.load64_splat(a, 16)
    c20 = f64x2.add(c20, f64x2.mul(a2, b0))
    c21 = f64x2.add(c21, f64x2.mul(a2, b1))
    const a3 = v128.load64_splat(a, 24)
    c30 = f64x2.add(c30, f64x2.mul(a3, b0))
    c31 = f64x2.add(c31, f64x2.mul(a3, b1))
  }
  takeRow(c, c00, c01)
  takeRow(c + stride, c10, c11)
  takeRow(c + stride * 2, c20, c21)
  takeRow(c + stride * 3, c30, c31)
}

// @ts-ignore: decorator
@inline
function takeRow(c: usize, left: v128, right: v128): void {
  v128.store(c, f64x2.sub(v128.load(c), left))
  v128.store(c, f64x2.sub(v128.load(c, 16), right), 16)
}
