/**
 * Refining the answers for a whole batch (transductive): k-means in feature space, started from the
 * labels found. Rows of one class lie together even where a description is a little off, so that
 * clusters can correct single rows; where descriptions are far off they make it worse. Deterministic:
 * nothing is drawn. A class that got no row stays without.
 *
 *   label(x) = argmin over classes y of |x - m_y|^2,   m_y = mean of the rows labelled y
 */
import { type Normalisation, readNormalised } from '../input/normalise.js'
import type { Matrix } from '../linalg/matrix.js'
import { TargetEmbedding } from './proportions.js'

/** More rounds change little: most rows settle in the first ones. */
export const CLUSTER_ROUNDS = 10

/** labels (rows) of 0 .. classes - 1 -> the refined ones; ties keep the earlier class */
export function refineByClusters(
  features: Matrix,
  normalise: Normalisation,
  labels: Int32Array,
  classes: number,
  rounds = CLUSTER_ROUNDS
): Int32Array {
  const d = features.columns
  let now = Int32Array.from(labels)
  for (let round = 0; round < rounds; round++) {
    const { centres, used } = meansOf(features, normalise, now, classes)
    if (used.length < 2) return now
    // |x|^2 is the same for all classes: what is left is linear in x, as class weights are.
    const weights = Float32Array.from(used.flatMap(y => Array.from(centres.subarray(y * d, (y + 1) * d))))
    const halves = used.map(
      (_, k) => weights.subarray(k * d, (k + 1) * d).reduce((sum, value) => sum + value * value, 0) / 2
    )
    const products = new TargetEmbedding({
      seen: used.length,
      columns: d,
      transform: 'identity',
      kind: 'class',
      references: undefined,
      weights
    }).proportions(features, normalise)
    const next = now.map((_, i) => {
      let best = 0
      for (let k = 1; k < used.length; k++)
        if (products[i * used.length + k] - halves[k] > products[i * used.length + best] - halves[best])
          best = k
      return used[best]
    })
    if (next.every((label, i) => label === now[i])) return next
    now = next
  }
  return now
}

function meansOf(
  features: Matrix,
  normalise: Normalisation,
  labels: Int32Array,
  classes: number
): { centres: Float64Array; used: number[] } {
  const d = features.columns
  const centres = new Float64Array(classes * d)
  const counts = new Float64Array(classes)
  const row = new Float64Array(d)
  labels.forEach((y, i) => {
    readNormalised(features, i, normalise, row)
    counts[y]++
    for (let m = 0; m < d; m++) centres[y * d + m] += row[m]
  })
  for (let y = 0; y < classes; y++)
    for (let m = 0; m < d && counts[y] > 0; m++) centres[y * d + m] /= counts[y]
  return { centres, used: Array.from(counts.keys()).filter(y => counts[y] > 0) }
}
