/** One row of outputs becomes probabilities, in place. */
export function softmaxRow(row: Float64Array): void {
  const largest = row.reduce((most, value) => Math.max(most, value), -Infinity)
  let sum = 0
  for (let c = 0; c < row.length; c++) sum += row[c] = Math.exp(row[c] - largest)
  for (let c = 0; c < row.length; c++) row[c] /= sum
}
