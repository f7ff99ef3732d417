/**
 * Source embedding, Eq. 3: a class as a mixture of seen classes.
 *
 *   psi(c) = argmin over the simplex of  gamma/2 |a|^2 + 1/2 |c - sum_y a_y c_y|^2
 *
 * Beside it two mixtures without the sign constraint, which must be asked for: `ridge` drops the
 * simplex, (C C' + gamma I)^-1 C c; `affine` keeps the sum of 1. Signatures have length 1 here,
 * scaling is the caller's. Tests: ../../test/embedding/source.test.ts
 */
import { UnseenError } from '../base/errors.js'
import { GrowingCholesky } from '../linalg/growing-cholesky.js'
import type { SimplexQp } from '../problems/simplex-qp.js'
import { solveSimplexQp } from '../solvers/simplex-qp.js'

export type MixtureKind = 'simplex' | 'ridge' | 'affine'

export interface Embedding {
  /** z, (seen); sums to 1 unless `ridge` */
  readonly mixture: Float64Array
  /** |c - sum_y z_y c_y| */
  readonly residual: number
  /** optimality of the simplex QP; 0 for the closed forms */
  readonly kktResidual: number
}

/** The seen signatures, prepared once for any number of described classes. */
export class Dictionary {
  readonly size: number
  readonly length: number
  readonly gamma: number
  readonly kind: MixtureKind
  /** (seen x length), as given */
  readonly signatures: Float64Array
  /** (length), the mean of the signatures; zero for `ridge`, where shifting is not allowed */
  readonly centre: Float64Array
  /** H = G + gamma I of the centred signatures, for all kinds of mixture */
  readonly qp: SimplexQp
  private readonly factor: GrowingCholesky | undefined

  constructor(signatures: Float64Array, size: number, gamma: number, kind: MixtureKind = 'simplex') {
    this.size = size
    this.length = signatures.length / size
    this.gamma = gamma
    this.kind = kind
    this.signatures = signatures
    this.centre = kind === 'ridge' ? new Float64Array(this.length) : mean(signatures, size)
    const gram = this.centredGram()
    this.qp = { size, gram, gamma, bound: largestEigenvalue(gram, size) }
    this.factor = kind === 'simplex' ? undefined : this.factorise()
  }

  embed(signature: ArrayLike<number>): Embedding {
    const q = this.products(signature)
    if (this.factor === undefined) {
      const { shares, kktResidual } = solveSimplexQp(this.qp, q)
      return { mixture: shares, residual: this.residual(signature, shares), kktResidual }
    }
    this.factor.solve(q)
    if (this.kind === 'affine') {
      const ones = new Float64Array(this.size).fill(1)
      this.factor.solve(ones)
      const level = (1 - sum(q)) / sum(ones)
      for (let i = 0; i < this.size; i++) q[i] += level * ones[i]
    }
    return { mixture: q, residual: this.residual(signature, q), kktResidual: 0 }
  }

  /** |c - sum_y a_y c_y| */
  residual(signature: ArrayLike<number>, shares: Float64Array): number {
    return signatureResidual(this.signatures, signature, shares)
  }

  /** q_s = <c_s - centre, c - centre> */
  products(signature: ArrayLike<number>): Float64Array {
    const { size, length, signatures, centre } = this
    const q = new Float64Array(size)
    for (let s = 0; s < size; s++) {
      for (let k = 0; k < length; k++)
        q[s] += (signatures[s * length + k] - centre[k]) * (signature[k] - centre[k])
    }
    return q
  }

  private centredGram(): Float64Array {
    const { size, length, signatures, centre } = this
    const centred = new Float64Array(size * length)
    for (let s = 0; s < size; s++)
      for (let k = 0; k < length; k++) centred[s * length + k] = signatures[s * length + k] - centre[k]
    const gram = new Float64Array(size * size)
    for (let i = 0; i < size; i++) {
      for (let j = 0; j <= i; j++) {
        let value = 0
        for (let k = 0; k < length; k++) value += centred[i * length + k] * centred[j * length + k]
        gram[i * size + j] = value
        gram[j * size + i] = value
      }
    }
    return gram
  }

  private factorise(): GrowingCholesky {
    const { size, gamma } = this
    const factor = new GrowingCholesky(size)
    for (let j = 0; j < size; j++) {
      const pivot = factor.append(
        this.qp.gram.subarray(j * size, j * size + j),
        this.qp.gram[j * size + j] + gamma
      )
      if (pivot <= 1e-13) {
        throw new UnseenError(
          'training.singular',
          `A ${this.kind} mixture with gamma = ${gamma} has no unique answer: seen signature ${j} depends on the ones before it.`,
          { remedy: 'Give gamma a value above 0.' }
        )
      }
    }
    return factor
  }
}

/** |c - sum_y a_y c_y| for the signatures c_y, (seen x length) */
export function signatureResidual(
  signatures: Float64Array,
  signature: ArrayLike<number>,
  shares: Float64Array
): number {
  const length = signatures.length / shares.length
  let squares = 0
  for (let k = 0; k < length; k++) {
    let difference = signature[k]
    for (let s = 0; s < shares.length; s++) difference -= shares[s] * signatures[s * length + k]
    squares += difference * difference
  }
  return Math.sqrt(squares)
}

function mean(signatures: Float64Array, size: number): Float64Array {
  const centre = new Float64Array(signatures.length / size)
  for (let i = 0; i < signatures.length; i++) centre[i % centre.length] += signatures[i] / size
  return centre
}

function sum(values: Float64Array): number {
  let total = 0
  for (const value of values) total += value
  return total
}

/**
 * By a few power steps, raised by a tenth: an upper bound in practice, and any bound is only a step length.
 */
export function largestEigenvalue(gram: Float64Array, size: number): number {
  let vector = new Float64Array(size).map((_, i) => 1 + (i % 7) / 7)
  let value = 0
  for (let step = 0; step < 30; step++) {
    const next = new Float64Array(size)
    for (let i = 0; i < size; i++) for (let j = 0; j < size; j++) next[i] += gram[i * size + j] * vector[j]
    value = Math.sqrt(sum(next.map(x => x * x)))
    if (value === 0) return 0
    vector = next.map(x => x / value)
  }
  return 1.1 * value
}
