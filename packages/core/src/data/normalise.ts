/**
 * How feature rows are scaled before anything else. The paper is silent; length 1 per row is ours.
 * A row of zeros stays zero (and is counted), never NaN.
 */
export const normalisations = ['l2', 'none', 'sqrt', 'l2-sqrt'] as const
export type Normalisation = (typeof normalisations)[number]

/**
 * Scales one row in place: `l2` to length 1, `sqrt` by the signed square root of each entry (for
 * histograms), `l2-sqrt` by both, the root first. Returns false for a row of zeros.
 */
export function normaliseRow(row: Float64Array, kind: Normalisation): boolean {
  let largest = 0
  for (const value of row) largest = Math.max(largest, Math.abs(value))
  if (largest === 0) return false
  if (kind === 'sqrt' || kind === 'l2-sqrt') for (let k = 0; k < row.length; k++) row[k] = Math.sign(row[k]) * Math.sqrt(Math.abs(row[k]))
  if (kind === 'l2' || kind === 'l2-sqrt') {
    // Dividing by the largest entry first keeps the squares within float64 whatever the units are.
    const unit = kind === 'l2' ? largest : Math.sqrt(largest)
    let squares = 0
    for (const value of row) squares += (value / unit) ** 2
    const scale = 1 / (unit * Math.sqrt(squares))
    for (let k = 0; k < row.length; k++) row[k] *= scale
  }
  return true
}
