/**
 * The rule by which `tune` and `compare` choose. What is plainer is kept unless something else is better beyond
 * doubt:
 *
 *   points of a family    of those within one standard error of the best the plainest kind, its best point
 *   families              that of which the fewest points were tried: the best of many points owes more to the
 *                         folds it was chosen by. Another is taken when it leads by more than one standard error
 *                         of the difference over the folds
 *
 * docs/choosing.md says it for people. Tests: ../../test/tuning/choice.test.ts
 */

/** What a point reached on held-out classes. */
export interface Rated {
  readonly accuracy: number
  /** of the accuracy, from its spread over the folds */
  readonly standardError: number
}

/** Within one standard error of the best. */
export const isAlike = ({ accuracy }: Rated, best: Rated): boolean =>
  accuracy >= best.accuracy - best.standardError

/** Of points ranked best first: the plainest kind among those that cannot be told from the best. */
export function plainestOfTheBest<Point extends Rated>(
  ranked: readonly Point[],
  plainness: (point: Point) => number
): Point | undefined {
  if (ranked.length === 0) return undefined
  const alike = ranked.filter(candidate => isAlike(candidate, ranked[0]))
  const plainest = Math.min(...alike.map(plainness))
  return alike.find(point => plainness(point) === plainest)
}

/** A mean with its standard error; 0 for a single value. */
export function meanAndError(values: readonly number[]): { mean: number; standardError: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const squares = values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0)
  const variance = values.length < 2 ? 0 : squares / (values.length - 1)
  return { mean, standardError: Math.sqrt(variance / values.length) }
}

/** How far one leads another on the same folds. */
export interface Lead {
  /** Of the accuracies, mean over the folds. */
  readonly difference: number
  /** Of that difference. */
  readonly standardError: number
}

/** By accuracies of the same folds, in the same order. */
export function leadOf(ahead: readonly number[], behind: readonly number[]): Lead {
  const { mean, standardError } = meanAndError(ahead.map((value, fold) => value - behind[fold]))
  return { difference: mean, standardError }
}

export const isBeyondDoubt = ({ difference, standardError }: Lead): boolean =>
  difference > 0 && difference > standardError
