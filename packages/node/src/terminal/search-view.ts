/** The live view of a search: how far, how long, the best point so far, and the grid as a small heat map. */
import { type PointSummary, type Progress, summarise } from '@unseen/core'
import { type ChainResult, pointName } from '@unseen/core/internal'
import { heatMap } from './heat-map.js'
import { duration } from './progress-bar.js'

const CELLS = 24

/** Lines for the results so far; `progress` is the last that was reported. */
export function searchView(
  results: readonly ChainResult[],
  progress: Extract<Progress, { stage: 'search' }>
): string[] {
  const { done, total, secondsLeft } = progress
  const full = Math.round((CELLS * done) / total)
  const { best, points } = summarise(results)
  return [
    `Searching  ${'━'.repeat(full)}${'─'.repeat(CELLS - full)}  ${done} of ${total} points${Number.isFinite(secondsLeft) ? `, ${duration(secondsLeft)} left` : ''}`,
    ...(best === undefined ? [] : [`best so far  ${percent(best.accuracy)}  ${pointName(best.point)}`]),
    ...searchMaps(points)
  ]
}

/** One map for each family: gamma against the strongest of its other parameters, the best over the rest. */
export function searchMaps(points: readonly PointSummary[]): string[] {
  return (['paper', 'class-weights'] as const).flatMap(family => {
    const own = points.filter(({ point }) => point.family === family)
    if (own.length === 0) return []
    const other = ({ point }: PointSummary): number =>
      point.family === 'paper' ? point.lambda3 : point.ridge
    const [gammas, others] = [own.map(({ point }) => point.gamma), own.map(other)].map(values =>
      [...new Set(values)].sort((a, b) => a - b)
    )
    const title = family === 'paper' ? 'gamma \\ lambda3' : 'gamma \\ ridge'
    return [
      '',
      ...heatMap({
        title,
        rows: gammas.map(String),
        columns: others.map(String),
        value(row, column) {
          const here = own.filter(
            summary => summary.point.gamma === gammas[row] && other(summary) === others[column]
          )
          return here.length === 0 ? undefined : Math.max(...here.map(({ accuracy }) => accuracy))
        }
      })
    ]
  })
}

export function percent(value: number): string {
  return `${(100 * value).toFixed(1)} %`
}
