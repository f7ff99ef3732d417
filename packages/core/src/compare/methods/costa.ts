/**
 * COSTA, Mensink, Gavves and Snoek, "COSTA: co-occurrence statistics for zero-shot classification" (CVPR
 * 2014): the classifier of an unseen class is a weighted sum of those of the seen classes,
 *
 *   w_u = sum_s z_s w_s,   z_s = co(u, s)^power / sum over the seen classes
 *
 * The source counts how often labels occur together in images; where a class has only a signature, co is
 * taken from the signatures: the product c_u.c_s, which for attributes counts what both have (below zero it
 * counts as zero). The source tries corrections of the counts against frequent labels; the power is ours
 * in their place. Seen classifiers are class weights by squares, where the source has SVMs.
 */
import { decades } from '../method.js'
import { mixtureMethod } from './mixture-method.js'
import { signatureProducts } from './mixtures.js'
import { sumsOf } from './sums.js'

export const costa = mixtureMethod({
  name: 'costa',
  title: 'COSTA',
  source: 'Mensink et al. 2014',
  kind: 'other',
  quick: true,
  grows: 'systems',
  transductive: false,
  grid: { ridge: decades(3), power: [1, 4, 16, 64] },
  mixture:
    (material, { power }) =>
    signature => {
      const together = signatureProducts(material, signature).map(
        product => Math.max(0, product) ** Number(power)
      )
      const total = together.reduce((sum, value) => sum + value, 0)
      return together.map(value => (total > 0 ? value / total : 0))
    },
  proportions: (material, { ridge }) => sumsOf(material).classWeights(Number(ridge)),
  compare: () => 'inner'
})
