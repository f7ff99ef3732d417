/**
 * Designed category-level attributes (Yu, Cao, Feris, Smith and Chang, CVPR 2013): attributes need no names.
 * They are columns of a matrix A (seen x attributes), designed so that classes lie apart while classes that
 * look alike stay together, which makes them learnable: greedily
 *
 *   a = leading eigenvector of R,   R <- R - 2 beta a a',   R = I - 11'/S - share L / largest eigenvalue of L
 *
 * where L is the Laplacian of the graph of seen classes that are mutual neighbours by their mean rows. A step
 * takes 2 beta from one eigenvalue and leaves all eigenvectors as they are. No eigenvalue exceeds 1 and beta is
 * 1/2, so that none is taken twice: one decomposition gives all columns, largest eigenvalue first, those above
 * zero.
 *
 *   row        A'(p(x) - 1/S), p of class-regression.ts: regression is linear in its targets
 *   new class  A'(sigma_u - 1/S), sigma_u: the seen classes it is most like, by signatures, summing to 1
 *   score      their cosine; fused: plus that of output-codes.ts (`angle`), so designed and given attributes
 *
 * Built from the abstract and from memory: the formulas were not held against the paper, and share 1, beta 1/2,
 * S/8 neighbours and ten like classes are ours. Simplified: the source learns signs of attributes by support
 * vector machines, asks people for likeness of new classes, and adapts to them; its 48.3 on Animals with
 * Attributes has all that.
 */
import { UnseenError } from '../../base/errors.js'
import { stopped } from '../../base/progress.js'
import { topScores } from '../../recognition/rank.js'
import { type Material, type Method, decades } from '../method.js'
import { symmetricEigen } from '../solvers/symmetric-eigen.js'
import { classRegression } from './class-regression.js'
import { codeScores, combine, cosines, meanCode } from './codes.js'
import { nearestNeighbours } from './neighbours.js'
import { sumsOf } from './sums.js'

/** Seen classes that a new one is written in. */
const LIKE = 10
/** Eigenvalues below are zero, but for rounding. */
const NEGLIGIBLE = 1e-9

export const designedAttributes: Method = {
  name: 'designed-attributes',
  title: 'Designed attributes',
  source: 'Yu et al. 2013',
  kind: 'other',
  quick: true,
  grows: 'systems',
  transductive: false,
  grid: { ridge: decades(3), attributes: [0.5, 1], fused: ['no', 'yes'] },
  *prepare(material) {
    if (yield { stage: 'prepare', message: 'designing attributes' }) throw stopped()
    const { seen, signatures, length } = material
    const all = designAttributes(seen, neighbouringClasses(material))
    if (all.count === 0)
      throw new UnseenError(
        'training.singular',
        `Each of ${seen} seen classes is a neighbour of all others: no attribute would part them.`
      )
    const mean = meanCode(signatures, length)
    return {
      *train({ ridge, attributes, fused }) {
        const regression = yield* classRegression(material, Number(ridge))
        const count = Math.max(1, Math.min(all.count, Math.round(Number(attributes) * seen)))
        const design = firstColumns(all.columns, all.count, count)
        return {
          scores(rows, candidates) {
            const shares = regression(rows)
            const likeness = likenesses(signatures, candidates, mean)
            // Columns of A sum to 0: what is the same for all classes, as 1/S, counts for nothing.
            const scores = cosines(combine(shares, design, count), combine(likeness, design, count), count)
            if (fused === 'yes')
              codeScores(combine(shares, signatures, length), candidates, mean, 'angle').forEach(
                (score, at) => (scores[at] += score)
              )
            return scores
          }
        }
      }
    }
  }
}

/** Pairs of seen classes that are among each other's nearest by their mean rows, (seen x seen) of 0 and 1 */
function neighbouringClasses(material: Material): Uint8Array {
  const { seen, features } = material
  const { k, rows } = nearestNeighbours(
    sumsOf(material).means,
    seen,
    features.columns,
    Math.max(2, Math.floor(seen / 8))
  )
  const near = (a: number, b: number): boolean => rows.subarray(a * k, (a + 1) * k).includes(b)
  return Uint8Array.from({ length: seen * seen }, (_, at) =>
    near(Math.floor(at / seen), at % seen) && near(at % seen, Math.floor(at / seen)) ? 1 : 0
  )
}

export interface Design {
  readonly count: number
  /** (seen x count): orthonormal columns, each summing to 0, its largest entry positive */
  readonly columns: Float64Array
}

/** joined (seen x seen), symmetric: 1 for classes that are to stay together */
export function designAttributes(seen: number, joined: Uint8Array, share = 1): Design {
  const laplacian = Float64Array.from(joined, edge => -edge)
  for (let a = 0; a < seen; a++)
    for (let b = 0; b < seen; b++) laplacian[a * seen + a] += joined[a * seen + b]
  const largest = symmetricEigen(laplacian, seen).values[seen - 1]
  const r = laplacian.map(
    (value, at) =>
      (Math.floor(at / seen) === at % seen ? 1 : 0) - 1 / seen - (largest > 0 ? (share * value) / largest : 0)
  )
  const { values, vectors } = symmetricEigen(r, seen)
  const kept = Array.from(values.keys())
    .filter(k => values[k] > NEGLIGIBLE)
    .reverse()
  const columns = new Float64Array(seen * kept.length)
  kept.forEach((k, column) => {
    const vector = vectors.subarray(k * seen, (k + 1) * seen)
    const extreme = vector.reduce((most, value) => (Math.abs(value) > Math.abs(most) ? value : most), 0)
    vector.forEach((value, s) => (columns[s * kept.length + column] = extreme < 0 ? -value : value))
  })
  return { count: kept.length, columns }
}

function firstColumns(columns: Float64Array, width: number, count: number): Float64Array {
  return columns.filter((_, at) => at % width < count)
}

/** sigma (candidates x seen): centred cosines above 0 with the likest seen classes, summing to 1 */
export function likenesses(
  signatures: Float64Array,
  candidates: Float64Array,
  mean: Float64Array
): Float64Array {
  const seen = signatures.length / mean.length
  const all = codeScores(candidates, signatures, mean, 'angle')
  const result = new Float64Array(all.length)
  for (let first = 0; first < all.length; first += seen) {
    const row = all.subarray(first, first + seen)
    const likest = topScores(row, LIKE).filter(s => row[s] > 0)
    const total = likest.reduce((sum, s) => sum + row[s], 0)
    for (const s of likest) result[first + s] = row[s] / total
  }
  return result
}
