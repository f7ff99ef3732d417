/**
 * Direct attribute prediction (Lampert, Nickisch and Harmeling, CVPR 2009 and TPAMI 2014):
 *
 *   p(u | x)  ~  prod_m p(a_m = a_m^u | x) / p(a_m = a_m^u)
 *
 * with a classifier for every attribute; in logarithms. All classes are as likely beforehand.
 *
 * Chosen here: attributes by binary-attributes.ts (those constant over the seen classes are dropped);
 * logistic regression gives the probabilities, where the source fits Platt's sigmoid to the outputs of
 * a kernel machine; the prior p(a_m) is the part of seen classes that have the attribute (`seen`) or
 * 1/2 (`half`): the source names both. Their figures for Animals with Attributes (41.4 per class in
 * 2014) are of six kinds of features joined with chi-squared kernels.
 */
import { type Method, decades } from '../method.js'
import { attributeScores } from './attribute-scores.js'
import { binaryAttributes } from './binary-attributes.js'
import { attributeClassifiers } from './classifiers.js'

export const dap: Method = {
  name: 'dap',
  title: 'DAP',
  source: 'Lampert et al. 2009',
  kind: 'other',
  quick: false,
  grows: 'rows',
  transductive: false,
  grid: { lambda: decades(6), prior: ['half', 'seen'] },
  *prepare(material) {
    const attributes = binaryAttributes(material)
    const answers = attributes.of(material.signatures)
    return {
      *train({ lambda, prior }) {
        const classifiers = yield* attributeClassifiers(material, answers, Number(lambda))
        const expected = Float64Array.from(attributes.prior, part =>
          prior === 'seen' ? Math.log(part / (1 - part)) : 0
        )
        return {
          scores: (rows, signatures) =>
            attributeScores(
              rows.rows,
              signatures.length / material.length,
              classifiers.of(rows),
              attributes.of(signatures),
              expected
            )
        }
      }
    }
  }
}
