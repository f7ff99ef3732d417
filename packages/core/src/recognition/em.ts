/**
 * Refining the answers for a whole batch (transductive), where classes are clouds of one shape: rounds of
 * expectation and maximisation. Rows are dealt out by their probabilities, and each described class moves towards
 * the rows that it got, as towards images that were shown of it (model/examples.ts):
 *
 *   r_ic = softmax over c of f(x_i, c)            n_c = sum_i r_ic,  xbar_c = sum_i r_ic x_i / n_c
 *   mu_c' = (kappa mu_c + n_c xbar_c) / (kappa + n_c)
 *
 * always from the mu of the description. Seen classes stay where they are. An answer depends on the other rows.
 * Tests: ../../test/recognition/em.test.ts
 */
import { exponential } from '../base/exponential.js'
import { type Normalisation, readNormalised } from '../input/normalise.js'
import type { Matrix } from '../linalg/matrix.js'
import type { ShapeMeasure } from '../solvers/shape-measure.js'
import { TargetEmbedding } from './proportions.js'

export const EM_ROUNDS = 3
/** Less of a row moves nothing. */
const NEXT_TO_NOTHING = 1e-4

export interface Clouds {
  /** A^-1 (mu_c - m0), (candidates x d) */
  readonly weights: Float32Array
  /** -1/2 (mu_c - m0)' A^-1 (mu_c - m0), (candidates) */
  readonly constants: Float64Array
  /** what else is added to a score, (candidates) */
  readonly biases: Float64Array
  /** how many rows it takes to move a class half way; Infinity for one that stays, (candidates) */
  readonly worth: Float64Array
  readonly measure: ShapeMeasure
  /** m0, (d) */
  readonly centre: Float64Array
}

/** The best candidate of each row, (rows) */
export function refineByEm(
  features: Matrix,
  normalise: Normalisation,
  clouds: Clouds,
  rounds = EM_ROUNDS
): Int32Array {
  const candidates = clouds.constants.length
  let scores = scoresOf(features, normalise, clouds)
  for (let round = 0; round < rounds; round++)
    scores = scoresOf(
      features,
      normalise,
      moved(features, normalise, clouds, probabilities(scores, candidates))
    )
  return Int32Array.from({ length: features.rows }, (_, i) => {
    let best = 0
    for (let c = 1; c < candidates; c++)
      if (scores[i * candidates + c] > scores[i * candidates + best]) best = c
    return best
  })
}

/** sum_s z_s w_s for the mixture z of a class, (d); weights (parts x d) */
export function combineWeights(mixture: Float64Array, weights: Float32Array): Float64Array {
  const d = weights.length / mixture.length
  const sum = new Float64Array(d)
  mixture.forEach((share, s) => {
    if (share !== 0) for (let m = 0; m < d; m++) sum[m] += share * weights[s * d + m]
  })
  return sum
}

/** (rows x candidates) */
function scoresOf(
  features: Matrix,
  normalise: Normalisation,
  { weights, constants, biases, centre }: Clouds
): Float64Array {
  const d = centre.length
  const candidates = constants.length
  const offsets = constants.map((_, c) => {
    let sum = 0
    for (let m = 0; m < d; m++) sum += weights[c * d + m] * centre[m]
    return sum
  })
  const products = new TargetEmbedding({
    seen: candidates,
    columns: d,
    transform: 'identity',
    kind: 'gauss',
    references: undefined,
    weights,
    gauss: { offsets, gram: new Float64Array(0) }
  }).proportions(features, normalise)
  return Float64Array.from(
    products,
    (value, at) => value + constants[at % candidates] + biases[at % candidates]
  )
}

/** softmax(scores), (rows x candidates) */
function probabilities(scores: Float64Array, candidates: number): Float64Array {
  const result = new Float64Array(scores.length)
  for (let at = 0; at < scores.length; at += candidates) {
    let best = -Infinity
    for (let c = 0; c < candidates; c++) best = Math.max(best, scores[at + c])
    let sum = 0
    for (let c = 0; c < candidates; c++) sum += result[at + c] = exponential(scores[at + c] - best)
    for (let c = 0; c < candidates; c++) result[at + c] /= sum
  }
  return result
}

/** Each class after it has moved towards its rows. */
function moved(features: Matrix, normalise: Normalisation, clouds: Clouds, shares: Float64Array): Clouds {
  const { weights, constants, worth, measure, centre } = clouds
  const d = centre.length
  const candidates = constants.length
  const counts = new Float64Array(candidates)
  const sums = new Float64Array(candidates * d)
  const row = new Float64Array(d)
  for (let i = 0; i < features.rows; i++) {
    readNormalised(features, i, normalise, row)
    for (let c = 0; c < candidates; c++) {
      const share = shares[i * candidates + c]
      if (share < NEXT_TO_NOTHING || worth[c] === Infinity) continue
      counts[c] += share
      for (let m = 0; m < d; m++) sums[c * d + m] += share * row[m]
    }
  }
  const nextWeights = Float32Array.from(weights)
  const nextConstants = Float64Array.from(constants)
  for (let c = 0; c < candidates; c++) {
    if (counts[c] === 0) continue
    const from = Float64Array.from({ length: d }, (_, m) => sums[c * d + m] / counts[c] - centre[m])
    const column = measure.solve(from)
    const share = counts[c] / (worth[c] + counts[c])
    let [own, across] = [0, 0]
    for (let m = 0; m < d; m++) {
      own += column[m] * from[m]
      across += weights[c * d + m] * from[m]
      nextWeights[c * d + m] = (1 - share) * weights[c * d + m] + share * column[m]
    }
    nextConstants[c] =
      (1 - share) * (1 - share) * constants[c] - share * (1 - share) * across - (share * share * own) / 2
  }
  return { ...clouds, weights: nextWeights, constants: nextConstants }
}
