/**
 * Everything the checks ask of the features, gathered in one pass, so that features larger than
 * memory are read once, however many checks there are.
 */
import { type Matrix, type RowSource, UnseenError, piecesOf } from '@unseen/core'
import { defined } from '@unseen/core/internal'

export interface FeatureFacts {
  readonly rows: number
  readonly columns: number
  /** NaN and Infinity */
  readonly notFinite: number
  readonly firstNotFinite?: { readonly row: number; readonly column: number }
  readonly negative: number
  readonly firstNegative?: { readonly row: number; readonly column: number }
  readonly zeros: number
  /** rows that are zero everywhere */
  readonly zeroRows: readonly number[]
  /**
   * (columns) smallest and largest finite value of each column; Infinity and -Infinity where there is none
   */
  readonly smallest: Float64Array
  readonly largest: Float64Array
  /** (rows) length of each row (NaN where an entry is not finite), and the sum of its entries */
  readonly lengths: Float64Array
  readonly sums: Float64Array
  /** every finite value is a whole number */
  readonly whole: boolean
}

export interface GatherOptions {
  readonly onRows?: ((done: number, total: number) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

export async function gatherFacts(
  source: RowSource,
  { onRows, signal }: GatherOptions = {}
): Promise<FeatureFacts> {
  const pass = new Pass(source.rows, source.columns)
  for await (const { start, matrix } of piecesOf(source)) {
    if (signal?.aborted === true) throw new UnseenError('cancelled', 'Stopped before the features were read.')
    pass.take(matrix, start)
    onRows?.(start + matrix.rows, source.rows)
  }
  return pass.facts()
}

/** What is known so far; a row at a time is added. */
class Pass {
  private notFinite = 0
  private firstNotFinite: { row: number; column: number } | undefined
  private negative = 0
  private firstNegative: { row: number; column: number } | undefined
  private zeros = 0
  private whole = true
  private readonly zeroRows: number[] = []
  private readonly smallest: Float64Array
  private readonly largest: Float64Array
  private readonly lengths: Float64Array
  private readonly sums: Float64Array
  /** (columns) in how many rows a sparse matrix has an entry there */
  private readonly stored: Uint32Array
  private sparseRows = 0

  private readonly rows: number
  private readonly columns: number

  constructor(rows: number, columns: number) {
    this.rows = rows
    this.columns = columns
    this.smallest = new Float64Array(columns).fill(Infinity)
    this.largest = new Float64Array(columns).fill(-Infinity)
    this.lengths = new Float64Array(rows)
    this.sums = new Float64Array(rows)
    this.stored = new Uint32Array(columns)
  }

  take(matrix: Matrix, start: number): void {
    for (let i = 0; i < matrix.rows; i++) {
      if (matrix.kind === 'dense') this.takeRow(matrix.data, i * this.columns, this.columns, start + i)
      else
        this.takeRow(
          matrix.values,
          matrix.starts[i],
          matrix.starts[i + 1] - matrix.starts[i],
          start + i,
          matrix.indices
        )
    }
    if (matrix.kind === 'sparse') this.sparseRows += matrix.rows
  }

  /** `values[from ..]` are the row's entries, in the columns that `indices` names, or in all of them. */
  private takeRow(
    values: Float32Array | Float64Array,
    from: number,
    length: number,
    row: number,
    indices?: Uint32Array
  ): void {
    const { smallest, largest } = this
    let squares = 0
    let sum = 0
    let zeros = this.columns - length
    let negative = 0
    let { whole } = this
    for (let k = 0; k < length; k++) {
      const value = values[from + k]
      const column = indices === undefined ? k : indices[from + k]
      if (indices !== undefined) this.stored[column]++
      if (value - value !== 0) {
        squares = NaN
        this.notFinite++
        this.firstNotFinite ??= { row, column }
        continue
      }
      if (value === 0) zeros++
      else if (value < 0) {
        negative++
        this.firstNegative ??= { row, column }
      }
      if (value < smallest[column]) smallest[column] = value
      if (value > largest[column]) largest[column] = value
      if (whole && Math.trunc(value) !== value) whole = false
      squares += value * value
      sum += value
    }
    this.whole = whole
    this.zeros += zeros
    this.negative += negative
    if (zeros === this.columns && this.columns > 0) this.zeroRows.push(row)
    this.lengths[row] = Math.sqrt(squares)
    this.sums[row] = sum
  }

  facts(): FeatureFacts {
    // Where a sparse row has no entry, it has a zero.
    for (let column = 0; column < this.columns; column++) {
      if (this.stored[column] >= this.sparseRows) continue
      this.smallest[column] = Math.min(this.smallest[column], 0)
      this.largest[column] = Math.max(this.largest[column], 0)
    }
    const {
      rows,
      columns,
      notFinite,
      firstNotFinite,
      negative,
      firstNegative,
      zeros,
      zeroRows,
      smallest,
      largest,
      lengths,
      sums,
      whole
    } = this
    return {
      rows,
      columns,
      notFinite,
      ...defined({ firstNotFinite }),
      negative,
      ...defined({ firstNegative }),
      zeros,
      zeroRows,
      smallest,
      largest,
      lengths,
      sums,
      whole
    }
  }
}
