/**
 * Proportions of every row of the data set, computed once after each training. From then on
 * a step of a slider costs one embedding and one pass of rows x seen. Images that were shown of a described class
 * are one column more, computed when they are shown.
 */
import { Matrix, type Model, UnseenError, type Watch, piecesOf } from '@unseen/core'
import { normaliseRow } from '@unseen/core/internal'
import type { Dataset } from '@unseen/data'

export interface RowProportions {
  /** pi(x), row-major (rows x seen) */
  readonly proportions: Float32Array
  readonly rows: number
  readonly seen: number
}

/** Of the seen classes alone, whatever images the model was shown. */
export async function computeProportions(
  model: Model,
  { features }: Dataset,
  { onProgress, signal }: Watch = {}
): Promise<RowProportions | undefined> {
  if (features === undefined) return undefined
  const plain = model.shown.reduce((now, shown) => now.takeBack(shown.class), model)
  const { seen } = plain.trained
  const proportions = new Float32Array(features.rows * seen)
  for await (const { start, matrix } of piecesOf(features)) {
    if (signal?.aborted === true) throw new UnseenError('cancelled', 'Stopped.')
    proportions.set(plain.proportions(matrix), start * seen)
    onProgress?.({ stage: 'examine', done: start + matrix.rows, total: features.rows })
  }
  return { proportions, rows: features.rows, seen }
}

/** What every row has of the images shown of one class, by the mean of these images. */
export type ImageColumns = WeakMap<Float64Array, Float32Array>

/** Computes the columns that are not there yet. */
export async function computeImageColumns(
  model: Model,
  { features }: Dataset,
  columns: ImageColumns
): Promise<void> {
  const { images } = model.trained
  if (features === undefined || images === undefined) return
  const missing = shownMeans(model).flatMap((mean, at) => (columns.has(mean) ? [] : [{ mean, at }]))
  if (missing.length === 0) return
  const made = missing.map(() => new Float32Array(features.rows))
  const row = new Float64Array(features.columns)
  for await (const { start, matrix } of piecesOf(features))
    for (let i = 0; i < matrix.rows; i++) {
      Matrix.readRow(matrix, i, row)
      normaliseRow(row, model.settings.normalise)
      missing.forEach(({ at }, m) => {
        let sum = -images.offsets[at]
        const first = at * row.length
        for (let k = 0; k < row.length; k++) sum += images.weights[first + k] * row[k]
        made[m][start + i] = sum
      })
    }
  missing.forEach(({ mean }, m) => columns.set(mean, made[m]))
}

const shownMeans = ({ classes }: Model): readonly Float64Array[] =>
  classes.flatMap(({ examples }) => examples?.mean ?? [])

/** Proportions with one column for each class that images were shown of, in the order of the model's parts. */
export function withImageColumns(base: RowProportions, model: Model, columns: ImageColumns): RowProportions {
  const own = shownMeans(model).flatMap(mean => columns.get(mean) ?? [])
  if (own.length === 0) return base
  const { rows, seen } = base
  const parts = seen + own.length
  const proportions = new Float32Array(rows * parts)
  for (let i = 0; i < rows; i++) {
    proportions.set(base.proportions.subarray(i * seen, (i + 1) * seen), i * parts)
    for (let e = 0; e < own.length; e++) proportions[i * parts + seen + e] = own[e][i]
  }
  return { proportions, rows, seen: parts }
}
