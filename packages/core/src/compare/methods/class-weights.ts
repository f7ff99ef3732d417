/**
 * Class weights by squares, ours:
 *
 *   f(x, c) = <W'x, z(c)>,   W = (X'X + ridge I)^-1 X'Y with 0/1 labels Y,   z(c) on the simplex (Eq. 3)
 *
 * with z as it is or scaled to length 1. The ridge counts in units of the mean squared row length.
 */
import { decades } from '../method.js'
import { mixtureMethod } from './mixture-method.js'
import { dictionaryMixture } from './mixtures.js'
import { sumsOf } from './sums.js'

export const classWeights = mixtureMethod({
  name: 'class-weights',
  title: 'Class weights',
  source: 'Unseen',
  kind: 'ours',
  quick: true,
  grows: 'systems',
  transductive: false,
  grid: { ridge: decades(3), gamma: decades(2), compare: ['inner', 'cosine'] },
  plainness: ({ compare }) => (compare === 'inner' ? 0 : 1),
  mixture: (material, { gamma }) => dictionaryMixture(material, Number(gamma)),
  proportions: (material, { ridge }) => sumsOf(material).classWeights(Number(ridge)),
  compare: ({ compare }) => (compare === 'cosine' ? 'cosine' : 'inner')
})
