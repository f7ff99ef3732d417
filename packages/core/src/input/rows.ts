/**
 * Feature rows wherever they are: in memory, or in a file that is larger than memory comfortably
 * holds. Whoever needs only some rows, or each row once, asks for pieces.
 */
import { Matrix } from '../linalg/matrix.js'

/** Feature rows that are read a piece at a time, so that a file may be larger than memory. */
export interface RowSource {
  /** How many there are. */
  readonly rows: number
  /** Entries of each. */
  readonly columns: number
  /** Rows start .. end - 1. */
  read(start: number, end: number): Promise<Matrix>
}

/** In bytes: pieces are a few megabytes, so that a file is read in long strides and memory stays flat. */
const PIECE = 2 ** 23

/**
 * A matrix in memory as a source of rows.
 *
 * @param matrix dense or sparse
 */
export function rowsOf(matrix: Matrix): RowSource {
  return {
    rows: matrix.rows,
    columns: matrix.columns,
    read: async (start, end) =>
      start === 0 && end === matrix.rows ? matrix : Matrix.slice(matrix, start, end)
  }
}

/**
 * All rows from `from` on in order, a piece at a time, each with the number of its first row.
 *
 * @param source where the rows are
 * @param from number of the first row that is wanted; 0 unless given
 */
export async function* piecesOf(
  source: RowSource,
  from = 0
): AsyncGenerator<{ readonly start: number; readonly matrix: Matrix }, void, void> {
  const step = Math.max(1, Math.floor(PIECE / (4 * Math.max(1, source.columns))))
  for (let start = from; start < source.rows; start += step)
    yield { start, matrix: await source.read(start, Math.min(start + step, source.rows)) }
}

/**
 * The rows named by `order`, in that order, as one matrix in memory; reads only pieces that hold one of them.
 *
 * @param source where the rows are
 * @param order numbers of the rows, from 0
 */
export async function takeRows(source: RowSource, order: ArrayLike<number>): Promise<Matrix> {
  const sorted = Uint32Array.from(order).sort()
  const step = Math.max(1, Math.floor(PIECE / (4 * Math.max(1, source.columns))))
  const parts: Matrix[] = []
  let from = 0
  while (from < sorted.length) {
    const start = sorted[from]
    let to = from
    while (to < sorted.length && sorted[to] < start + step) to++
    const piece = await source.read(start, sorted[to - 1] + 1)
    parts.push(
      Matrix.select(
        piece,
        sorted.subarray(from, to).map(row => row - start)
      )
    )
    from = to
  }
  const together = Matrix.stack(parts, source.columns)
  const place = new Map<number, number>()
  sorted.forEach((row, at) => place.set(row, at))
  const inOrder = Uint32Array.from(order, row => place.get(row) ?? 0)
  return inOrder.every((at, i) => at === i) ? together : Matrix.select(together, inOrder)
}
