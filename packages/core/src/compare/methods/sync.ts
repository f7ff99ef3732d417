/**
 * SynC, Changpinyo et al., "Synthesized classifiers for zero-shot learning" (CVPR 2016): classifiers are
 * combined from those of phantom classes,
 *
 *   w_c = sum_r s_cr v_r,   s_cr = exp(-|c - b_r|^2 / sigma^2) / sum over the phantoms
 *
 * with as many phantoms as seen classes, b_r at the seen signatures. The source trains v one class versus
 * the others with a squared hinge and the penalty |w_c|^2; with squares and 0/1 labels instead that is
 * closed: since s is invertible, the seen classifiers are free, w_s are the class weights, and
 *
 *   w_u = sum_s z_s w_s   with  s' z = s_u,   z = D K^-1 k_u / sum(k_u)
 *
 * where K is the matrix of exponentials among the seen classes and D its row sums: one more mixture.
 * sigma counts in units of the mean distance between seen signatures; equal signatures, which would make
 * K singular, are kept apart by a small shift.
 */
import { GrowingCholesky } from '../../linalg/growing-cholesky.js'
import { type Material, decades } from '../method.js'
import { type Mixture, mixtureMethod } from './mixture-method.js'
import { signatureProducts } from './mixtures.js'
import { sumsOf } from './sums.js'

const SHIFT = 1e-6

export const sync = mixtureMethod({
  name: 'sync',
  title: 'SynC, squares',
  source: 'Changpinyo et al. 2016',
  kind: 'other',
  quick: true,
  grows: 'systems',
  transductive: false,
  grid: { ridge: decades(3), sigma: [0.25, 0.5, 1, 2] },
  mixture: (material, { sigma }) => phantomMixture(material, Number(sigma)),
  proportions: (material, { ridge }) => sumsOf(material).classWeights(Number(ridge)),
  compare: () => 'inner'
})

function phantomMixture(material: Material, sigma: number): Mixture {
  const { signatures, seen, length } = material
  // Signatures have length 1: |a - b|^2 = 2 - 2 a.b
  const squares = (signature: Float64Array): Float64Array =>
    signatureProducts(material, signature).map(product => Math.max(0, 2 - 2 * product))
  const among = Array.from({ length: seen }, (_, s) =>
    squares(signatures.subarray(s * length, (s + 1) * length))
  )
  const mean =
    among.reduce((sum, row) => sum + row.reduce((part, square) => part + Math.sqrt(square), 0), 0) /
    Math.max(1, seen * (seen - 1))
  const width = mean > 0 ? (sigma * mean) ** 2 : 1
  const kernel = (row: Float64Array): Float64Array => row.map(square => Math.exp(-square / width))
  const rows = among.map(kernel)
  const sums = rows.map(row => row.reduce((sum, value) => sum + value, 0))
  const factor = GrowingCholesky.of(Float64Array.from(rows.flatMap(row => [...row])), seen, SHIFT)
  return signature => {
    // A common factor of the exponentials cancels; without it those of a far class would all be zero.
    const distances = squares(signature)
    const nearest = distances.reduce((least, square) => Math.min(least, square), Infinity)
    const k = kernel(distances.map(square => square - nearest))
    const total = k.reduce((sum, value) => sum + value, 0)
    factor.solve(k)
    return k.map((value, s) => (sums[s] * value) / total)
  }
}
