/**
 * The common shape A as a model keeps it, so that distances can be taken without the rows:
 *
 *   A^-1 = floor I + sum over the first `plus` rows of h h' - sum over the other rows of h h'
 *
 * In full, H = L^-1 with floor 0. Where rows are few or columns many, a part of T = W / N is enough: with
 * T = F' F + what is left, spread evenly over all directions, r the shrinkage and that together,
 *
 *   A^-1 = (I - F' (r I + F F')^-1 F) / r        H = chol(r I + F F')^-1 F / sqrt(r),  floor = 1 / r
 *
 * F is the centred rows themselves where these are few, and otherwise the best part of T that lies in a
 * space of DIRECTIONS, which a few products of T find (Halko, Martinsson, Tropp 2011; Nystrom).
 * Tests: ../../test/solvers/kept-shape.test.ts
 */
import { createRandom } from '../base/random.js'
import { type Arena, arrayBytes } from '../kernels/arena.js'
import { factorise } from '../linalg/cholesky.js'
import { addGram, addProduct } from '../linalg/gemm.js'

export interface KeptShape {
  readonly floor: number
  readonly plus: number
  /** H, (directions x d) */
  readonly rows: Float32Array
}

/** How many directions a model keeps of a large shape, and up to how many it keeps all. */
const DIRECTIONS = 256
const EXACT_UP_TO = 512
/** Products with T before the last: each parts the large directions from the small ones better. */
const ROUNDS = 2
const LITTLE = 1e-5
const NOTHING = 1e-9

export const isKeptWhole = (rows: number, d: number): boolean => Math.min(rows, d) <= EXACT_UP_TO

/** What `shortShape` and its products take of an arena. */
export function shortShapeBytes(rows: number, d: number): number {
  const operator =
    rows < d ? arrayBytes(rows * DIRECTIONS, 4) + arrayBytes(rows * DIRECTIONS, 8) : arrayBytes(d * d, 4)
  const own = arrayBytes(d * DIRECTIONS, 4) + arrayBytes(d * DIRECTIONS, 8)
  return operator + own + arrayBytes(DIRECTIONS * DIRECTIONS, 8)
}

/** H = L^-1 for the factor L (d x d), lower triangle. */
export function wholeShape(l: Float64Array, d: number): KeptShape {
  const identity = new Float64Array(d * d)
  for (let m = 0; m < d; m++) identity[m * (d + 1)] = 1
  return { floor: 0, plus: d, rows: Float32Array.from(takeForward(l, d, identity)) }
}

/** From the factor of N r I + R R' (N x N) and the centred rows R (N x d). */
export function shapeOfRows(l: Float64Array, residuals: Float32Array, count: number, r: number): KeptShape {
  const rows = takeForward(l, count, Float64Array.from(residuals))
  return { floor: 1 / r, plus: 0, rows: Float32Array.from(rows, value => value / Math.sqrt(r)) }
}

/**
 * The largest directions of T, for T given by its products: `times` writes T q (d x k) into `out`. `trace` is
 * that of T, `shift` what shrinkage adds to it.
 */
export function shortShape(arena: Arena, d: number, trace: number, shift: number, times: Times): KeptShape {
  const k = Math.min(DIRECTIONS, d)
  const mark = arena.mark()
  const q = arena.float32(d * k)
  const product = arena.float64(d * k)
  const small = arena.float64(k * k)
  const random = createRandom(0)
  for (let at = 0; at < q.length; at++) q[at] = random.next() < 0.5 ? -1 : 1
  for (let round = 0; round < ROUNDS; round++) {
    times(q, k, product)
    const columns = standApart(transposed(product, d, k), k)
    for (let m = 0; m < d; m++) for (let i = 0; i < k; i++) q[m * k + i] = columns[i * d + m]
  }
  times(q, k, product)
  // Q' T Q, which may lack directions: these get a little of their own, so that nothing is divided by 0.
  const [basis, products] = [transposed(q, d, k), transposed(product, d, k)]
  let along = 0
  for (let i = 0; i < k; i++) along += small[i * (k + 1)] = dot(basis, i, products, i, d)
  for (let i = 0; i < k; i++) {
    for (let j = 0; j < i; j++)
      small[i * k + j] = (dot(basis, i, products, j, d) + dot(basis, j, products, i, d)) / 2
    small[i * (k + 1)] += (LITTLE * along) / k
  }
  factorise(arena.kernels, small, k)
  const f = takeForward(small, k, products)
  let kept = 0
  for (const value of f) kept += value * value
  const r = shift + Math.max(0, trace - kept) / d
  // r I + F F'
  for (let m = 0; m < d; m++) for (let i = 0; i < k; i++) q[m * k + i] = f[i * d + m]
  small.fill(0)
  addGram(arena.kernels, q, small, k, d)
  for (let i = 0; i < k; i++) small[i * (k + 1)] += r
  factorise(arena.kernels, small, k)
  const rows = Float32Array.from(takeForward(small, k, f), value => value / Math.sqrt(r))
  arena.release(mark)
  return { floor: 1 / r, plus: 0, rows }
}

/** Writes T q (d x k) into `out`. */
type Times = (q: Float32Array, k: number, out: Float64Array) => void

/** T = W / N for the lower triangle of W (d x d) */
export function timesMatrix(arena: Arena, scatter: Float64Array, rows: number, d: number): Times {
  const whole = arena.float32(d * d)
  for (let i = 0; i < d; i++)
    for (let j = 0; j <= i; j++) whole[i * d + j] = whole[j * d + i] = scatter[i * d + j] / rows
  return (q, k, out) => {
    out.fill(0)
    addProduct(arena.kernels, whole, q, out, d, k, d)
  }
}

/** T = R' R / N for R (N x d) and its transpose */
export function timesRows(
  arena: Arena,
  residuals: Float32Array,
  transpose: Float32Array,
  rows: number,
  d: number
): Times {
  const between = arena.float64(rows * DIRECTIONS)
  const rounded = arena.float32(rows * DIRECTIONS)
  return (q, k, out) => {
    between.fill(0)
    addProduct(arena.kernels, transpose, q, between, rows, k, d)
    for (let at = 0; at < rows * k; at++) rounded[at] = between[at] / rows
    out.fill(0)
    addProduct(arena.kernels, residuals, rounded, out, d, k, rows)
  }
}

/** Rows (k x d) of length 1 at right angles, in place of rows that span the same; what is next to nothing is 0. */
function standApart(rows: Float64Array, k: number): Float64Array {
  const d = rows.length / k
  for (let i = 0; i < k; i++) {
    const before = Math.sqrt(dot(rows, i, rows, i, d))
    // Twice is enough: what rounding leaves of the others the first time, the second takes.
    for (let turn = 0; turn < 2; turn++)
      for (let j = 0; j < i; j++) {
        const share = dot(rows, i, rows, j, d)
        for (let m = 0; m < d; m++) rows[i * d + m] -= share * rows[j * d + m]
      }
    const length = Math.sqrt(dot(rows, i, rows, i, d))
    const scale = length > NOTHING * before ? 1 / length : 0
    for (let m = 0; m < d; m++) rows[i * d + m] *= scale
  }
  return rows
}

/** <row i of a, row j of b>, (d) each */
function dot(a: Float64Array, i: number, b: Float64Array, j: number, d: number): number {
  let sum = 0
  for (let m = 0; m < d; m++) sum += a[i * d + m] * b[j * d + m]
  return sum
}

/** X of L X = B for the lower triangle L (k x k); B (k x width) is changed. */
export function takeForward(l: Float64Array, k: number, b: Float64Array): Float64Array {
  const width = b.length / k
  for (let i = 0; i < k; i++) {
    const row = b.subarray(i * width, (i + 1) * width)
    for (let j = 0; j < i; j++) {
      const factor = l[i * k + j]
      if (factor === 0) continue
      const other = j * width
      for (let m = 0; m < width; m++) row[m] -= factor * b[other + m]
    }
    const pivot = l[i * (k + 1)]
    for (let m = 0; m < width; m++) row[m] /= pivot
  }
  return b
}

/** (rows x columns) -> (columns x rows) */
function transposed(matrix: ArrayLike<number>, rows: number, columns: number): Float64Array {
  const out = new Float64Array(rows * columns)
  for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) out[j * rows + i] = matrix[i * columns + j]
  return out
}
