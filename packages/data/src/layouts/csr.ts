/**
 * Sparse rows as scipy.sparse.save_npz keeps them: data, indices, indptr, shape (and format, which must
 * be csr), alone in a file or under a common beginning: features_data, features_indices, ...
 */
import { Matrix, type RowSource, count, rowsOf } from '@unseen/core'
import type { FoundAt } from '../draft/draft.js'
import type { NamedArray, NumberArray } from '../formats/reader.js'
import { refuse } from './arrays.js'

/** A row is laid out whole where it is used. */
const MOST_COLUMNS = 2 ** 24

export const csrParts = ['data', 'indices', 'indptr', 'shape'] as const

/** Undefined where these arrays are not all there. */
export function readCsr(arrays: readonly NamedArray[], place: FoundAt): RowSource | undefined {
  const prefix = ['', 'features_'].find(start =>
    csrParts.every(part => arrays.some(({ name }) => name === start + part))
  )
  if (prefix === undefined) return undefined
  const numbersOf = (part: string): NumberArray => {
    const found = arrays.find(({ name }) => name === prefix + part)
    if (found === undefined || found.type === 'text')
      refuse(place, `holds texts where a sparse matrix has its ${part}.`)
    return found.data as NumberArray
  }
  const [data, indexes, indptr, shape] = csrParts.map(numbersOf)
  const format = arrays.find(({ name }) => name === `${prefix}format`)?.data[0]
  if (format !== undefined && format !== 'csr')
    refuse(
      place,
      `holds a sparse matrix in the form ${JSON.stringify(String(format))}; csr is read.`,
      'Save it with scipy.sparse.save_npz(file, matrix.tocsr()).'
    )
  if (shape.length !== 2) refuse(place, `holds a sparse matrix of ${shape.length} dimensions.`)
  // Each array by itself, then all together: nothing is looked up before it is known to be there.
  const whole = (numbers: NumberArray, part: string, most: number): Uint32Array =>
    Uint32Array.from(numbers as ArrayLike<number | bigint>, (value, at) => {
      const number = Number(value)
      if (!Number.isInteger(number) || number < 0 || number > most)
        refuse(
          place,
          `holds a sparse matrix whose ${part} has ${String(value)} at place ${count(at)}; whole numbers from 0 to ${count(most)} are possible.`
        )
      return number
    })
  const [rows, columns] = whole(shape, 'shape', 2 ** 32 - 1)
  if (columns > MOST_COLUMNS)
    refuse(
      place,
      `holds a sparse matrix of ${count(columns)} columns; at most ${count(MOST_COLUMNS)} are read.`,
      'Leave out the columns without entries.'
    )
  if (indptr.length !== rows + 1 || indexes.length !== data.length)
    refuse(
      place,
      `holds a sparse matrix of ${count(rows)} rows with ${count(indptr.length)} row starts, ${count(indexes.length)} indices and ${count(data.length)} values; they do not fit together.`
    )
  const starts = whole(indptr, 'indptr', data.length)
  const fall = starts.findIndex((start, row) => row > 0 && start < starts[row - 1])
  if (fall >= 0 || starts[0] !== 0 || starts[rows] !== data.length)
    refuse(
      place,
      `holds a sparse matrix whose indptr does not rise from 0 to ${count(data.length)}${fall < 0 ? '' : ` (place ${count(fall)})`}.`
    )
  const indices = whole(indexes, 'indices', columns - 1)
  const values =
    data instanceof Float32Array || data instanceof Float64Array
      ? data
      : Float64Array.from(data as ArrayLike<number | bigint>, Number)
  return rowsOf(Matrix.sparse(rows, columns, starts, ...sorted(starts, indices, values)))
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
    const [from, to] = [starts[row], starts[row + 1]]
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
