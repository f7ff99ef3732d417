/**
 * ConSE, Norouzi et al., "Zero-shot learning by convex combination of semantic embeddings" (ICLR 2014):
 *
 *   f(x) = sum over the T likeliest seen classes of p(s | x) c_s / sum of these p,   score = cos(f(x), c)
 *
 * The source takes p from a network's softmax. Here p = softmax(pi / temperature) of the class weights by
 * squares (sums.ts, ridge 1), the closed form that the other methods here use too: whatever sets ConSE
 * apart from them is the combination. T and the temperature, in units of the 0/1 targets,
 * are chosen from the grid.
 */
import { stopped } from '../../base/progress.js'
import type { Method } from '../method.js'
import { linearMap } from './linear-map.js'
import { signatureProducts } from './mixtures.js'
import { sumsOf } from './sums.js'

const RIDGE = 1

export const conse: Method = {
  name: 'conse',
  title: 'ConSE',
  source: 'Norouzi et al. 2014',
  kind: 'other',
  quick: true,
  grows: 'systems',
  transductive: false,
  grid: { top: [1, 3, 10, 30], temperature: [0.01, 0.1, 1] },
  *prepare(material) {
    if (yield { stage: 'prepare', message: 'seen classes' }) throw stopped()
    const { features, seen, signatures, length } = material
    const project = linearMap(yield* sumsOf(material).classWeights(RIDGE), features.columns)
    const among = productsWith(signatures)
    return {
      // A generator, as every train is; there is nothing to wait for.
      *train({ top, temperature }) {
        return {
          scores(rows, candidates) {
            const classes = candidates.length / length
            const products = productsWith(candidates)
            const proportions = project(rows)
            const scores = new Float64Array(rows.rows * classes)
            for (let i = 0; i < rows.rows; i++) {
              const likely = likeliest(
                proportions.subarray(i * seen, (i + 1) * seen),
                Number(top),
                Number(temperature)
              )
              let squares = 0
              for (const [a, pa] of likely)
                for (const [b, pb] of likely) squares += pa * pb * among[a * seen + b]
              for (let k = 0; k < classes; k++) {
                let score = 0
                for (const [s, p] of likely) score += p * products[k * seen + s]
                scores[i * classes + k] = squares > 0 ? score / Math.sqrt(squares) : 0
              }
            }
            return scores
          }
        }
      }
    }

    /** c_k.c_s of some signatures with the seen ones, (classes x seen) */
    function productsWith(table: Float64Array): Float64Array {
      const products = new Float64Array((table.length / length) * seen)
      for (let k = 0; k * length < table.length; k++)
        products.set(signatureProducts(material, table.subarray(k * length, (k + 1) * length)), k * seen)
      return products
    }
  }
}

/**
 * The likeliest classes with their probabilities, up to a common factor; ties keep the order of the classes.
 */
function likeliest(proportions: Float32Array, top: number, temperature: number): [number, number][] {
  const order = Array.from(proportions.keys())
    .sort((a, b) => proportions[b] - proportions[a] || a - b)
    .slice(0, top)
  return order.map(s => [s, Math.exp((proportions[s] - proportions[order[0]]) / temperature)])
}
