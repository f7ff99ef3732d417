/**
 * Proportions of every row of the data set, computed once after each training. From then on
 * a step of a slider costs one embedding and one pass of rows x seen.
 */
import { type Model, UnseenError, type Watch, piecesOf } from '@unseen/core'
import type { Dataset } from '@unseen/data'

export interface RowProportions {
  /** pi(x), row-major (rows x seen) */
  readonly proportions: Float32Array
  readonly rows: number
  readonly seen: number
}

export async function computeProportions(
  model: Model,
  { features }: Dataset,
  { onProgress, signal }: Watch = {}
): Promise<RowProportions | undefined> {
  if (features === undefined) return undefined
  const seen = model.parts.length
  const proportions = new Float32Array(features.rows * seen)
  for await (const { start, matrix } of piecesOf(features)) {
    if (signal?.aborted === true) throw new UnseenError('cancelled', 'Stopped.')
    proportions.set(model.proportions(matrix), start * seen)
    onProgress?.({ stage: 'examine', done: start + matrix.rows, total: features.rows })
  }
  return { proportions, rows: features.rows, seen }
}
