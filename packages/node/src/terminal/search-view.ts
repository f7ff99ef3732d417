/** The live view of a search: how far, how long, the best point so far, and the grid as a small heat map. */
import { type PointSummary, type Progress, summarise } from '@unseen/core'
import { type ChainResult, families, pointAxes, pointName } from '@unseen/core/internal'
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

/** One map for each family, of its two strongest parameters; the best over the rest. */
export function searchMaps(points: readonly PointSummary[]): string[] {
  return families.flatMap(family => {
    const own = points
      .filter(({ point }) => point.family === family)
      .map(({ point, accuracy }) => ({ ...pointAxes(point), accuracy }))
    if (own.length === 0) return []
    const [rows, columns] = [own.map(({ x }) => x.value), own.map(({ y }) => y.value)].map(values =>
      [...new Set(values)].sort((a, b) => a - b)
    )
    return [
      '',
      ...heatMap({
        title: `${own[0].x.name} \\ ${own[0].y.name}`,
        rows: rows.map(String),
        columns: columns.map(String),
        value(row, column) {
          const here = own.filter(({ x, y }) => x.value === rows[row] && y.value === columns[column])
          return here.length === 0 ? undefined : Math.max(...here.map(({ accuracy }) => accuracy))
        }
      })
    ]
  })
}

const SHADES = ['·', '░', '▒', '▓', '█']

interface HeatMap {
  readonly title: string
  readonly rows: readonly string[]
  readonly columns: readonly string[]
  /** undefined while there is no value */
  value(row: number, column: number): number | undefined
}

/** Each cell a shade between the lowest and the highest value, the best one marked. */
function heatMap({ title, rows, columns, value }: HeatMap): string[] {
  const cells = rows.map((_, i) => columns.map((__, j) => value(i, j)))
  const known = cells.flat().filter(cell => cell !== undefined)
  if (known.length === 0) return []
  const [lowest, highest] = [Math.min(...known), Math.max(...known)]
  const width = Math.max(...columns.map(name => name.length), 4)
  const label = Math.max(...rows.map(name => name.length), title.length)
  const cell = (entry: number | undefined): string => {
    if (entry === undefined) return ''.padStart(width)
    const shade =
      SHADES[
        highest === lowest
          ? SHADES.length - 1
          : Math.round(((entry - lowest) / (highest - lowest)) * (SHADES.length - 1))
      ]
    return `${shade.repeat(2)}${entry === highest ? '*' : ' '}`.padStart(width)
  }
  return [
    `${title.padEnd(label)}  ${columns.map(name => name.padStart(width)).join(' ')}`,
    ...rows.map((name, i) => `${name.padStart(label)}  ${cells[i].map(cell).join(' ')}`.trimEnd()),
    `${''.padEnd(label)}  ${SHADES[0]} ${percent(lowest)} … ${SHADES[SHADES.length - 1]} ${percent(highest)}, * best`
  ]
}

export function percent(value: number): string {
  return `${(100 * value).toFixed(1)} %`
}
