/**
 * Mixtures of Gaussian weights: the kernel mixture a of kernel-mixture.ts, or the readable proportions that
 * come nearest to it in the common shape of the clouds,
 *
 *   z = argmin over the simplex of  1/2 (z - a)' G (z - a) + 1/2 g |z|^2,   g = 0.03 tr G / S
 *
 * which is the problem of Eq. 3 with the Gram matrix G and the products G a. A seen class is itself.
 */
import type { SimplexQp } from '../problems/simplex-qp.js'
import { solveSimplexQp } from '../solvers/simplex-qp.js'
import { KernelMixture, type KernelSettings } from './kernel-mixture.js'
import { largestEigenvalue, signatureResidual } from './source.js'

/** How much a mixture of few classes is worth, in parts of the mean of G's diagonal. */
const SMOOTHING = 0.03

export interface GaussianMixtureSettings extends KernelSettings {
  readonly mixture: 'affine' | 'simplex' | 'ridge'
}

export class GaussianMixture {
  readonly size: number
  readonly length: number
  readonly kind: 'affine' | 'simplex'
  /** the problem whose answer the readable proportions are */
  readonly qp: SimplexQp
  private readonly signatures: Float64Array
  private readonly kernel: KernelMixture
  private unforetold: number | undefined

  /** Unit signatures of the seen classes (seen x length), and G (seen x seen). */
  constructor(signatures: Float64Array, gram: Float64Array, settings: GaussianMixtureSettings) {
    this.size = Math.sqrt(gram.length)
    this.length = signatures.length / this.size
    this.kind = settings.mixture === 'simplex' ? 'simplex' : 'affine'
    this.signatures = signatures
    this.kernel = new KernelMixture(signatures, this.size, settings)
    let trace = 0
    for (let s = 0; s < this.size; s++) trace += gram[s * (this.size + 1)]
    this.qp = {
      size: this.size,
      gram,
      gamma: (SMOOTHING * trace) / this.size,
      bound: largestEigenvalue(gram, this.size)
    }
  }

  /** tr(J G J') / tr G: which part of how classes differ descriptions do not foretell */
  unforetoldPart(): number {
    this.unforetold ??= this.measureUnforetold()
    return this.unforetold
  }

  private measureUnforetold(): number {
    const { size } = this
    const { gram } = this.qp
    const map = this.kernel.leaveOneOut()
    let [error, whole] = [0, 0]
    for (let s = 0; s < size; s++) {
      const products = this.products(map.subarray(s * size, (s + 1) * size))
      for (let t = 0; t < size; t++) error += map[s * size + t] * products[t]
      whole += gram[s * (size + 1)]
    }
    return error / whole
  }

  /** A described class, of a signature of length 1. */
  embed(signature: Float64Array): { mixture: Float64Array; residual: number; constant: number } {
    const affine = this.kernel.embed(signature)
    const mixture = this.kind === 'affine' ? affine : solveSimplexQp(this.qp, this.products(affine)).shares
    return this.judged(signature, mixture)
  }

  /** Seen class number s: all of itself. */
  own(s: number): { mixture: Float64Array; residual: number; constant: number } {
    const mixture = new Float64Array(this.size)
    mixture[s] = 1
    return this.judged(this.signatures.subarray(s * this.length, (s + 1) * this.length), mixture)
  }

  /** d a_s / d c_k, or the derivative of the products G a where mixtures are on the simplex. (seen x length) */
  slope(signature: Float64Array): Float64Array {
    const slope = this.kernel.slope(signature)
    if (this.kind === 'affine') return slope
    const { size, length } = this
    const products = new Float64Array(size * length)
    for (let s = 0; s < size; s++)
      for (let t = 0; t < size; t++) {
        const value = this.qp.gram[s * size + t]
        for (let k = 0; k < length; k++) products[s * length + k] += value * slope[t * length + k]
      }
    return products
  }

  /** G z, (seen) */
  products(mixture: Float64Array): Float64Array {
    const { size } = this
    return Float64Array.from({ length: size }, (_, s) => {
      let sum = 0
      for (let t = 0; t < size; t++) sum += this.qp.gram[s * size + t] * mixture[t]
      return sum
    })
  }

  private judged(
    signature: Float64Array,
    mixture: Float64Array
  ): { mixture: Float64Array; residual: number; constant: number } {
    const products = this.products(mixture)
    let value = 0
    for (let s = 0; s < this.size; s++) value += mixture[s] * products[s]
    return {
      mixture,
      residual: signatureResidual(this.signatures, signature, mixture),
      // Half the squared distance of the class from the middle, in the common shape.
      constant: -value / 2
    }
  }
}
