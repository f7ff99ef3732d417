/**
 * Sparse rows as scipy.sparse.save_npz keeps them: data, indices, indptr, shape (and format, which must
 * be csr), alone in a file or under a common beginning: features_data, features_indices, ...
 */
import { Matrix, type RowSource, rowsOf } from '@unseen/core'
import type { Place } from '../draft/draft.js'
import type { NamedArray, NumberArray } from '../formats/reader.js'
import { refuse } from './arrays.js'

export const csrParts = ['data', 'indices', 'indptr', 'shape'] as const

/** Undefined where these arrays are not all there. */
export function readCsr(arrays: readonly NamedArray[], place: Place): RowSource | undefined {
  const prefix = ['', 'features_'].find(start =>
    csrParts.every(part => arrays.some(({ name }) => name === start + part))
  )
  if (prefix === undefined) return undefined
  const [data, indices, starts, shape] = csrParts.map(
    part => arrays.find(({ name }) => name === prefix + part)?.data as NumberArray
  )
  const format = arrays.find(({ name }) => name === `${prefix}format`)?.data[0]
  if (format !== undefined && format !== 'csr')
    refuse(
      place,
      `holds a sparse matrix in the form ${JSON.stringify(String(format))}; csr is read.`,
      'Save it with scipy.sparse.save_npz(file, matrix.tocsr()).'
    )
  const [rows, columns] = [Number(shape[0]), Number(shape[1])]
  const whole = (numbers: NumberArray): Uint32Array =>
    Uint32Array.from(numbers as ArrayLike<number | bigint>, Number)
  const values =
    data instanceof Float32Array || data instanceof Float64Array
      ? data
      : Float64Array.from(data as ArrayLike<number | bigint>, Number)
  return rowsOf(Matrix.sparse(rows, columns, whole(starts), ...sorted(whole(starts), whole(indices), values)))
}

/** Columns in rising order within each row, which scipy does not promise. */
function sorted(
  starts: Uint32Array,
  indices: Uint32Array,
  values: Float32Array | Float64Array
): [Uint32Array, Float32Array | Float64Array] {
  const isSorted = (from: number, to: number): boolean => {
    for (let k = from + 1; k < to; k++) if (indices[k] <= indices[k - 1]) return false
    return true
  }
  const [inOrder, moved] = [indices.slice(), values.slice()]
  for (let row = 0; row + 1 < starts.length; row++) {
    const [from, to] = [starts[row], Math.min(starts[row + 1], indices.length)]
    if (isSorted(from, to)) continue
    const order = Array.from({ length: to - from }, (_, k) => from + k).sort(
      (a, b) => indices[a] - indices[b]
    )
    order.forEach((k, at) => {
      inOrder[from + at] = indices[k]
      moved[from + at] = values[k]
    })
  }
  return [inOrder, moved]
}
