/**
 * After "A unified probabilistic approach modeling relationships between attributes and objects" (Wang and Ji,
 * ICCV 2013): attributes depend on each other, and what is known of one says something of the others. The
 * source learns a Bayesian network over attributes, the object and the outputs of classifiers; of its relations
 * those that hold whatever the object serve new classes.
 *
 * A reconstruction; the source itself was not at hand. Where only classes are described, relations that depend on
 * the object cannot be learned, and the network is a tree (Chow and Liu 1968): pairs of attributes over
 * the seen classes, each counting once, 1/4 added to every cell; the spanning tree with the most mutual
 * information. With evidence e_m, the log odds of dap.ts less those of the rows beforehand,
 *
 *   p(a | x)  ~  prod_m p(a_m) exp(e_m a_m)  prod_edges [p(a_m, a_q) / (p(a_m) p(a_q))]^strength
 *
 * whose marginals, exact by one pass up the tree and one down, take the place of the classifiers in DAP. The
 * joint itself would not do: divided by the prior of a whole description, the tree cancels.
 */
import { stopped } from '../../base/progress.js'
import { type Method, decades } from '../method.js'
import { attributeScores } from './attribute-scores.js'
import { binaryAttributes } from './binary-attributes.js'
import { attributeClassifiers } from './classifiers.js'
import { learnTree, marginalOdds } from './tree-marginals.js'

/** Shares of rows that have an attribute are kept this far from 0 and 1. */
const LEAST = 1e-3

export const attributeTree: Method = {
  name: 'attribute-tree',
  title: 'Attribute tree, after Wang and Ji',
  source: 'Wang and Ji 2013',
  kind: 'other',
  quick: false,
  grows: 'rows',
  transductive: false,
  grid: { lambda: decades(4), strength: [0.25, 0.5, 1] },
  *prepare(material) {
    if (yield { stage: 'prepare', message: 'relations of attributes' }) throw stopped()
    const { labels, seen } = material
    const attributes = binaryAttributes(material)
    const { count, prior } = attributes
    const answers = attributes.of(material.signatures)
    const tree = learnTree(answers, seen)
    const inRows = new Float64Array(count)
    for (const label of labels)
      for (let m = 0; m < count; m++) inRows[m] += answers[label * count + m] / labels.length
    const before = inRows.map(share => logit(Math.min(1 - LEAST, Math.max(LEAST, share))))
    const expected = prior.map(logit)
    return {
      *train({ lambda, strength }) {
        const classifiers = yield* attributeClassifiers(material, answers, Number(lambda))
        return {
          scores(rows, signatures) {
            const evidence = classifiers.of(rows).map((odds, at) => odds - before[at % count])
            return attributeScores(
              rows.rows,
              signatures.length / material.length,
              marginalOdds(tree, evidence, Number(strength)),
              attributes.of(signatures),
              expected
            )
          }
        }
      }
    }
  }
}

function logit(share: number): number {
  return Math.log(share / (1 - share))
}
