/**
 * Successive refinement: a search solves its points roughly, and a rough solution may be an image off. So the
 * points that could still win are solved again to 1e-4, until none is left that could: the point that is
 * chosen is the one that exact solutions choose. What is solved again follows from results alone, round by
 * round, and so neither from the number of threads nor from where a search was interrupted.
 */
import { type Chain, type ChainResult, REFINED_TOLERANCE } from './chain.js'
import { type PaperPoint, pointName } from './points.js'
import { latestResults, summarise } from './summary.js'

/** How many images a rough solution may be off, at least; more where solving again moved a point farther. */
const FEW_IMAGES = 3
const FEW_SHARE = 0.01

/**
 * What is to be solved again now; empty when nothing is left that could win, or chains are missing.
 * `tolerance`: of the search itself.
 */
export function refinements(
  chains: readonly Chain[],
  done: ReadonlyMap<string, ChainResult>,
  tolerance: number
): Chain[] {
  const rough = chains.flatMap(({ key }) => done.get(key) ?? [])
  if (tolerance <= REFINED_TOLERANCE || rough.length < chains.length) return []
  const known = [...rough]
  const solved = new Set<string>()
  for (;;) {
    const wanted = contenders(known, rough, solved)
    if (wanted.length === 0) return []
    const round = wanted.flatMap(point => again(chains, point))
    const missing = round.filter(({ key }) => !done.has(key))
    // A round that was broken off is finished first: what follows it depends on all of it.
    if (missing.length > 0) return missing
    for (const { key } of round) known.push(...[done.get(key)].filter(result => result !== undefined))
    for (const point of wanted) solved.add(pointName(point))
  }
}

/** Points of the paper's family that were not solved again and may turn out better than the best. */
function contenders(
  known: readonly ChainResult[],
  rough: readonly ChainResult[],
  solved: ReadonlySet<string>
): PaperPoint[] {
  const points = summarise(known).points.flatMap(summary =>
    summary.point.family === 'paper' ? [{ ...summary, point: summary.point }] : []
  )
  if (points.length < 2) return []
  const isSolved = ({ point }: { readonly point: PaperPoint }): boolean => solved.has(pointName(point))
  const rows = points[0].rows.reduce((sum, count) => sum + count, 0)
  const slack = Math.max(FEW_IMAGES, FEW_SHARE * rows, 2 * farthestMove(known, rough)) / rows
  const sure = points.filter(isSolved)
  const best = Math.max(...(sure.length > 0 ? sure : points).map(({ accuracy }) => accuracy))
  return points.filter(each => !isSolved(each) && each.accuracy >= best - slack).map(({ point }) => point)
}

/** By how many images, over all folds, solving again moved a point at most. */
function farthestMove(known: readonly ChainResult[], rough: readonly ChainResult[]): number {
  const errors = (results: readonly ChainResult[]): Map<string, number> => {
    const sums = new Map<string, number>()
    for (const { point, errors: own } of latestResults(results).flatMap(({ points }) => points))
      sums.set(pointName(point), (sums.get(pointName(point)) ?? 0) + own)
    return sums
  }
  const before = errors(rough)
  return Math.max(0, ...Array.from(errors(known), ([name, now]) => Math.abs(now - (before.get(name) ?? now))))
}

/** One chain of one point for each fold. */
function again(chains: readonly Chain[], point: PaperPoint): Chain[] {
  return chains
    .filter(({ family, gamma }) => family === 'paper' && gamma === point.gamma)
    .map(({ key, family, gamma, heldOut }) => ({
      key: `${key}${AGAIN}${pointName(point)}`,
      family,
      ...(gamma === undefined ? {} : { gamma }),
      heldOut,
      again: { refines: key, point }
    }))
}

/** Between the key of a chain and the name of a point of it that is solved again. */
export const AGAIN = '/again '
