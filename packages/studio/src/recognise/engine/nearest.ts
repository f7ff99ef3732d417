/** Which photos of known classes look most like a row: by the cosine of their features. */
import { Matrix, takeRows } from '@unseen/core'
import type { Session } from '../../worker/session.js'

/** Classes for which they are looked up, those whose part in the answer is shown. */
export const NEAREST_CLASSES = 6
const SHOWN = 3
/** Of each class; more would be felt where a row is chosen. */
const MOST_ROWS = 150

export async function nearestRows(
  { data }: Pick<Session, 'data'>,
  row: number,
  features: Matrix,
  classes: readonly string[]
): Promise<Record<string, readonly number[]>> {
  const source = data?.dataset.features
  if (data === undefined || source === undefined) return {}
  const wanted = new Float64Array(features.columns)
  Matrix.readRow(features, 0, wanted)
  const { labels, classes: names } = data.dataset
  const found: Record<string, readonly number[]> = {}
  for (const name of classes) {
    const label = names.indexOf(name)
    const rows = Uint32Array.from(
      [...data.taken.train.rows].filter(each => labels[each] === label && each !== row).slice(0, MOST_ROWS)
    )
    if (rows.length === 0) continue
    const matrix = await takeRows(source, rows)
    const alike = Array.from(rows, (_, at) => cosine(matrix, at, wanted))
    found[name] = [...alike.keys()]
      .sort((a, b) => alike[b] - alike[a])
      .slice(0, SHOWN)
      .map(at => rows[at])
  }
  return found
}

/** But for the length of `wanted`, which is the same for all. */
function cosine(matrix: Matrix, at: number, wanted: Float64Array): number {
  const row = new Float64Array(matrix.columns)
  Matrix.readRow(matrix, at, row)
  let [product, square] = [0, 0]
  for (let k = 0; k < row.length; k++) {
    product += row[k] * wanted[k]
    square += row[k] * row[k]
  }
  return square === 0 ? -1 : product / Math.sqrt(square)
}
