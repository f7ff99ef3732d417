/**
 * After "Joint learning of attribute classifiers and class-attribute mappings for classifying novel classes"
 * (Mahajan, Sellamanickam and Nair, ICCV 2011): what is known of classes enters the training of the attribute
 * classifiers, which are to tell classes apart and not only to be right one by one.
 *
 *   minimise over W, b   sum_i sum_m loss(a_m of y_i, f_m(x_i)) + weight sum_i -log softmax_(y_i) (A f(x_i))
 *                        + lambda/2 |W|^2                                       f(x) = W'x + b
 *
 * (joint-loss.ts), and then DAP with the prior of the seen classes (dap.ts), which is what weight 0 gives. The
 * classifiers of DAP at the same lambda are the start.
 *
 * A reconstruction: of the source the abstract was seen, not its equations. Its second half, in which descriptions
 * are learned along with classifiers, is left out: drawn towards what rows say and carried over to new classes
 * by regression it moved held-out classes by nothing. So is its setting with unlabelled rows. Published:
 * 37.93 on aPascal and aYahoo.
 */
import { stopped } from '../../base/progress.js'
import { type Method, decades } from '../method.js'
import { solveLogistic } from '../solvers/logistic.js'
import { attributeScores } from './attribute-scores.js'
import { binaryAttributes } from './binary-attributes.js'
import { centredRows } from './centred.js'
import { TOLERANCE, attributeClassifiers } from './classifiers.js'
import { jointLoss } from './joint-loss.js'
import { linearOutputs } from './linear-outputs.js'

/** A search ends earlier: points differ by more than what is left then. */
const precise = { tolerance: TOLERANCE, iterations: 40 }
const rough = { tolerance: 3 * TOLERANCE, iterations: 20 }

export const jointAttributes: Method = {
  name: 'joint-attributes',
  title: 'Joint attributes, after Mahajan',
  source: 'Mahajan et al. 2011',
  kind: 'other',
  quick: false,
  grows: 'rows',
  transductive: false,
  grid: { lambda: decades(4), weight: decades(3) },
  *prepare(material) {
    const attributes = binaryAttributes(material)
    const { count, prior } = attributes
    const answers = attributes.of(material.signatures)
    const expected = prior.map(part => Math.log(part / (1 - part)))
    return {
      *train({ lambda, weight }, options) {
        const { weights: start, stride } = yield* attributeClassifiers(material, answers, Number(lambda))
        const solution = yield* solveLogistic(
          centredRows(material),
          jointLoss({ ...material, answers }, Number(weight)),
          stride,
          { ...(options?.rough === true ? rough : precise), lambda: Number(lambda), start }
        )
        if (solution === undefined) throw stopped()
        const outputs = linearOutputs(solution.weights, stride, count)
        return {
          scores: (rows, signatures) =>
            attributeScores(
              rows.rows,
              signatures.length / material.length,
              outputs.of(rows),
              attributes.of(signatures),
              expected
            )
        }
      }
    }
  }
}
