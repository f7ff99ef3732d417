/**
 * Gaussian weights, ours: classes are clouds of one common shape around means that descriptions foretell
 * (training/gaussian.ts). A seen class is itself.
 */
import { stopped } from '../../base/progress.js'
import { GaussianMixture } from '../../embedding/gaussian-mixture.js'
import { createWorkplace, openWorkplace } from '../../problems/workplace.js'
import { TargetEmbedding } from '../../recognition/proportions.js'
import { scoreRow } from '../../recognition/rank.js'
import { GaussianSolver, type GaussianWeights, gaussianBytes } from '../../training/gaussian.js'
import { type Material, type Method, type Scorer, decades } from '../method.js'

/** As `fit` has them unless told otherwise. */
const kernel = { width: 0.5, noise: 0.1 }

export const gauss: Method = {
  name: 'gauss',
  title: 'Gaussian weights',
  source: 'Unseen',
  kind: 'ours',
  quick: true,
  grows: 'systems',
  transductive: false,
  grid: { shrinkage: decades(6), predictive: ['no', 'yes'] },
  *prepare(material) {
    const { features, labels, seen, signatures } = material
    if (yield { stage: 'prepare', message: 'reading rows' }) throw stopped()
    const workplace = createWorkplace(features, labels, seen, {
      normalise: 'none',
      arenaBytes: gaussianBytes(features.rows, features.columns, seen, 'none')
    })
    const { arena, rows } = openWorkplace(workplace)
    const solver = yield* GaussianSolver.create(arena, rows, workplace.ranges, signatures, kernel)
    if (solver === undefined) throw stopped()
    return {
      *train({ shrinkage, predictive }) {
        if (yield { stage: 'prepare', message: `shrinkage ${shrinkage}` }) throw stopped()
        const point = { shrinkage: Number(shrinkage), predictive: predictive === 'yes' }
        return scorerOf(material, solver.solve(point))
      }
    }
  }
}

function scorerOf({ signatures, length }: Material, { trained }: GaussianWeights): Scorer {
  const { seen, gauss: parts } = trained
  const mixture = new GaussianMixture(signatures, parts.gram, { ...kernel, mixture: 'affine' })
  const target = new TargetEmbedding(trained)
  const own = new Map<string, number>()
  for (let s = 0; s < seen; s++) own.set(signatures.subarray(s * length, (s + 1) * length).join(), s)
  return {
    scores(rows, candidates) {
      const classes = candidates.length / length
      const embedded = Array.from({ length: classes }, (_, c) => {
        const signature = candidates.subarray(c * length, (c + 1) * length)
        const itself = own.get(signature.join())
        return itself === undefined ? mixture.embed(signature) : mixture.own(itself)
      })
      const mixtures = new Float64Array(classes * seen)
      embedded.forEach((each, c) => mixtures.set(each.mixture, c * seen))
      const constants = Float64Array.from(embedded, ({ constant }) => constant)
      const order = embedded.map((_, c) => c)
      const proportions = target.proportions(rows, 'none')
      const scores = new Float64Array(rows.rows * classes)
      for (let i = 0; i < rows.rows; i++)
        scoreRow(
          proportions,
          i * seen,
          mixtures,
          order,
          constants,
          seen,
          scores.subarray(i * classes, (i + 1) * classes)
        )
      return scores
    }
  }
}
