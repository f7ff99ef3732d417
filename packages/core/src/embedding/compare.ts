/**
 * How a mixture is compared with proportions: as it is (`inner`) or scaled to length 1 (`cosine`).
 * Either way a score is a plain inner product afterwards.
 */
import type { Similarity } from '../base/options.js'

/** mixtures (rows x seen) -> the vectors scores are taken with */
export function comparedMixtures(mixtures: Float64Array, seen: number, compare: Similarity): Float64Array {
  if (compare === 'inner') return mixtures
  const scaled = Float64Array.from(mixtures)
  for (let at = 0; at < scaled.length; at += seen) {
    let squares = 0
    for (let s = 0; s < seen; s++) squares += scaled[at + s] * scaled[at + s]
    const length = Math.sqrt(squares)
    if (length > 0) for (let s = 0; s < seen; s++) scaled[at + s] /= length
  }
  return scaled
}
