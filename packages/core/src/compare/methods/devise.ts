/**
 * DeViSE (Frome, Corrado, Shlens, Bengio, Dean, Ranzato and Mikolov, NIPS 2013): f(x, y) = x' W c_y,
 * trained by a pairwise hinge.
 *
 * The term that sets it apart: every violating class has the weight 1; the loss of a row is the sum of
 * all violations.
 *
 * The source trains a network below W along with it and stops at the first violator it draws; here rows
 * are given and every violator is at hand. The rest is chosen in ranking.ts.
 */
import { type RankingTerm, rankingMethod } from './ranking.js'

export const deviseTerm: RankingTerm = (violations, weights) => {
  for (let y = 0; y < violations.length; y++) if (violations[y] > 0) weights[y] = 1
}

export const devise = rankingMethod({
  name: 'devise',
  title: 'DeViSE',
  source: 'Frome et al. 2013',
  term: deviseTerm
})
