/** What is taken for what: a row for each true class, a column for each answer. */
import { type Canvas, type FigureOptions, canvasOf, checkLength } from '../base/canvas.js'
import { heatLevel } from '../base/colours.js'
import { heatLegend } from '../base/legend.js'
import { columnNames, heatCells, rowNames } from '../base/matrix.js'
import { group, line, sheet } from '../base/svg.js'
import { cutName, number, percent, plainName, textWidth } from '../base/text.js'
import { nothingToShow } from './nothing.js'

/** Which class was taken for which. */
export interface ConfusionData {
  /** Instead of the figure's own. */
  readonly title?: string
  /** Names of rows and columns. */
  readonly classes: readonly string[]
  /** row-major (true x answered), as of core's `confusion` */
  readonly counts: ArrayLike<number>
}

const TOP = 36
const MOST_WITH_NUMBERS = 20

export function confusionFigure(
  { title = 'What is taken for what', classes, counts }: ConfusionData,
  options: FigureOptions
): SVGSVGElement {
  const canvas = canvasOf(options)
  const { document, theme, width } = canvas
  const size = classes.length
  checkLength('counts', counts.length, size * size)
  const totals = classes.map((_, row) => sum(counts, row * size, size))
  if (size === 0 || totals.every(total => total === 0)) return nothingToShow(canvas, title)
  const shares = Array.from({ length: size * size }, (_, at) =>
    totals[Math.floor(at / size)] > 0 ? counts[at] / totals[Math.floor(at / size)] : null
  )
  const gutter = Math.round(
    Math.min(120, 0.3 * width, 10 + Math.max(...classes.map(name => textWidth(plainName(name), 11))))
  )
  const side = Math.round(Math.min(width - gutter - 4, Math.max(150, 58 * size), 620))
  const nodes = [
    heatCells(canvas, {
      values: shares,
      rows: size,
      columns: size,
      range: [0, 1],
      width: side,
      height: side
    }),
    ...rowNames(canvas, classes, side, gutter),
    ...columnNames(canvas, classes, side, gutter, side),
    ...(size <= MOST_WITH_NUMBERS ? numbers(canvas, counts, shares, size, side) : [])
  ]
  const heading = line(document, 'true class (rows), answer (columns); share of each row', 0, 12, {
    fill: theme.ink2
  })
  const legend = group(document, 0, 17, [heatLegend(canvas, '0 %', '100 %')])
  return sheet(
    document,
    theme,
    { title, description: describe(classes, counts, totals), width, height: TOP + side + gutter + 6 },
    [heading, legend, group(document, gutter, TOP, nodes)]
  )
}

/** The share in every cell that has room, and the count below it where there is more. */
function numbers(
  { document, theme }: Canvas,
  counts: ArrayLike<number>,
  shares: readonly (number | null)[],
  size: number,
  side: number
): SVGElement[] {
  const pitch = side / size
  return shares.flatMap((share, at) => {
    const level = heatLevel(share, [0, 1], theme)
    if (share === null || level === undefined || counts[at] === 0) return []
    const [x, y] = [((at % size) + 0.5) * pitch, (Math.floor(at / size) + 0.5) * pitch]
    const both = pitch >= 44
    const text = both ? percent(share, share < 0.1 ? 1 : 0) : String(Math.round(100 * share))
    const fontSize = Math.min(13, pitch * 0.42)
    if (fontSize < 8) return []
    const look = { anchor: 'middle' as const, fill: theme.onHeat[level] }
    return [
      line(document, text, x, y + (both ? -1 : fontSize * 0.36), { ...look, size: fontSize }),
      ...(both ? [line(document, number(counts[at]), x, y + 13, { ...look, size: 10 })] : [])
    ]
  })
}

function describe(classes: readonly string[], counts: ArrayLike<number>, totals: readonly number[]): string {
  const size = classes.length
  const rows = totals.reduce((a, b) => a + b, 0)
  const right = classes.reduce((total, _, at) => total + counts[at * size + at], 0)
  const wrong = Array.from({ length: size * size }, (_, at) => at)
    .filter(at => Math.floor(at / size) !== at % size && counts[at] > 0)
    .sort((a, b) => counts[b] - counts[a])
    .slice(0, 3)
  const most = wrong.map(
    at =>
      `${cutName(classes[Math.floor(at / size)], 30)} taken for ${cutName(classes[at % size], 30)} ${number(counts[at])} times`
  )
  return `${number(right)} of ${number(rows)} rows right (${percent(right / rows, 1)}).${most.length > 0 ? ` Most often wrong: ${most.join('; ')}.` : ''}`
}

function sum(values: ArrayLike<number>, from: number, count: number): number {
  let total = 0
  for (let at = from; at < from + count; at++) total += values[at]
  return total
}
