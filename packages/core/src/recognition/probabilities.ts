/**
 * Scores as probabilities: p_c = exp(f_c / T) / sum over the candidates of exp(f / T). The temperature T is
 * chosen on hidden classes (rehearsal/promises.ts).
 */
import { exponential } from '../base/exponential.js'

/** Probability of one candidate, by its score, among all of a row; the largest score is `best`. */
export function softmaxAt(
  scores: ArrayLike<number>,
  best: number,
  temperature: number
): (score: number) => number {
  let sum = 0
  for (let c = 0; c < scores.length; c++) sum += exponential((scores[c] - best) / temperature)
  return score => exponential((score - best) / temperature) / sum
}
