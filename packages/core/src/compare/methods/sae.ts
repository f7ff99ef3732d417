/**
 * SAE, Kodirov, Xiang and Gong, "Semantic autoencoder for zero-shot learning" (CVPR 2017): a linear map W
 * encodes a row as a signature, and its transpose decodes the signature:
 *
 *   minimise over W  sum_i |x_i - W'c_i|^2 + lambda |W x_i - c_i|^2
 *   A W + W B = C,   A = S S',  B = lambda X X',  C = (1 + lambda) S X'      (S: signature of each row)
 *
 * Classes are compared in either space, as in the source: `encode` takes the cosine of W x and c,
 * `decode` the cosine of x and W'c; which of the two is a parameter here, chosen like lambda. (Dividing
 * by |W x| does not change the order of classes and is left out.)
 *
 * Solved exactly: with A = U diag(a) U', row j of U'W is (XX' + a_j/lambda I)^-1 X S'u_j times
 * (1 + lambda)/lambda. A has rank at most `seen`, so its eigenvectors come from the (seen x seen) matrix
 * N^1/2 C C' N^1/2 (C: seen signatures, N: rows per class). The Gram matrix is brought to tridiagonal
 * form once for all lambdas and j (compare/solvers/sylvester.ts). That is exact, but for 4,096 features it takes
 * the better part of a minute: a closed form, and not a quick one.
 */
import { type Job, stopped } from '../../base/progress.js'
import type { Gram } from '../../linalg/gram.js'
import { type Material, type Method, decades } from '../method.js'
import { solveDiagonal } from '../solvers/sylvester.js'
import { symmetricEigen } from '../solvers/symmetric-eigen.js'
import { Tridiagonal } from '../solvers/tridiagonal.js'
import { linearMap } from './linear-map.js'
import { columnProducts, mixtureScorer } from './mixture-method.js'
import { signatureProducts } from './mixtures.js'
import { sumsOf } from './sums.js'

/** Eigenvalues of A below this share of the largest are zero, but for rounding. */
const NEGLIGIBLE = 1e-10
/** Of the trace: what single precision leaves uncertain of the Gram matrix; no shift is smaller. */
const UNCERTAIN = 1e-7

export const sae: Method = {
  name: 'sae',
  title: 'SAE',
  source: 'Kodirov et al. 2017',
  kind: 'other',
  quick: false,
  grows: 'systems',
  transductive: false,
  grid: { lambda: decades(6), direction: ['encode', 'decode'] },
  *prepare(material) {
    const sums = sumsOf(material)
    const gram = yield* sums.gram()
    const system = yield* Tridiagonal.of(Float64Array.from(gram.matrix), gram.size)
    if (system === undefined) throw stopped()
    const { values, coordinates, loads } = signatureSide(material, sums.counts)
    const right = rightSides(sums.targets(gram), loads, material.seen)
    system.toBasis(right)
    const smallest = UNCERTAIN * sums.scale * material.labels.length
    let last: { lambda: unknown; weights: Float64Array } | undefined
    return {
      *train({ lambda, direction }) {
        if (last?.lambda !== lambda)
          last = { lambda, weights: yield* solve(system, gram, right, values, Number(lambda), smallest) }
        const { weights } = last
        const compare = direction === 'decode' ? 'angle' : 'inner'
        return mixtureScorer(
          coordinates,
          linearMap(weights, material.features.columns),
          compare,
          material.length,
          compare === 'angle' ? columnProducts(weights, values.length) : undefined
        )
      }
    }
  }
}

interface SignatureSide {
  /** eigenvalues of A that are not zero, (r) */
  readonly values: Float64Array
  /** c -> U'c, (r) */
  readonly coordinates: (signature: Float64Array) => Float64Array
  /** N^-1/2 p_j a_j^1/2, which make X S'u_j of the class sums, (r x seen) */
  readonly loads: Float64Array
}

function signatureSide(material: Material, counts: Float64Array): SignatureSide {
  const { signatures, seen, length } = material
  const roots = counts.map(Math.sqrt)
  const matrix = new Float64Array(seen * seen)
  for (let a = 0; a < seen; a++)
    matrix.set(
      signatureProducts(material, signatures.subarray(a * length, (a + 1) * length)).map(
        (product, b) => roots[a] * roots[b] * product
      ),
      a * seen
    )
  const { values: all, vectors } = symmetricEigen(matrix, seen)
  const first = all.findIndex(value => value > NEGLIGIBLE * all[seen - 1])
  const values = all.slice(first)
  const p = vectors.subarray(first * seen)
  const loads = p.map((value, at) => (value * Math.sqrt(values[Math.floor(at / seen)])) / roots[at % seen])
  return {
    values,
    loads,
    // u_j = C' N^1/2 p_j / a_j^1/2
    coordinates: signature => {
      const products = signatureProducts(material, signature)
      return values.map(
        (value, j) =>
          products.reduce((sum, product, s) => sum + p[j * seen + s] * roots[s] * product, 0) /
          Math.sqrt(value)
      )
    }
  }
}

/** targets (size x seen) times each load, (r x size) */
function rightSides(targets: Float64Array, loads: Float64Array, seen: number): Float64Array {
  const size = targets.length / seen
  const right = new Float64Array((loads.length / seen) * size)
  for (let j = 0; j * seen < loads.length; j++) {
    for (let i = 0; i < size; i++)
      for (let s = 0; s < seen; s++) right[j * size + i] += targets[i * seen + s] * loads[j * seen + s]
  }
  return right
}

/** Rows of U'W as columns, (columns x r) */
function* solve(
  system: Tridiagonal,
  gram: Gram,
  right: Float64Array,
  values: Float64Array,
  lambda: number,
  smallest: number
): Job<Float64Array> {
  if (yield { stage: 'prepare', message: `lambda ${lambda}` }) throw stopped()
  const { size } = system
  const rows = solveDiagonal(
    values.map(value => Math.max(value / lambda, smallest)),
    system,
    right
  )
  const byColumn = new Float64Array(rows.length)
  for (let j = 0; j < values.length; j++)
    for (let i = 0; i < size; i++)
      byColumn[i * values.length + j] = (rows[j * size + i] * (1 + lambda)) / lambda
  return gram.toColumns(byColumn)
}
