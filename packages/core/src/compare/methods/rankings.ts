/**
 * After "Zero-shot learning via semantic rankings" (Hamm and Belkin, arXiv 1502.08039, 2015): likeness of classes
 * as rankings, which sources of any kind can give, and classifiers of the seen classes that were trained
 * before. A new class ranks the seen ones by likeness, o(1), o(2), ..; a row gives them probabilities q; the
 * score says how well the first `top` places go with them:
 *
 *   luce      log p(o | x) = sum_(k <= top) log q_o(k) - log sum_(j >= k) q_o(j)      (Luce 1959; Plackett 1975)
 *   mallows   -sum_(k <= top) V_k,  V_k = classes that o puts before the k-th of the row, but for its first k - 1
 *
 * With all places Mallows' score is minus Kendall's distance; its spread is the same for all classes and
 * drops out.
 *
 * A reconstruction: of the source the abstract and the references were seen, which name both models; the
 * formulas are ours. q is multinomial logistic regression (classifiers.ts), and likeness is the product of
 * signatures. Two new classes with the same first places cannot be told apart.
 */
import { topScores } from '../../recognition/rank.js'
import { type Method, decades } from '../method.js'
import { classClassifier } from './classifiers.js'
import { signatureProducts } from './mixtures.js'

export const rankings: Method = {
  name: 'rankings',
  title: 'Rankings, after Hamm and Belkin',
  source: 'Hamm and Belkin 2015',
  kind: 'other',
  quick: false,
  grows: 'rows',
  transductive: false,
  grid: { lambda: decades(2), top: [1, 3, 10], model: ['luce', 'mallows'] },
  *prepare(material) {
    const { seen, length } = material
    return {
      *train({ lambda, top, model }) {
        const classifier = yield* classClassifier(material, Number(lambda))
        const places = Math.min(Number(top), seen)
        return {
          scores(rows, signatures) {
            const outputs = classifier.of(rows)
            const orders = Array.from({ length: signatures.length / length }, (_, u) =>
              fallingOrder(
                signatureProducts(material, signatures.subarray(u * length, (u + 1) * length)),
                seen
              )
            )
            const positions = orders.map(positionsIn)
            const scores = new Float64Array(rows.rows * orders.length)
            for (let i = 0; i < rows.rows; i++) {
              const row = outputs.subarray(i * seen, (i + 1) * seen)
              const own = scores.subarray(i * orders.length, (i + 1) * orders.length)
              if (model === 'mallows') {
                const first = fallingOrder(row, places)
                positions.forEach((position, u) => (own[u] = mallowsScore(first, position)))
              } else {
                const luce = luceScores(row, places)
                orders.forEach((order, u) => (own[u] = luce(order)))
              }
            }
            return scores
          }
        }
      }
    }
  }
}

/** The `top` largest, largest first; of equals the lower number. */
function fallingOrder(values: Float64Array, top: number): Int32Array {
  return Int32Array.from(topScores(values, top))
}

/** Where each class stands in an order. */
function positionsIn(order: Int32Array): Int32Array {
  const positions = new Int32Array(order.length)
  order.forEach((s, position) => (positions[s] = position))
  return positions
}

/** Sums below are made again in logarithms. */
const SMALL = 1e-200

/** outputs (seen): log q up to a constant, which drops out; order of a class -> its score by the first `top` */
export function luceScores(outputs: Float64Array, top: number): (order: Int32Array) => number {
  const largest = outputs.reduce((most, output) => Math.max(most, output), -Infinity)
  const shares = outputs.map(output => Math.exp(output - largest))
  return order => {
    let sum = 0
    for (let k = top; k < order.length; k++) sum += shares[order[k]]
    let tail = sum > SMALL ? largest + Math.log(sum) : logSum(outputs, order.subarray(top))
    let score = 0
    for (let k = top - 1; k >= 0; k--) {
      const own = outputs[order[k]]
      tail = Math.max(tail, own) + Math.log1p(Math.exp(-Math.abs(tail - own)))
      score += own - tail
    }
    return score
  }
}

/** log sum exp of some outputs; -Infinity of none */
function logSum(outputs: Float64Array, some: Int32Array): number {
  return some.reduce((sum, s) => {
    const own = outputs[s]
    return sum === -Infinity ? own : Math.max(sum, own) + Math.log1p(Math.exp(-Math.abs(sum - own)))
  }, -Infinity)
}

/** first: the row's likeliest classes, in their order; position (seen): places in the order of the class */
export function mallowsScore(first: Int32Array, position: Int32Array): number {
  let score = 0
  for (let k = 0; k < first.length; k++) {
    let before = position[first[k]]
    for (let j = 0; j < k; j++) if (position[first[j]] < position[first[k]]) before--
    score -= before
  }
  return score
}
