/**
 * Indirect attribute prediction (Lampert, Nickisch and Harmeling, CVPR 2009 and TPAMI 2014):
 *
 *   p(a_m = 1 | x) = sum over seen y of a_m^y p(y | x)
 *   p(u | x)  ~  prod_m p(a_m = a_m^u | x) / p(a_m = a_m^u)
 *
 * one classifier of the seen classes, and attributes from its probabilities; in logarithms.
 *
 * Chosen here: attributes and priors as in dap.ts; multinomial logistic regression. An attribute that
 * no likely seen class has gets probability FLOOR instead of 0, which would rule a class out for good:
 * the source is silent. Their figures for Animals with Attributes (42.2 per class in 2014) are of six
 * kinds of features joined with chi-squared kernels.
 */
import { decades, type Method } from '../method.js'
import { binaryAttributes } from './binary-attributes.js'
import { classClassifier } from './classifiers.js'

const FLOOR = 1e-6

export const iap: Method = {
  name: 'iap',
  title: 'IAP',
  source: 'Lampert et al. 2009',
  kind: 'other',
  quick: false,
  grows: 'rows',
  transductive: false,
  grid: { lambda: decades(6), prior: ['half', 'seen'] },
  *prepare(material) {
    const { seen } = material
    const attributes = binaryAttributes(material)
    const { count } = attributes
    const answers = attributes.of(material.signatures)
    return {
      *train({ lambda, prior }) {
        const classifier = yield* classClassifier(material, Number(lambda))
        const expected = Float64Array.from(attributes.prior, part => (prior === 'seen' ? part : 0.5))
        return {
          scores(rows, signatures) {
            const probabilities = classifier.of(rows)
            const wanted = attributes.of(signatures)
            const candidates = signatures.length / material.length
            const scores = new Float64Array(rows.rows * candidates)
            const having = new Float64Array(count)
            for (let i = 0; i < rows.rows; i++) {
              const row = probabilities.subarray(i * seen, (i + 1) * seen)
              softmaxRow(row)
              having.fill(0)
              for (let y = 0; y < seen; y++)
                for (let m = 0; m < count; m++) if (answers[y * count + m] === 1) having[m] += row[y]
              for (let m = 0; m < count; m++) {
                const part = Math.min(1 - FLOOR, Math.max(FLOOR, having[m]))
                const [yes, no] = [Math.log(part / expected[m]), Math.log((1 - part) / (1 - expected[m]))]
                for (let u = 0; u < candidates; u++)
                  scores[i * candidates + u] += wanted[u * count + m] === 1 ? yes : no
              }
            }
            return scores
          }
        }
      }
    }
  }
}

/** One row of outputs becomes probabilities, in place. */
function softmaxRow(row: Float64Array): void {
  const largest = row.reduce((most, value) => Math.max(most, value), -Infinity)
  let sum = 0
  for (let c = 0; c < row.length; c++) sum += row[c] = Math.exp(row[c] - largest)
  for (let c = 0; c < row.length; c++) row[c] /= sum
}
