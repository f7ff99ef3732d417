/** A trained model as a scorer of any signatures. */
import { comparedMixtures } from '../embedding/compare.js'
import { Matrix, type MatrixLike } from '../linalg/matrix.js'
import { scoreRow } from '../recognition/rank.js'
import { partsOf } from '../training/trained.js'
import type { Model } from './model.js'

export interface ModelScorer {
  /** row-major (rows x signatures) */
  scores(rows: MatrixLike, signatures: MatrixLike): Float64Array
}

/**
 * Scores rows for classes that need not belong to the model, as rehearsals and comparisons do.
 *
 * @param model whose training is used
 */
export function modelScorer(model: Model): ModelScorer {
  return {
    scores(rows, signatures) {
      const table = Matrix.from(signatures, 'signatures')
      const parts = partsOf(model.trained)
      const mixtures = new Float64Array(table.rows * parts)
      const constants = new Float64Array(table.rows)
      const signature = new Float64Array(table.columns)
      for (let k = 0; k < table.rows; k++) {
        Matrix.readRow(table, k, signature)
        const { mixture, constant } = model.embed(signature)
        mixtures.set(mixture, k * parts)
        constants[k] = constant
      }
      const compared = comparedMixtures(mixtures, parts, model.settings.compare)
      const proportions = model.proportions(rows)
      const candidates = Array.from({ length: table.rows }, (_, k) => k)
      const scores = new Float64Array((proportions.length / parts) * table.rows)
      for (let i = 0; i * parts < proportions.length; i++) {
        scoreRow(
          proportions,
          i * parts,
          compared,
          candidates,
          constants,
          parts,
          scores.subarray(i * table.rows, (i + 1) * table.rows)
        )
      }
      return scores
    }
  }
}
