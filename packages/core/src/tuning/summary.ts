/**
 * What a search found: every point with its errors per fold, the best of each family, and how sure
 * the choice is.
 */
import type { ChainResult, PointResult } from './chain.js'
import { type Lead, isAlike, isBeyondDoubt, leadOf, meanAndError, plainestOfTheBest } from './choice.js'
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

/** What one family of methods reached. */
export interface FamilySummary {
  /** Its name. */
  readonly family: Family
  /** Its best choice of parameters. */
  readonly best: PointSummary
  /** of how many points it was chosen */
  readonly tried: number
  /** how far it leads the family that was chosen, over the same folds; below 0 where it lies behind */
  readonly lead: Lead
}

/** All choices of parameters, and the best of them. */
export interface SearchSummary {
  /** undefined while there is no result */
  readonly best: PointSummary | undefined
  /** the best of each family searched, the one that was chosen first, then by accuracy */
  readonly families: readonly FamilySummary[]
  /**
   * by how much the winning family leads the next, as a difference of accuracies; below 0 where the next was
   * better, but not beyond doubt; 0 with one family
   */
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
    const own = ranked.filter(({ point }) => point.family === family)
    const best = plainestOfTheBest(own, ({ point }) => plainness(point))
    return best === undefined ? [] : [{ family, best, tried: own.length }]
  })
  const best = chooseFamily([...found].sort((a, b) => a.tried - b.tried).map(each => each.best))
  const sorted = found
    .map(each => ({ ...each, lead: leadOf(foldAccuracies(each.best), best ? foldAccuracies(best) : []) }))
    .sort((a, b) => Number(b.best === best) - Number(a.best === best) || b.best.accuracy - a.best.accuracy)
  return {
    best,
    families: sorted,
    lead: sorted.length < 2 ? 0 : sorted[0].best.accuracy - sorted[1].best.accuracy,
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

/** The best points of families, that of the fewest points first: a later one must be better beyond doubt. */
function chooseFamily(bests: readonly PointSummary[]): PointSummary | undefined {
  return bests.reduce<PointSummary | undefined>(
    (taken, each) =>
      taken === undefined || isBeyondDoubt(leadOf(foldAccuracies(each), foldAccuracies(taken)))
        ? each
        : taken,
    undefined
  )
}

const foldAccuracies = ({ errors, rows }: PointSummary): number[] =>
  errors.map((wrong, fold) => 1 - wrong / rows[fold])

function summarisePoint(results: readonly PointResult[]): PointSummary {
  const errors = results.map(result => result.errors)
  const rows = results.map(result => result.rows)
  const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)
  const { standardError } = meanAndError(results.map(result => 1 - result.errors / result.rows))
  return {
    point: results[0].point,
    errors,
    rows,
    accuracy: 1 - sum(errors) / sum(rows),
    standardError,
    converged: results.every(({ converged }) => converged)
  }
}
