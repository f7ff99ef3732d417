/**
 * What a search found: every point with its errors per fold, the best of each family, and how sure
 * the choice is.
 */
import type { ChainResult, PointResult } from './chain.js'
import { type Family, type Point, families, plainness, pointName, preferred } from './points.js'

/** How one choice of parameters did. */
export interface PointSummary {
  /** The parameters. */
  readonly point: Point
  /** per fold that is done */
  readonly errors: readonly number[]
  /** Held-out rows of each fold that is done. */
  readonly rows: readonly number[]
  /** 1 - errors / rows over all folds */
  readonly accuracy: number
  /** of the accuracy, from its spread over the folds */
  readonly standardError: number
  /** Whether learning the weights reached its tolerance in every fold. */
  readonly converged: boolean
}

/** All choices of parameters, and the best of them. */
export interface SearchSummary {
  /** undefined while there is no result */
  readonly best: PointSummary | undefined
  /** the best of each family searched, best first */
  readonly families: readonly { readonly family: Family; readonly best: PointSummary }[]
  /** by how much the winning family won, as a difference of accuracies; 0 with one family */
  readonly lead: number
  /** points that cannot be told from the best: within one standard error of it */
  readonly alike: readonly PointSummary[]
  /** Every choice that was tried. */
  readonly points: readonly PointSummary[]
  /** points whose w-step reached its last epoch before its tolerance */
  readonly notConverged: number
}

/**
 * Ranks the choices of parameters by the results that there are.
 *
 * @param results of a search, finished or not
 */
export function summarise(results: readonly ChainResult[]): SearchSummary {
  const byName = new Map<string, PointResult[]>()
  for (const result of latestResults(results).flatMap(({ points }) => points)) {
    const name = pointName(result.point)
    byName.set(name, [...(byName.get(name) ?? []), result])
  }
  const points = [...byName.values()].map(summarisePoint)
  // Points that fewer folds have measured are not comparable with the rest.
  const measured = Math.max(0, ...points.map(({ errors }) => errors.length))
  const ranked = points
    .filter(({ errors }) => errors.length === measured)
    .sort((a, b) => b.accuracy - a.accuracy || preferred(a.point, b.point))
  const found = families.flatMap(family => {
    const best = plainestOfTheBest(ranked.filter(({ point }) => point.family === family))
    return best === undefined ? [] : [{ family, best }]
  })
  found.sort((a, b) => b.best.accuracy - a.best.accuracy)
  const best = found.at(0)?.best
  return {
    best,
    families: found,
    lead: found.length < 2 ? 0 : found[0].best.accuracy - found[1].best.accuracy,
    alike: best === undefined ? [] : ranked.filter(candidate => isAlike(candidate, best)),
    points,
    notConverged: latestResults(results).reduce(
      (total, result) => total + result.points.filter(({ converged }) => !converged).length,
      0
    )
  }
}

/** Every chain with the points that were solved again in the place of those it tried. */
export function latestResults(results: readonly ChainResult[]): ChainResult[] {
  const again = new Map<string, PointResult>()
  for (const { refines, points } of results)
    for (const result of points)
      if (refines !== undefined) again.set(`${refines}/${pointName(result.point)}`, result)
  return results
    .filter(({ refines }) => refines === undefined)
    .map(chain => ({
      ...chain,
      points: chain.points.map(result => again.get(`${chain.key}/${pointName(result.point)}`) ?? result)
    }))
}

function isAlike({ accuracy }: PointSummary, best: PointSummary): boolean {
  return accuracy >= best.accuracy - best.standardError
}

/**
 * Cosine, and mixtures that may be negative, must earn their place: among the points within one
 * standard error of the best, the plainest kind is taken, and its most accurate point.
 */
function plainestOfTheBest(ranked: readonly PointSummary[]): PointSummary | undefined {
  if (ranked.length === 0) return undefined
  const alike = ranked.filter(candidate => isAlike(candidate, ranked[0]))
  const plainest = Math.min(...alike.map(({ point }) => plainness(point)))
  return alike.find(({ point }) => plainness(point) === plainest)
}

function summarisePoint(results: readonly PointResult[]): PointSummary {
  const errors = results.map(result => result.errors)
  const rows = results.map(result => result.rows)
  const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)
  const accuracies = results.map(result => 1 - result.errors / result.rows)
  const mean = sum(accuracies) / accuracies.length
  const variance =
    accuracies.length < 2
      ? 0
      : sum(accuracies.map(accuracy => (accuracy - mean) * (accuracy - mean))) / (accuracies.length - 1)
  return {
    point: results[0].point,
    errors,
    rows,
    accuracy: 1 - sum(errors) / sum(rows),
    standardError: Math.sqrt(variance / accuracies.length),
    converged: results.every(({ converged }) => converged)
  }
}
