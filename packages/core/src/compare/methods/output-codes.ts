/**
 * Semantic output codes (Palatucci, Pomerleau, Hinton and Mitchell, NIPS 2009): two stages,
 *
 *   f(x) = W'x + b, ridge regression of the signature from the row;   u = the class whose signature is nearest
 *
 * Regression is linear in its targets, so f(x) = sum_s p_s(x) c_s with p of class-regression.ts.
 *
 * `nearest` is the source's second stage; `angle` (codes.ts) is ours: on real data it is far better, and it
 * is chosen like the ridge. Signatures have length 1 here. The source has no images: it tells words apart from
 * recordings of the brain, leaving two out, at 80.9 % with codes that people gave (from memory).
 */
import { stopped } from '../../base/progress.js'
import { type Method, decades } from '../method.js'
import { classRegression } from './class-regression.js'
import { codeScores, combine, meanCode } from './codes.js'

export const outputCodes: Method = {
  name: 'output-codes',
  title: 'Output codes',
  source: 'Palatucci et al. 2009',
  kind: 'other',
  quick: true,
  grows: 'systems',
  transductive: false,
  grid: { ridge: decades(6), compare: ['nearest', 'angle'] },
  *prepare(material) {
    if (yield { stage: 'prepare', message: 'seen classes' }) throw stopped()
    const { signatures, length } = material
    const mean = meanCode(signatures, length)
    return {
      *train({ ridge, compare }) {
        const regression = yield* classRegression(material, Number(ridge))
        return {
          scores: (rows, candidates) =>
            codeScores(
              combine(regression(rows), signatures, length),
              candidates,
              mean,
              compare === 'angle' ? 'angle' : 'nearest'
            )
        }
      }
    }
  }
}
