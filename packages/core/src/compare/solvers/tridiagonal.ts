/**
 * A symmetric matrix in tridiagonal form, A = Q T Q', by Householder reflections in float64:
 *
 *   for k = n - 1 .. 1:  H_k turns row k, left of the diagonal, into one entry beside the diagonal
 *   A <- H_k A H_k = A - v w' - w v',   w = tau (A v - tau/2 (v' A v) v),   H_k = I - tau v v'
 *
 * Only the lower triangle is stored, and it is passed over once for each k: the change by the last
 * reflection and the product with the next vector are made together, since the passage through
 * memory is what costs. Rows that are done keep their reflection. All shifted systems
 * (A + s I) x = b then cost a few passes over Q and O(n) each: what a Sylvester equation needs.
 */
import type { Job } from '../../base/progress.js'

/** Rows between two signs of life. */
const ROWS_PER_YIELD = 32
/** Vectors that pass through the reflections together: the reflections are read once for all of them. */
const TOGETHER = 4

export class Tridiagonal {
  readonly size: number
  /** (size) */
  readonly diagonal: Float64Array
  /** (size): entry k stands between k - 1 and k; entry 0 is unused */
  readonly beside: Float64Array
  /** row k holds v of H_k in its first k entries, (size x size) */
  private readonly reflections: Float64Array
  private readonly tau: Float64Array

  private constructor(matrix: Float64Array, size: number) {
    this.size = size
    this.diagonal = new Float64Array(size)
    this.beside = new Float64Array(size)
    this.reflections = matrix
    this.tau = new Float64Array(size)
  }

  /** Overwrites the matrix, of which the lower triangle is read; undefined when told to stop. */
  static *of(matrix: Float64Array, size: number): Job<Tridiagonal | undefined> {
    const result = new Tridiagonal(matrix, size)
    const { diagonal, beside, tau } = result
    let [v, w, nextV, nextW] = Array.from({ length: 4 }, () => new Float64Array(size))
    for (let k = size - 1; k >= 0; k--) {
      const row = matrix.subarray(k * size, k * size + k + 1)
      changeRow(row, k, v, w)
      diagonal[k] = row[k]
      if (k === 0) break
      ;({ beside: beside[k], tau: tau[k] } = reflect(row.subarray(0, k)))
      nextV.fill(0)
      nextV.set(row.subarray(0, k))
      nextW.fill(0)
      changeAndMultiply(matrix, size, k, v, w, nextV, nextW)
      let product = 0
      for (let i = 0; i < k; i++) product += nextV[i] * nextW[i]
      const half = (tau[k] / 2) * product
      for (let i = 0; i < k; i++) nextW[i] = tau[k] * (nextW[i] - half * nextV[i])
      ;[v, w, nextV, nextW] = [nextV, nextW, v, w]
      if (
        k % ROWS_PER_YIELD === 0 &&
        (yield { stage: 'prepare', message: `eigenvectors, ${size - k} of ${size}` })
      )
        return undefined
    }
    return result
  }

  /** Each row of `vectors` (count x size) becomes Q'b, in place. */
  toBasis(vectors: Float64Array): void {
    this.pass(
      vectors,
      Array.from({ length: this.size - 1 }, (_, at) => this.size - 1 - at)
    )
  }

  /** Each row of `vectors` (count x size) becomes Q y, in place. */
  fromBasis(vectors: Float64Array): void {
    this.pass(
      vectors,
      Array.from({ length: this.size - 1 }, (_, at) => at + 1)
    )
  }

  /** y of (T + shift I) y = b, in place; T + shift I must be positive definite. */
  solveShifted(shift: number, b: Float64Array): void {
    const { size, diagonal, beside } = this
    const pivots = new Float64Array(size)
    pivots[0] = diagonal[0] + shift
    for (let k = 1; k < size; k++) {
      const ratio = beside[k] / pivots[k - 1]
      pivots[k] = diagonal[k] + shift - ratio * beside[k]
      b[k] -= ratio * b[k - 1]
    }
    b[size - 1] /= pivots[size - 1]
    for (let k = size - 2; k >= 0; k--) b[k] = (b[k] - beside[k + 1] * b[k + 1]) / pivots[k]
  }

  private pass(vectors: Float64Array, order: readonly number[]): void {
    const { size, reflections, tau } = this
    const count = vectors.length / size
    const spare = new Float64Array(size)
    for (let first = 0; first < count; first += TOGETHER) {
      const [a, b, c, d] = Array.from({ length: TOGETHER }, (_, at) =>
        first + at < count ? vectors.subarray((first + at) * size, (first + at + 1) * size) : spare
      )
      for (const k of order) reflectFour(reflections.subarray(k * size, k * size + k), tau[k], a, b, c, d)
    }
  }
}

/** row (k + 1) -= v_k w' + w_k v' */
function changeRow(row: Float64Array, k: number, v: Float64Array, w: Float64Array): void {
  const [vk, wk] = [v[k], w[k]]
  for (let j = 0; j <= k; j++) row[j] -= vk * w[j] + wk * v[j]
}

/** x becomes v of the reflection that turns it into (0, .., 0, beside). */
function reflect(x: Float64Array): { beside: number; tau: number } {
  const last = x.length - 1
  let largest = 0
  for (const value of x) largest = Math.max(largest, Math.abs(value))
  let squares = 0
  for (let j = 0; j < last; j++) squares += (x[j] / largest) * (x[j] / largest)
  if (largest === 0 || squares === 0) return { beside: x[last], tau: 0 }
  const length = largest * Math.sqrt(squares + (x[last] / largest) * (x[last] / largest))
  const beside = x[last] > 0 ? -length : length
  // The first factor of v is 1 by scaling, so that tau lies between 1 and 2.
  const tau = (beside - x[last]) / beside
  const scale = 1 / (x[last] - beside)
  for (let j = 0; j < last; j++) x[j] *= scale
  x[last] = 1
  return { beside, tau }
}

/**
 * In the first k rows: A -= v w' + w v', then y += A u. Two rows at a time, which share what they read of v,
 * w, u and y.
 */
function changeAndMultiply(
  matrix: Float64Array,
  size: number,
  k: number,
  v: Float64Array,
  w: Float64Array,
  u: Float64Array,
  y: Float64Array
): void {
  let i = 0
  for (; i + 1 < k; i += 2) {
    const v0 = v[i]
    const w0 = w[i]
    const u0 = u[i]
    const v1 = v[i + 1]
    const w1 = w[i + 1]
    const u1 = u[i + 1]
    const first = matrix.subarray(i * size, i * size + i)
    const second = matrix.subarray((i + 1) * size, (i + 1) * size + i)
    let sum0 = 0
    let sum1 = 0
    for (let j = 0; j < i; j++) {
      const vj = v[j]
      const wj = w[j]
      const uj = u[j]
      const value0 = first[j] - v0 * wj - w0 * vj
      const value1 = second[j] - v1 * wj - w1 * vj
      first[j] = value0
      second[j] = value1
      sum0 += value0 * uj
      sum1 += value1 * uj
      y[j] += value0 * u0 + value1 * u1
    }
    y[i] += sum0
    y[i + 1] += sum1
    changeEntry(matrix, size, i, i, v, w, u, y)
    changeEntry(matrix, size, i + 1, i, v, w, u, y)
    changeEntry(matrix, size, i + 1, i + 1, v, w, u, y)
  }
  if (i < k) for (let j = 0; j <= i; j++) changeEntry(matrix, size, i, j, v, w, u, y)
}

function changeEntry(
  matrix: Float64Array,
  size: number,
  i: number,
  j: number,
  v: Float64Array,
  w: Float64Array,
  u: Float64Array,
  y: Float64Array
): void {
  const value = (matrix[i * size + j] -= v[i] * w[j] + w[i] * v[j])
  y[i] += value * u[j]
  if (j < i) y[j] += value * u[i]
}

/** Four vectors -= tau <v, vector> v */
function reflectFour(
  v: Float64Array,
  tau: number,
  a: Float64Array,
  b: Float64Array,
  c: Float64Array,
  d: Float64Array
): void {
  if (tau === 0) return
  let pa = 0
  let pb = 0
  let pc = 0
  let pd = 0
  for (let j = 0; j < v.length; j++) {
    const value = v[j]
    pa += value * a[j]
    pb += value * b[j]
    pc += value * c[j]
    pd += value * d[j]
  }
  pa *= tau
  pb *= tau
  pc *= tau
  pd *= tau
  for (let j = 0; j < v.length; j++) {
    const value = v[j]
    a[j] -= pa * value
    b[j] -= pb * value
    c[j] -= pc * value
    d[j] -= pd * value
  }
}
