/** How good a ranking of rows is: of the first ones, and over all of them. */
export interface Retrieval {
  /** of the first `at` rows, the share that is relevant */
  readonly precision: number
  /** the mean, over the relevant rows, of the precision at each of them (average precision) */
  readonly averagePrecision: number
}

/** `isRelevant` of the rows, best first; all of them must be there. */
export function retrieval(isRelevant: readonly boolean[], at: number): Retrieval {
  let [found, sum] = [0, 0]
  let early = 0
  isRelevant.forEach((relevant, rank) => {
    if (!relevant) return
    found++
    sum += found / (rank + 1)
    if (rank < at) early++
  })
  return { precision: at === 0 ? 0 : early / at, averagePrecision: found === 0 ? 0 : sum / found }
}
