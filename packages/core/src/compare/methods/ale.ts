/**
 * Attribute label embedding, ALE (Akata, Perronnin, Harchaoui and Schmid, CVPR 2013, TPAMI 2016):
 * f(x, y) = x' W c_y, trained by a weighted approximate ranking.
 *
 * The term that sets it apart: with r violating classes each of them has the weight l_r / r, where
 * l_r = 1 + 1/2 + ... + 1/r. A rank near the top counts for more than one far down, and rows with many
 * violators do not drown the others.
 *
 * The source estimates r by drawing classes until one violates; with every score at hand r is counted.
 * The rest is chosen in ranking.ts.
 */
import { type RankingTerm, rankingMethod } from './ranking.js'

export const aleTerm: RankingTerm = (violations, weights) => {
  let [violators, sum] = [0, 0]
  for (const violation of violations) if (violation > 0) sum += 1 / ++violators
  for (let y = 0; y < violations.length; y++) if (violations[y] > 0) weights[y] = sum / violators
}

export const ale = rankingMethod({ name: 'ale', title: 'ALE', source: 'Akata et al. 2013', term: aleTerm })
