/**
 * Ridge regression from signatures to features (Shigeto et al., "Ridge regression, hubness, and
 * zero-shot learning", ECML 2015: this direction suffers less from hubs than the other):
 *
 *   minimise over M  sum_i |x_i - M c_{y_i}|^2 + r |M|^2,   M = X Y S' (S N S' + r I)^-1
 *
 * with the seen signatures S (length x seen) and the rows per class N (diagonal). A row belongs to the
 * class with the nearest M c, by distance as in the source, or by angle, since ridge shortens M c.
 *
 * M c is a mixture of class means, sum_s z_s mean_s, with z = N^1/2 (N^1/2 S'S N^1/2 + r I)^-1 N^1/2 S'c:
 * the answer needs the class means alone. r counts in units of the mean number of rows per class.
 */
import { stopped } from '../../base/progress.js'
import { GrowingCholesky } from '../../linalg/growing-cholesky.js'
import { type Material, decades } from '../method.js'
import { type Mixture, mixtureMethod } from './mixture-method.js'
import { signatureProducts } from './mixtures.js'
import { sumsOf } from './sums.js'

export const ridge = mixtureMethod({
  name: 'ridge',
  title: 'Ridge to features',
  source: 'Shigeto et al. 2015',
  kind: 'other',
  quick: true,
  grows: 'systems',
  transductive: false,
  grid: { ridge: decades(6), compare: ['nearest', 'angle'] },
  mixture: (material, point) => regressionMixture(material, Number(point.ridge)),
  *proportions(material) {
    if (yield { stage: 'prepare', message: 'class means' }) throw stopped()
    return sumsOf(material).meansByColumn()
  },
  compare: ({ compare }) => (compare === 'angle' ? 'angle' : 'nearest')
})

function regressionMixture(material: Material, r: number): Mixture {
  const { signatures, seen, length, labels } = material
  const roots = sumsOf(material).counts.map(Math.sqrt)
  const system = new Float64Array(seen * seen)
  for (let a = 0; a < seen; a++) {
    const products = signatureProducts(material, signatures.subarray(a * length, (a + 1) * length))
    for (let b = 0; b < seen; b++) system[a * seen + b] = roots[a] * roots[b] * products[b]
  }
  const factor = GrowingCholesky.of(system, seen, (r * labels.length) / seen)
  return signature => {
    const z = signatureProducts(material, signature).map((product, s) => roots[s] * product)
    factor.solve(z)
    return z.map((share, s) => roots[s] * share)
  }
}
