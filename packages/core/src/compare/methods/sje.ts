/**
 * Structured joint embedding, SJE (Akata, Reed, Walter, Lee and Schiele, CVPR 2015): f(x, y) = x' W c_y,
 * trained as a structured SVM.
 *
 * The term that sets it apart: only the most violating class has a weight, which is 1; the loss of a
 * row is the largest violation. Of equal ones the first counts.
 *
 * The rest is chosen in ranking.ts.
 */
import { type RankingTerm, rankingMethod } from './ranking.js'

export const sjeTerm: RankingTerm = (violations, weights) => {
  let worst = 0
  for (let y = 1; y < violations.length; y++) if (violations[y] > violations[worst]) worst = y
  if (violations[worst] > 0) weights[worst] = 1
}

export const sje = rankingMethod({ name: 'sje', title: 'SJE', source: 'Akata et al. 2015', term: sjeTerm })
