/**
 * What every method of zero-shot recognition comes down to: trained on seen classes, it scores rows
 * against signatures, seen or new. Candidates, bias and rejection are decided from scores alone, so
 * they serve methods without mixtures too.
 */
import type { Watch } from '../base/progress.js'
import type { TrainingInput } from '../data/training-input.js'
import { comparedMixtures } from '../embedding/compare.js'
import { Matrix, type MatrixLike } from '../linalg/matrix.js'
import type { Model } from '../model/model.js'
import { scoreRow } from '../recognition/rank.js'

export interface Method {
  readonly name: string
  readonly title: string
  fit(input: TrainingInput, watch?: Watch): Promise<Scorer>
}

export interface Scorer {
  /** row-major (rows x signatures) */
  scores(rows: MatrixLike, signatures: MatrixLike): Float64Array
}

/** A trained model as a scorer of any signatures. */
export function modelScorer(model: Model): Scorer {
  const { seen } = model.trained
  return {
    scores(rows, signatures) {
      const table = Matrix.from(signatures, 'signatures')
      const mixtures = new Float64Array(table.rows * seen)
      const signature = new Float64Array(table.columns)
      for (let k = 0; k < table.rows; k++) {
        Matrix.readRow(table, k, signature)
        mixtures.set(model.embed(signature).mixture, k * seen)
      }
      const compared = comparedMixtures(mixtures, seen, model.settings.compare)
      const proportions = model.proportions(rows)
      const candidates = Array.from({ length: table.rows }, (_, k) => k)
      const unbiased = new Float64Array(table.rows)
      const scores = new Float64Array((proportions.length / seen) * table.rows)
      for (let i = 0; i * seen < proportions.length; i++) {
        scoreRow(proportions, i * seen, compared, candidates, unbiased, seen, scores.subarray(i * table.rows, (i + 1) * table.rows))
      }
      return scores
    },
  }
}
