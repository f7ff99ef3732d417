/**
 * Signatures as the method wants them: float64, finite, every row scaled to length 1.
 */
import { UnseenError, count } from '../base/errors.js'
import { Matrix } from '../linalg/matrix.js'

/**
 * In bytes. Tables are kept twice in float64, as given and scaled; a thousand classes with 100,000 entries
 * fit.
 */
const LARGEST_TABLE = 2 ** 30

/** (rows x columns), each row of length 1. `classes` only names rows in messages. */
export function unitSignatures(matrix: Matrix, classes?: readonly string[], scale = true): Float64Array {
  const { rows, columns } = matrix
  const name = (row: number): string => (classes === undefined ? `${row}` : `${row} (${classes[row]})`)
  const bad = Matrix.firstNotFinite(matrix)
  if (bad !== undefined) {
    throw new UnseenError(
      'signatures.not-finite',
      `Signature ${name(bad.row)} is not a finite number in column ${bad.column}.`,
      { where: bad, remedy: 'Replace missing values before training.' }
    )
  }
  if (rows * columns * 8 > LARGEST_TABLE) {
    throw new UnseenError(
      'memory.limit',
      `A table of ${count(rows)} signatures of ${count(columns)} entries needs more memory than can be had.`,
      { remedy: 'Leave out the entries that no class has.' }
    )
  }
  const unit = new Float64Array(rows * columns)
  for (let i = 0; i < rows; i++) Matrix.readRow(matrix, i, unit.subarray(i * columns, (i + 1) * columns))
  if (!scale) return unit
  for (let i = 0; i < rows; i++) {
    const row = unit.subarray(i * columns, (i + 1) * columns)
    // Two passes, the first by the largest entry, so that neither overflow nor underflow can happen.
    const largest = row.reduce((top, value) => Math.max(top, Math.abs(value)), 0)
    if (largest === 0)
      throw new UnseenError('signatures.zero', `Signature ${name(i)} is zero everywhere.`, {
        where: { row: i },
        remedy: 'Describe the class, or leave it out.'
      })
    let squares = 0
    for (let k = 0; k < columns; k++) {
      const value = row[k] / largest
      squares += value * value
    }
    const length = Math.sqrt(squares)
    for (let k = 0; k < columns; k++) row[k] = row[k] / largest / length
  }
  return unit
}
