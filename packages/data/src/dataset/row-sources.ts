/**
 * Row sources made of others: several one below the other, scaled, or as shares of their sum. Rows
 * change as they are read, so that whatever is stored compactly, or is too large for memory, stays so.
 */
import { Matrix, type RowSource } from '@unseen/core'

/** One below the other; all must have as many columns. */
export function stackRows(parts: readonly RowSource[]): RowSource {
  const [{ columns }] = parts
  const starts = parts.map((_, at) => parts.slice(0, at).reduce((sum, { rows }) => sum + rows, 0))
  return {
    rows: parts.reduce((sum, { rows }) => sum + rows, 0),
    columns,
    async read(start, end) {
      const pieces: Matrix[] = []
      for (const [at, part] of parts.entries()) {
        const from = Math.max(0, start - starts[at])
        const to = Math.min(part.rows, end - starts[at])
        if (from < to) pieces.push(await part.read(from, to))
      }
      return Matrix.stack(pieces, columns)
    }
  }
}

/** Every entry times `scale`, rounded once to single precision where the entries are single. */
export function scaleRows(source: RowSource, scale: number): RowSource {
  return mapRows(source, values => {
    for (let k = 0; k < values.length; k++) values[k] *= scale
  })
}

/** Every row divided by the sum of its entries (histograms); a row of zeros stays as it is. */
export function shareRows(source: RowSource): RowSource {
  return mapRows(source, values => {
    let sum = 0
    for (let k = 0; k < values.length; k++) sum += values[k]
    if (sum === 0) return
    for (let k = 0; k < values.length; k++) values[k] /= sum
  })
}

/** `change` is given the stored values of one row at a time, and writes into them. */
function mapRows(source: RowSource, change: (row: Float32Array | Float64Array) => void): RowSource {
  return {
    rows: source.rows,
    columns: source.columns,
    async read(start, end) {
      const matrix = await source.read(start, end)
      const values = (matrix.kind === 'dense' ? matrix.data : matrix.values).slice()
      for (let i = 0; i < matrix.rows; i++) {
        const [from, to] =
          matrix.kind === 'dense'
            ? [i * matrix.columns, (i + 1) * matrix.columns]
            : [matrix.starts[i], matrix.starts[i + 1]]
        change(values.subarray(from, to))
      }
      return matrix.kind === 'dense' ? { ...matrix, data: values } : { ...matrix, values }
    }
  }
}
