/**
 * Rows and classes in a space of codes, signatures or answers: f(x) predicted, c_u given.
 *
 *   nearest   -|f - c_u|^2
 *   angle     the cosine of f - m and c_u - m, m the mean code of the seen classes
 *
 * A regression draws f towards m, so that a code near m is the nearest to too many rows; the angle at m does
 * not mind how far f came.
 */
export type CodeComparison = 'nearest' | 'angle'

/** predicted (rows x length), codes (candidates x length), mean (length) -> (rows x candidates) */
export function codeScores(
  predicted: Float64Array,
  codes: Float64Array,
  mean: Float64Array,
  compare: CodeComparison
): Float64Array {
  const { length } = mean
  const [from, to] =
    compare === 'angle' ? [directions(predicted, mean), directions(codes, mean)] : [predicted, codes]
  const [rows, candidates] = [from.length / length, to.length / length]
  const scores = new Float64Array(rows * candidates)
  for (let i = 0; i < rows; i++) {
    for (let u = 0; u < candidates; u++) {
      let sum = 0
      if (compare === 'angle')
        for (let a = 0; a < length; a++) sum += from[i * length + a] * to[u * length + a]
      else for (let a = 0; a < length; a++) sum -= (from[i * length + a] - to[u * length + a]) ** 2
      scores[i * candidates + u] = sum
    }
  }
  return scores
}

/** Cosines of all rows with all codes, both (.. x length) */
export function cosines(predicted: Float64Array, codes: Float64Array, length: number): Float64Array {
  return codeScores(predicted, codes, new Float64Array(length), 'angle')
}

/** Mean of the rows of a table (rows x length). */
export function meanCode(table: Float64Array, length: number): Float64Array {
  const mean = new Float64Array(length)
  for (let at = 0; at < table.length; at++) mean[at % length] += (table[at] * length) / table.length
  return mean
}

/** Each row less the mean, scaled to length 1; what is the mean stays 0. */
export function directions(table: Float64Array, mean: Float64Array): Float64Array {
  const { length } = mean
  const result = Float64Array.from(table, (value, at) => value - mean[at % length])
  for (let first = 0; first < result.length; first += length) {
    const row = result.subarray(first, first + length)
    const size = Math.sqrt(row.reduce((sum, value) => sum + value * value, 0))
    for (let a = 0; a < length; a++) row[a] = size > 0 ? row[a] / size : 0
  }
  return result
}

/** shares (rows x classes) times table (classes x length) -> (rows x length) */
export function combine(shares: Float64Array, table: Float64Array, length: number): Float64Array {
  const classes = table.length / length
  const rows = shares.length / classes
  const result = new Float64Array(rows * length)
  for (let i = 0; i < rows; i++) {
    const row = result.subarray(i * length, (i + 1) * length)
    for (let s = 0; s < classes; s++) {
      const share = shares[i * classes + s]
      for (let a = 0; a < length; a++) row[a] += share * table[s * length + a]
    }
  }
  return result
}
