/**
 * How a mixture follows its description: the derivative of the compared mixture in every attribute.
 *
 * On the face F of shares that are not zero, Eq. 3 is a linear system, H_FF a = q_F + level 1 with
 * sum a = 1, so a small change dc of the unit signature moves it by
 *
 *   H_FF da = C_F dc + dlevel 1,   sum da = 0
 *
 * `ridge` has no level, `affine` the same system on all classes. Before it the given signature r is
 * scaled to c = r / |r|, after it cosine scales z to length 1: either scaling has the derivative
 * (I - u u') / length, u the scaled vector. Where a share enters or leaves the face the derivative
 * jumps; this is the one of the present face. Gaussian weights have the same system with G in place of
 * H and the derivative of G a in place of C_F; their affine mixtures need none. The seen signatures themselves stay as they are.
 * Test against finite differences: ../../test/explanation/derivative.test.ts
 */
import { UnseenError } from '../base/errors.js'
import type { Similarity } from '../base/options.js'
import { GaussianMixture } from '../embedding/gaussian-mixture.js'
import type { Dictionary } from '../embedding/source.js'
import { GrowingCholesky } from '../linalg/growing-cholesky.js'

/**
 * With gamma = 0 a face may be dependent; this much of the trace then picks the answer of least norm, as the
 * solver does.
 */
const PROXIMAL = 1e-8

/**
 * d z_s / d r_k, row-major (seen x attributes).
 * @param signature r as given, not scaled (attributes)
 * @param mixture its mixture, not scaled (seen)
 */
export function mixtureDerivative(
  dictionary: Dictionary | GaussianMixture,
  signature: ArrayLike<number>,
  mixture: Float64Array,
  compare: Similarity = 'inner'
): Float64Array {
  const { length, kind } = dictionary
  const face = Array.from(mixture, (_, s) => s).filter(s => kind !== 'simplex' || mixture[s] > 0)
  const given = scaled(signature)
  const derivative =
    dictionary instanceof GaussianMixture && kind === 'affine'
      ? dictionary.slope(given.unit)
      : onFace(dictionary, face, productSlope(dictionary, given.unit))
  for (const s of face) throughScaling(derivative.subarray(s * length, (s + 1) * length), 1, given)
  if (compare === 'cosine') {
    const compared = scaled(mixture)
    for (let k = 0; k < length; k++) throughScaling(derivative.subarray(k), length, compared)
  }
  return derivative
}

/**
 * d f(x,y) / d r_k = <pi(x) - level, dz / dr_k>, (attributes): proportions (seen), derivative (seen x
 * attributes). The level is G z for Gaussian weights, whose constant is -1/2 z'Gz, and 0 elsewhere.
 */
export function scoreDerivative(
  proportions: Float32Array,
  derivative: Float64Array,
  level?: Float64Array
): Float64Array {
  const attributes = derivative.length / proportions.length
  const slope = new Float64Array(attributes)
  for (let s = 0; s < proportions.length; s++) {
    for (let k = 0; k < attributes; k++)
      slope[k] += (proportions[s] - (level?.[s] ?? 0)) * derivative[s * attributes + k]
  }
  return slope
}

/** How the products q of the simplex problem follow the unit signature: dq_s / dc_k, (seen x attributes) */
function productSlope(dictionary: Dictionary | GaussianMixture, unit: Float64Array): Float64Array {
  if (dictionary instanceof GaussianMixture) return dictionary.slope(unit)
  const { length, signatures, centre } = dictionary
  return signatures.map((value, at) => value - centre[at % length])
}

/** The linear system of the face, for each attribute. (seen x attributes) */
function onFace(
  dictionary: Dictionary | GaussianMixture,
  face: readonly number[],
  products: Float64Array
): Float64Array {
  const { size, length, kind } = dictionary
  const derivative = new Float64Array(size * length)
  const factor = factorise(dictionary, face)
  const ones = new Float64Array(face.length).fill(1)
  factor.solve(ones)
  const column = new Float64Array(face.length)
  for (let k = 0; k < length; k++) {
    face.forEach((s, i) => (column[i] = products[s * length + k]))
    factor.solve(column)
    const level = kind === 'ridge' ? 0 : -sum(column) / sum(ones)
    face.forEach((s, i) => (derivative[s * length + k] = column[i] + level * ones[i]))
  }
  return derivative
}

interface Scaled {
  readonly unit: Float64Array
  readonly length: number
}

/** A vector as length and direction; a zero vector stays what it is. */
function scaled(vector: ArrayLike<number>): Scaled {
  const unit = Float64Array.from(vector)
  // By the largest entry first, so that squares neither overflow nor underflow.
  const largest = unit.reduce((top, value) => Math.max(top, Math.abs(value)), 0)
  if (largest === 0) return { unit, length: 1 }
  const length = largest * Math.sqrt(unit.reduce((total, value) => total + (value / largest) ** 2, 0))
  return { unit: unit.map(value => value / length), length }
}

/** The entries of `values` that are `step` apart, times (I - u u') / length, in place. */
function throughScaling(values: Float64Array, step: number, { unit, length }: Scaled): void {
  let along = 0
  for (let i = 0; i < unit.length; i++) along += values[i * step] * unit[i]
  for (let i = 0; i < unit.length; i++) values[i * step] = (values[i * step] - along * unit[i]) / length
}

function factorise(
  { qp, size, kind }: Dictionary | GaussianMixture,
  face: readonly number[]
): GrowingCholesky {
  const products = new Float64Array(face.length)
  const trace = face.reduce((total, s) => total + qp.gram[s * size + s], 0)
  // Where sum da = 0, adding a constant to all of H changes only the level, and keeps H regular when the
  // centre lies in the face.
  const shift = kind === 'ridge' ? 0 : trace / face.length
  const attempt = (gamma: number, least: number): GrowingCholesky | undefined => {
    const factor = new GrowingCholesky(face.length)
    for (const j of face) {
      for (let i = 0; i < factor.size; i++) products[i] = qp.gram[j * size + face[i]] + shift
      if (factor.append(products, qp.gram[j * size + j] + shift + gamma) <= least) return undefined
    }
    return factor
  }
  const factor = attempt(qp.gamma, 1e-10 * trace) ?? attempt(qp.gamma + Math.max(PROXIMAL * trace, 1e-300), 0)
  if (factor === undefined)
    throw new UnseenError(
      'training.singular',
      'The mixture has no derivative: its signatures depend on each other.',
      { remedy: 'Give gamma a value above 0.' }
    )
  return factor
}

function sum(values: Float64Array): number {
  let total = 0
  for (const value of values) total += value
  return total
}
