/**
 * Recognition, Eq. 1 and 6: the class whose mixture agrees most with the row's proportions.
 *
 *   f(x,y) = <pi(x), z_y>   (+ bias for seen classes, where the model has one)
 *
 * A score is the sum of its contributions pi_s z_ys in the order of the seen classes, then the bias:
 * explanation/contributions.ts adds up to the same bytes.
 */

/** scores of one row: proportions (seen) from `offset`, mixtures (classes x seen) */
export function scoreRow(
  proportions: Float32Array,
  offset: number,
  mixtures: Float64Array,
  candidates: readonly number[],
  biases: Float64Array,
  seen: number,
  out: Float64Array
): void {
  for (let c = 0; c < candidates.length; c++) {
    const at = candidates[c] * seen
    let score = 0
    for (let s = 0; s < seen; s++) score += proportions[offset + s] * mixtures[at + s]
    out[c] = score + biases[candidates[c]]
  }
}

/** Positions of the `top` largest scores, best first; ties keep the order of the candidates. */
export function topScores(scores: Float64Array, top: number): number[] {
  if (top > FEW) {
    return Array.from(scores, (_, c) => c)
      .sort((a, b) => scores[b] - scores[a] || a - b)
      .slice(0, top)
  }
  // A short list kept in order as the scores go by.
  const best: number[] = []
  for (let c = 0; c < scores.length; c++) {
    if (best.length === top && scores[c] <= scores[best[top - 1]]) continue
    let at = Math.min(best.length, top - 1)
    for (; at > 0 && scores[best[at - 1]] < scores[c]; at--) best[at] = best[at - 1]
    best[at] = c
  }
  return best
}

/** Up to so many a list is quicker than sorting all. */
const FEW = 8
