/**
 * Convex combination of class means: a class without rows is expected where its mixture puts it,
 *
 *   q(c) = sum_s z_s(c) mean_s,   z(c) on the simplex (Eq. 3),
 *
 * and a row belongs to the nearest q, by distance or by angle. The simplest thing mixtures can do; no
 * single source. The grid is gamma times the comparison.
 */
import { stopped } from '../../base/progress.js'
import { decades } from '../method.js'
import { mixtureMethod } from './mixture-method.js'
import { dictionaryMixture } from './mixtures.js'
import { sumsOf } from './sums.js'

export const means = mixtureMethod({
  name: 'means',
  title: 'Mixed class means',
  source: 'no single source',
  kind: 'other',
  quick: true,
  grows: 'rows',
  transductive: false,
  grid: { gamma: decades(6), compare: ['nearest', 'angle'] },
  mixture: (material, { gamma }) => dictionaryMixture(material, Number(gamma)),
  *proportions(material) {
    if (yield { stage: 'prepare', message: 'class means' }) throw stopped()
    return sumsOf(material).meansByColumn()
  },
  compare: ({ compare }) => (compare === 'angle' ? 'angle' : 'nearest')
})
