/**
 * All eigenvalues and eigenvectors of a symmetric matrix, A = U diag(a) U', in float64: Householder
 * reflections to tridiagonal form, then the QL method with implicit shifts (Bowdler, Martin, Reinsch and
 * Wilkinson 1968). O(n^3): for matrices of classes or attributes, up to about a thousand.
 */
import { UnseenError } from '../../base/errors.js'
import { complete } from '../../base/progress.js'
import { Tridiagonal } from './tridiagonal.js'

export interface SymmetricEigen {
  /** ascending, (n) */
  readonly values: Float64Array
  /** row k is the eigenvector of value k, of length 1, (n x n) */
  readonly vectors: Float64Array
}

/** Rounds of QL for one eigenvalue; two or three are usual. */
const MOST_ROUNDS = 60

/** Reads the lower triangle of a (n x n) and leaves the matrix as it is. */
export function symmetricEigen(a: Float64Array, n: number): SymmetricEigen {
  const tridiagonal = complete(Tridiagonal.of(Float64Array.from(a), n))
  const vectors = new Float64Array(n * n)
  if (tridiagonal === undefined || n === 0) return { values: new Float64Array(n), vectors }
  for (let k = 0; k < n; k++) vectors[k * n + k] = 1
  tridiagonal.fromBasis(vectors)
  const values = Float64Array.from(tridiagonal.diagonal)
  // Entry k stands between k and k + 1 from here on.
  const beside = new Float64Array(n)
  beside.set(tridiagonal.beside.subarray(1))
  for (let first = 0; first < n; first++) {
    for (let round = 0; ; round++) {
      const last = blockEnd(values, beside, first)
      if (last === first) break
      if (round === MOST_ROUNDS)
        throw new UnseenError(
          'training.singular',
          `The eigenvalues of a ${n} x ${n} matrix were not found in ${MOST_ROUNDS} rounds.`,
          { remedy: 'Check that its entries are finite.' }
        )
      chase(values, beside, vectors, first, last)
    }
  }
  return sorted(values, vectors)
}

/** The end of the block that begins at `first`: where the entry beside the diagonal is lost in rounding. */
function blockEnd(values: Float64Array, beside: Float64Array, first: number): number {
  let last = first
  while (last < values.length - 1) {
    const size = Math.abs(values[last]) + Math.abs(values[last + 1])
    if (Math.abs(beside[last]) <= Number.EPSILON * size || beside[last] === 0) break
    last++
  }
  return last
}

/**
 * One round on the block first .. last: a shift near its first eigenvalue, then rotations from the end back
 * to the beginning.
 */
function chase(
  values: Float64Array,
  beside: Float64Array,
  vectors: Float64Array,
  first: number,
  last: number
): void {
  const ratio = (values[first + 1] - values[first]) / (2 * beside[first])
  const root = lengthOf(ratio, 1)
  let g = values[last] - values[first] + beside[first] / (ratio + (ratio < 0 ? -root : root))
  let sine = 1
  let cosine = 1
  let moved = 0
  for (let i = last - 1; i >= first; i--) {
    const f = sine * beside[i]
    const b = cosine * beside[i]
    const length = lengthOf(f, g)
    beside[i + 1] = length
    if (length === 0) {
      // The block parts here.
      values[i + 1] -= moved
      beside[last] = 0
      return
    }
    sine = f / length
    cosine = g / length
    const lifted = values[i + 1] - moved
    const turn = (values[i] - lifted) * sine + 2 * cosine * b
    moved = sine * turn
    values[i + 1] = lifted + moved
    g = cosine * turn - b
    rotate(vectors, values.length, i, cosine, sine)
  }
  values[first] -= moved
  beside[first] = g
  beside[last] = 0
}

/** Turns rows i and i + 1 of the vectors into each other. */
function rotate(vectors: Float64Array, n: number, i: number, cosine: number, sine: number): void {
  const upper = vectors.subarray(i * n, (i + 1) * n)
  const lower = vectors.subarray((i + 1) * n, (i + 2) * n)
  for (let k = 0; k < n; k++) {
    const value = lower[k]
    lower[k] = sine * upper[k] + cosine * value
    upper[k] = cosine * upper[k] - sine * value
  }
}

function sorted(values: Float64Array, vectors: Float64Array): SymmetricEigen {
  const n = values.length
  const order = Array.from(values.keys()).sort((a, b) => values[a] - values[b])
  const turned = new Float64Array(n * n)
  order.forEach((from, to) => turned.set(vectors.subarray(from * n, (from + 1) * n), to * n))
  return { values: Float64Array.from(order, from => values[from]), vectors: turned }
}

/**
 * sqrt(f^2 + g^2) without leaving the range of numbers on the way; Math.hypot may differ from engine to
 * engine.
 */
function lengthOf(f: number, g: number): number {
  const larger = Math.max(Math.abs(f), Math.abs(g))
  if (larger === 0) return 0
  const [a, b] = [f / larger, g / larger]
  return larger * Math.sqrt(a * a + b * b)
}
