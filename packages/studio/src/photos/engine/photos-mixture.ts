/**
 * Photos as proportions of the known classes, to be read beside those of a description: the mixture whose mean lies
 * nearest to theirs in the common shape of Gaussian weights,
 *
 *   argmin over the simplex of  1/2 z'Gz - <z, p>,   p_s = <v_s, xbar - m0>
 */
import type { Model } from '@unseen/core'

/** Steps of the exchange between two shares; each takes the best there is. */
const STEPS = 200

export function photosMixture(model: Model, mean: Float64Array): Float64Array {
  const { seen, columns: d, weights, gauss } = model.trained
  if (gauss === undefined) return new Float64Array(seen)
  const products = Float64Array.from({ length: seen }, (_, s) => {
    let sum = -gauss.offsets[s]
    for (let m = 0; m < d; m++) sum += weights[s * d + m] * mean[m]
    return sum
  })
  const shares = new Float64Array(seen).fill(1 / seen)
  /** Gz - p */
  const slope = Float64Array.from({ length: seen }, (_, s) => {
    let sum = -products[s]
    for (let t = 0; t < seen; t++) sum += gauss.gram[s * seen + t] * shares[t]
    return sum
  })
  for (let step = 0; step < STEPS; step++) {
    let [low, high] = [0, -1]
    for (let s = 0; s < seen; s++) {
      if (slope[s] < slope[low]) low = s
      if (shares[s] > 0 && (high < 0 || slope[s] > slope[high])) high = s
    }
    const curve =
      gauss.gram[low * (seen + 1)] + gauss.gram[high * (seen + 1)] - 2 * gauss.gram[low * seen + high]
    if (low === high || curve <= 0) break
    const moved = Math.min(shares[high], (slope[high] - slope[low]) / curve)
    if (moved < 1e-9) break
    shares[low] += moved
    shares[high] -= moved
    for (let s = 0; s < seen; s++)
      slope[s] += moved * (gauss.gram[s * seen + low] - gauss.gram[s * seen + high])
  }
  return shares
}
