/**
 * Rows for a model are looked at once: whoever has to say which of many rows is bad has looked at every entry
 * before the model sees them, and says so here. Only for rows that nobody else can change meanwhile.
 */
import type { Matrix } from '../linalg/matrix.js'

const checked = new WeakMap<object, number>()

/**
 * The same rows, as ones of which every entry is finite, and which have as many columns as a model takes. What
 * was given stays as it is, for its owner may change it and bring it again.
 */
export function markChecked(matrix: Matrix, columns: number): Matrix {
  const own = { ...matrix }
  checked.set(own, columns)
  return own
}

export function isChecked(matrix: Matrix, columns: number): boolean {
  return checked.get(matrix) === columns
}
