/**
 * How feature rows are scaled before anything else. The paper is silent; length 1 per row is ours.
 * A row of zeros stays zero (and is counted), never NaN.
 */
import { UnseenError } from '../base/errors.js'
import { Matrix } from '../linalg/matrix.js'

/** The largest number of single precision, in which rows are kept. */
const LARGEST = (2 - 2 ** -23) * 2 ** 127

export const normalisations = ['l2', 'none', 'sqrt', 'l2-sqrt'] as const
export type Normalisation = (typeof normalisations)[number]

/**
 * Scales one row in place: `l2` to length 1, `sqrt` by the signed square root of each entry (for
 * histograms), `l2-sqrt` by both, the root first. Returns false for a row of zeros.
 */
export function normaliseRow(row: Float64Array, kind: Normalisation): boolean {
  let squares = 0
  let largest = 0
  for (let k = 0; k < row.length; k++) {
    const value = row[k]
    squares += value * value
    if (value > largest || -value > largest) largest = Math.abs(value)
  }
  if (largest === 0) return false
  if (kind === 'sqrt' || kind === 'l2-sqrt') {
    squares = 0
    for (let k = 0; k < row.length; k++) {
      squares += Math.abs(row[k])
      row[k] = Math.sign(row[k]) * Math.sqrt(Math.abs(row[k]))
    }
  }
  if (kind === 'l2' || kind === 'l2-sqrt') {
    // Squares of very small or large entries leave float64; then the row is brought near 1 first.
    if (!(squares > 1e-200 && squares < 1e200)) {
      const unit = kind === 'l2' ? largest : Math.sqrt(largest)
      squares = 0
      for (let k = 0; k < row.length; k++) {
        row[k] /= unit
        squares += row[k] * row[k]
      }
    }
    const scale = 1 / Math.sqrt(squares)
    for (let k = 0; k < row.length; k++) row[k] *= scale
  }
  return true
}

/** Row i of a matrix, scaled, into `row`. Returns false for a row of zeros. */
export function readNormalised(matrix: Matrix, i: number, kind: Normalisation, row: Float64Array): boolean {
  Matrix.readRow(matrix, i, row)
  const some = normaliseRow(row, kind)
  if (kind === 'none' || kind === 'sqrt') {
    let column = 0
    while (column < row.length && row[column] <= LARGEST && row[column] >= -LARGEST) column++
    if (column < row.length)
      throw new UnseenError(
        'features.not-finite',
        `The feature in row ${i}, column ${column} is too large for single precision.`,
        { where: { row: i, column }, remedy: 'Scale the features, or use normalise "l2".' }
      )
  }
  return some
}
