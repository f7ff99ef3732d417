/**
 * Kernel mixtures: a class foretold from the seen classes whose descriptions are near (kriging).
 *
 *   K_st = exp(-width |c_s - c_t|^2 / delta),  delta the median of |c_s - c_t|^2 over s < t
 *   H = (K + noise I)^-1,  o = H 1,  omega = 1'o
 *   a(c) = H k + ((1 - 1'H k) / omega) o,  k_s = exp(-width |c - c_s|^2 / delta)
 *
 * a sums to 1 and may be negative. Signatures have length 1 here, scaling is the caller's.
 * Tests: ../../test/training/gaussian.test.ts
 */
import { UnseenError } from '../base/errors.js'
import { exponential } from '../base/exponential.js'

export interface KernelSettings {
  /** how fast likeness falls with distance: larger looks at nearer classes only */
  readonly width: number
  /** how little a single description is believed */
  readonly noise: number
}

/** The seen signatures, prepared once for any number of described classes. */
export class KernelMixture {
  readonly size: number
  readonly length: number
  /** the median squared distance between two seen signatures */
  readonly delta: number
  /** (seen x length), as given */
  private readonly signatures: Float64Array
  private readonly settings: KernelSettings
  /** H, (seen x seen) */
  private readonly inverse: Float64Array
  /** o = H 1, (seen) */
  private readonly ones: Float64Array
  private readonly omega: number

  constructor(signatures: Float64Array, size: number, settings: KernelSettings) {
    this.size = size
    this.length = signatures.length / size
    this.signatures = signatures
    this.settings = settings
    const distances = new Float64Array(size * size)
    for (let s = 0; s < size; s++)
      for (let t = 0; t < s; t++)
        distances[s * size + t] = distances[t * size + s] = this.distance(
          signatures.subarray(t * this.length, (t + 1) * this.length),
          s
        )
    this.delta = median(Float64Array.from(pairs(size), ([s, t]) => distances[s * size + t]))
    if (!(this.delta > 0))
      throw new UnseenError(
        'signatures.duplicate',
        `Half of the pairs of seen classes have the same signature: nothing can be foretold from them.`,
        { remedy: 'Describe the classes by more attributes, or use weights "class".' }
      )
    const kernel = distances.map(value => this.likeness(value))
    for (let s = 0; s < size; s++) kernel[s * size + s] += settings.noise
    this.inverse = invert(kernel, size)
    this.ones = new Float64Array(size)
    for (let s = 0; s < size; s++) for (let t = 0; t < size; t++) this.ones[s] += this.inverse[s * size + t]
    this.omega = this.ones.reduce((sum, value) => sum + value, 0)
  }

  /** a, (seen) */
  embed(signature: Float64Array): Float64Array {
    const { size, inverse, ones, omega } = this
    const k = Float64Array.from({ length: size }, (_, s) => this.likeness(this.distance(signature, s)))
    const mixture = new Float64Array(size)
    let total = 0
    for (let s = 0; s < size; s++) {
      for (let t = 0; t < size; t++) mixture[s] += inverse[s * size + t] * k[t]
      total += mixture[s]
    }
    for (let s = 0; s < size; s++) mixture[s] += ((1 - total) / omega) * ones[s]
    return mixture
  }

  /**
   * J, (seen x seen): row s times the class means is what the other classes fail to foretell of class s.
   * J = diag(Ha)^-1 Ha with Ha = H - o o' / omega; its rows sum to 0.
   */
  leaveOneOut(): Float64Array {
    const { size } = this
    const rest = this.sumToZero()
    return rest.map((value, at) => value / rest[Math.floor(at / size) * (size + 1)])
  }

  /** d a_s / d c_k, (seen x length): a = Ha k + o / omega is linear in the likenesses k */
  slope(signature: Float64Array): Float64Array {
    const { size, length, signatures, delta } = this
    const rest = this.sumToZero()
    const likenesses = new Float64Array(size * length)
    for (let t = 0; t < size; t++) {
      const factor = ((-2 * this.settings.width) / delta) * this.likeness(this.distance(signature, t))
      for (let k = 0; k < length; k++)
        likenesses[t * length + k] = factor * (signature[k] - signatures[t * length + k])
    }
    const slope = new Float64Array(size * length)
    for (let s = 0; s < size; s++)
      for (let t = 0; t < size; t++) {
        const value = rest[s * size + t]
        for (let k = 0; k < length; k++) slope[s * length + k] += value * likenesses[t * length + k]
      }
    return slope
  }

  /** Ha = H - o o' / omega, (seen x seen) */
  private sumToZero(): Float64Array {
    const { size, inverse, ones, omega } = this
    return inverse.map((value, at) => value - (ones[Math.floor(at / size)] * ones[at % size]) / omega)
  }

  /** |c - c_s|^2 */
  private distance(signature: Float64Array, s: number): number {
    let squares = 0
    for (let k = 0; k < this.length; k++) {
      const difference = signature[k] - this.signatures[s * this.length + k]
      squares += difference * difference
    }
    return squares
  }

  private likeness(distance: number): number {
    return exponential((-this.settings.width * distance) / this.delta)
  }
}

function* pairs(size: number): Generator<readonly [number, number]> {
  for (let s = 0; s < size; s++) for (let t = 0; t < s; t++) yield [s, t]
}

/** The middle value, or the mean of the two in the middle. */
function median(values: Float64Array): number {
  const sorted = Float64Array.from(values).sort()
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2
}

/** The inverse of a symmetric positive definite matrix, by Gauss and Jordan without pivots. */
function invert(matrix: Float64Array, size: number): Float64Array {
  const a = Float64Array.from(matrix)
  for (let p = 0; p < size; p++) {
    const pivot = a[p * size + p]
    if (!(pivot > 0))
      throw new UnseenError('training.singular', `The seen signatures depend on each other too much.`, {
        remedy: 'Give noise a value above 0.'
      })
    for (let j = 0; j < size; j++) if (j !== p) a[p * size + j] /= pivot
    for (let i = 0; i < size; i++) {
      if (i === p) continue
      const factor = a[i * size + p]
      for (let j = 0; j < size; j++) if (j !== p) a[i * size + j] -= factor * a[p * size + j]
      a[i * size + p] = -factor / pivot
    }
    a[p * size + p] = 1 / pivot
  }
  return a
}
