/**
 * How well attributes that were seen in rows fit classes: sum over m of log p(a_m = a_m^u | x) less
 * log p(a_m = a_m^u), all from log odds.
 */
/**
 * odds (rows x attributes), wanted (candidates x attributes) of 0 and 1, expected (attributes): log odds
 * beforehand -> (rows x candidates)
 */
export function attributeScores(
  rows: number,
  candidates: number,
  odds: Float64Array,
  wanted: Uint8Array,
  expected: Float64Array
): Float64Array {
  const count = expected.length
  const scores = new Float64Array(rows * candidates)
  /** of one row: what a yes to an attribute adds to a no */
  const more = new Float64Array(count)
  for (let i = 0; i < rows; i++) {
    let none = 0
    for (let m = 0; m < count; m++) {
      const no = logProbability(odds[i * count + m], 0) - logProbability(expected[m], 0)
      more[m] = logProbability(odds[i * count + m], 1) - logProbability(expected[m], 1) - no
      none += no
    }
    for (let u = 0; u < candidates; u++) {
      let score = none
      for (let m = 0; m < count; m++) score += more[m] * wanted[u * count + m]
      scores[i * candidates + u] = score
    }
  }
  return scores
}

/** log p of a yes (answer 1) or a no from log odds, without overflow */
function logProbability(odds: number, answer: number): number {
  const signed = answer === 1 ? odds : -odds
  return Math.min(signed, 0) - Math.log1p(Math.exp(-Math.abs(signed)))
}
