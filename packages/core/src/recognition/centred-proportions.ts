/**
 * Proportions for maps, row-major (rows x seen): each row less its mean, of length 1. Rows share a large
 * common part that tells nothing of their class.
 */
export function centredProportions(proportions: Float32Array, seen: number): Float32Array {
  const rows = proportions.slice()
  for (let start = 0; start < rows.length; start += seen) {
    const row = rows.subarray(start, start + seen)
    const mean = row.reduce((sum, value) => sum + value, 0) / seen
    const length = Math.sqrt(row.reduce((sum, value) => sum + (value - mean) * (value - mean), 0))
    for (let s = 0; s < seen; s++) row[s] = length > 0 ? (row[s] - mean) / length : 0
  }
  return rows
}
