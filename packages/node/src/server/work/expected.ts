/** What rows must be like, checked before anything is made of them. */
import { UnseenError, count } from '@unseen/core'

export interface Expected {
  /** of the model */
  readonly columns: number
  /** of the server */
  readonly maxRows: number
}

export function checkShape(rows: number, columns: number, expected: Expected): void {
  if (rows > expected.maxRows)
    throw new UnseenError(
      'serve.size',
      `A request may have ${count(expected.maxRows)} rows, this one has ${count(rows)}.`,
      { remedy: 'Send them in several requests.' }
    )
  if (rows > 0 && columns !== expected.columns)
    throw new UnseenError(
      'features.columns',
      `Rows have ${count(columns)} features, the model was trained on ${count(expected.columns)}.`,
      { remedy: 'Use the same backbone as in training.' }
    )
}
