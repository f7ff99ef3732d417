/**
 * Propagated semantic transfer, PST (Rohrbach, Ebert and Schiele, NIPS 2013): rows that are recognised
 * together lend each other their labels. Attributes are predicted as in dap.ts; a graph joins each row
 * to its nearest neighbours in the space of predicted attributes; what the attributes say of the
 * classes is propagated along it (propagate.ts).
 *
 * Transductive: scores depend on the rows in the batch, which are looked at without labels.
 *
 * Chosen here: distances are Euclidean between attribute probabilities (the source takes sums of
 * absolute differences), the width of the similarity is the mean distance of neighbours. What is
 * propagated are DAP's log scores with priors from the seen classes, per row less their mean and
 * divided by their deviation: its probabilities are all but 0 or 1 with many attributes. The source can
 * also use a few labelled rows of new classes; there are none here.
 */
import type { DenseMatrix } from '../../linalg/matrix.js'
import { type Method, decades } from '../method.js'
import { attributeScores } from './attribute-scores.js'
import { binaryAttributes } from './binary-attributes.js'
import { attributeClassifiers } from './classifiers.js'
import { nearestNeighbours } from './neighbours.js'
import { type Graph, neighbourGraph, propagate } from './propagate.js'

export const pst: Method = {
  name: 'pst',
  title: 'PST',
  source: 'Rohrbach et al. 2013',
  kind: 'other',
  quick: false,
  grows: 'rows',
  transductive: true,
  grid: { lambda: decades(2), neighbours: [10, 50], alpha: [0.5, 0.8, 0.95] },
  *prepare(material) {
    const attributes = binaryAttributes(material)
    const answers = attributes.of(material.signatures)
    const expected = Float64Array.from(attributes.prior, part => Math.log(part / (1 - part)))
    // Points that differ in alpha alone share the graph of the rows they score.
    let graphs = new WeakMap<DenseMatrix, Graph>()
    let shared = ''
    return {
      *train({ lambda, neighbours, alpha }) {
        const classifiers = yield* attributeClassifiers(material, answers, Number(lambda))
        if (shared !== `${lambda} ${neighbours}`) graphs = new WeakMap()
        shared = `${lambda} ${neighbours}`
        const own = graphs
        return {
          scores(rows, signatures) {
            const candidates = signatures.length / material.length
            const odds = classifiers.of(rows)
            const scores = attributeScores(rows.rows, candidates, odds, attributes.of(signatures), expected)
            for (let i = 0; i < rows.rows; i++)
              standardise(scores.subarray(i * candidates, (i + 1) * candidates))
            let graph = own.get(rows)
            if (graph === undefined) {
              const probabilities = odds.map(value => 1 / (1 + Math.exp(-value)))
              graph = neighbourGraph(
                nearestNeighbours(probabilities, rows.rows, attributes.count, Number(neighbours)),
                rows.rows
              )
              own.set(rows, graph)
            }
            return propagate(scores, candidates, graph, Number(alpha))
          }
        }
      }
    }
  }
}

/** to mean 0 and deviation 1, in place; equal scores become 0 */
function standardise(row: Float64Array): void {
  const mean = row.reduce((sum, value) => sum + value, 0) / row.length
  const deviation = Math.sqrt(row.reduce((sum, value) => sum + (value - mean) ** 2, 0) / row.length)
  for (let u = 0; u < row.length; u++) row[u] = deviation > 0 ? (row[u] - mean) / deviation : 0
}
