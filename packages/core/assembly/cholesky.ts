/**
 * A = L L' in float64, in place, and the solution of L L' X = B.
 *
 * The factor is recursive in the columns: factor the left half, take its product off the right half,
 * factor that. Halves shrink to BASE columns, so nearly all the work is in `subtract`.
 */
import { subtract } from './subtract'

const BASE: usize = 8
const BLOCK: usize = 64

export function cholesky64(a64: usize, n: usize): i32 {
  return factor(a64, n, 0, n)
}

/** Columns j .. j + width - 1, all rows from j on; earlier columns have been taken off. */
function factor(a: usize, n: usize, j: usize, width: usize): i32 {
  if (width <= BASE) return factorBase(a, n, j, width)
  const half = (width / 2 + BASE - 1) / BASE * BASE
  const failed = factor(a, n, j, half)
  if (failed >= 0) return failed
  const stride = n << 3, middle = j + half
  const panel = a + middle * stride + (j << 3)
  subtract(panel, stride, 8, panel, 8, stride, panel + (half << 3), stride, n - middle, width - half, half, true)
  return factor(a, n, middle, width - half)
}

function factorBase(a: usize, n: usize, j: usize, width: usize): i32 {
  const stride = n << 3
  const top = a + j * stride + (j << 3)
  for (let r: usize = 0; r < width; r++) {
    const row = top + r * stride
    solveRow(top, stride, row, r)
    let pivot = load<f64>(row + (r << 3))
    for (let k: usize = 0; k < r; k++) {
      const value = load<f64>(row + (k << 3))
      pivot -= value * value
    }
    if (!(pivot > 0)) return <i32>(j + r)
    store<f64>(row + (r << 3), Math.sqrt(pivot))
  }
  for (let i = j + width; i < n; i++) solveRow(top, stride, a + i * stride + (j << 3), width)
  return -1
}

/** row[0 .. count - 1] L' = what stands there, for the factor whose first entry is at `top`. */
function solveRow(top: usize, stride: usize, row: usize, count: usize): void {
  for (let c: usize = 0; c < count; c++) {
    const line = top + c * stride
    let value = load<f64>(row + (c << 3))
    for (let k: usize = 0; k < c; k++) value -= load<f64>(row + (k << 3)) * load<f64>(line + (k << 3))
    store<f64>(row + (c << 3), value / load<f64>(line + (c << 3)))
  }
}

export function choleskySolve64(l64: usize, b64: usize, n: usize, k: usize): void {
  const stride = n << 3, width = k << 3
  for (let p: usize = 0; p < n; p += BLOCK) {
    const rows = min(BLOCK, n - p)
    const diagonal = l64 + p * stride + (p << 3), b = b64 + p * width
    for (let i: usize = 0; i < rows; i++) {
      const row = b + i * width
      for (let j: usize = 0; j < i; j++) takeMultiple(row, b + j * width, load<f64>(diagonal + i * stride + (j << 3)), width)
      divide(row, load<f64>(diagonal + i * stride + (i << 3)), width)
    }
    const below = p + rows
    subtract(l64 + below * stride + (p << 3), stride, 8, b, width, 8, b64 + below * width, width, n - below, k, rows, false)
  }
  for (let end = n; end > 0;) {
    const p = (end - 1) / BLOCK * BLOCK
    const rows = end - p
    const diagonal = l64 + p * stride + (p << 3), b = b64 + p * width
    for (let i = rows; i-- > 0;) {
      const row = b + i * width
      for (let j = i + 1; j < rows; j++) takeMultiple(row, b + j * width, load<f64>(diagonal + j * stride + (i << 3)), width)
      divide(row, load<f64>(diagonal + i * stride + (i << 3)), width)
    }
    subtract(l64 + p * stride, 8, stride, b, width, 8, b64, width, p, k, rows, false)
    end = p
  }
}

/** row -= factor * other. */
function takeMultiple(row: usize, other: usize, factor: f64, width: usize): void {
  const factors = f64x2.splat(factor)
  const end = row + width
  for (; row + 16 <= end; row += 16, other += 16) v128.store(row, f64x2.sub(v128.load(row), f64x2.mul(factors, v128.load(other))))
  if (row < end) store<f64>(row, load<f64>(row) - factor * load<f64>(other))
}

function divide(row: usize, divisor: f64, width: usize): void {
  for (const end = row + width; row < end; row += 8) store<f64>(row, load<f64>(row) / divisor)
}
