/** Rows to be recognised, a piece at a time, wherever they come from: files, data sets, images. */
import { Matrix, type RowSource, piecesOf } from '@unseen/core'
import { defined } from '@unseen/core/internal'

export interface RowPiece {
  /** the number of each row in its source, from 0 */
  readonly rows: ArrayLike<number>
  readonly names?: readonly string[]
  readonly matrix: Matrix
  /** rows that are not in the matrix, with the reason */
  readonly skipped: readonly SkippedRow[]
  /** part of the source that is read by now, 0 to 1 */
  readonly done: number
}

export interface SkippedRow {
  readonly row: number
  readonly name?: string
  readonly reason: string
}

/** Rows to be recognised, read a piece at a time. */
export interface RowStream {
  /** how the features were made, where the source says so */
  readonly record?: Readonly<Record<string, string | number | boolean>>
  /** of each row, where it is known before the rows are read */
  readonly columns?: number
  /** Rows before number `from` may be left out, where that saves time. */
  pieces(from?: number): AsyncGenerator<RowPiece, void, void>
}

/** Rows that can be read in any order, all of them or those of a list. */
export function streamOf(
  source: RowSource,
  {
    names,
    only
  }: { readonly names?: readonly string[] | undefined; readonly only?: Uint32Array | undefined } = {}
): RowStream {
  return {
    columns: source.columns,
    async *pieces(from = 0) {
      const wanted = only === undefined ? undefined : new Set(only)
      for await (const { start, matrix } of piecesOf(source, from)) {
        const all = Uint32Array.from({ length: matrix.rows }, (_, i) => start + i)
        const rows = wanted === undefined ? all : all.filter(row => wanted.has(row))
        const part =
          rows.length === all.length
            ? matrix
            : Matrix.select(
                matrix,
                rows.map(row => row - start)
              )
        yield {
          rows,
          matrix: part,
          skipped: [],
          done: (start + matrix.rows) / source.rows,
          ...defined({ names: names === undefined ? undefined : Array.from(rows, row => names[row]) })
        }
      }
    }
  }
}
