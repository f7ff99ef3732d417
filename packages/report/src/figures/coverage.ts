/** Accuracy on the rows that are answered, against how many are: what "none of these" buys. */
import * as Plot from '@observablehq/plot'
import { canvasOf, type FigureOptions } from '../base/canvas.js'
import { curvePanels, drawable } from '../base/curves.js'
import { sheet } from '../base/svg.js'
import { cutName, fitName, percent } from '../base/text.js'
import type { Theme } from '../base/theme.js'
import { nothingToShow } from './nothing.js'

export interface CoveragePoint {
  /** share of the rows that are answered */
  readonly coverage: number
  /** of the answered rows */
  readonly accuracy: number
}

export interface CoverageData {
  readonly title?: string
  readonly curves: readonly { readonly name: string; readonly points: readonly CoveragePoint[] }[]
  /** where the threshold in use lies */
  readonly marked?: CoveragePoint & { readonly label: string }
}

export function coverageFigure({ title = 'Accuracy against coverage', curves, marked }: CoverageData, options: FigureOptions): SVGSVGElement {
  const canvas = canvasOf(options, curves.map(({ name }) => name))
  const { theme } = canvas
  const shown = drawable(curves.map(({ name, points }) => ({ name, points: [...points].sort((a, b) => a.coverage - b.coverage).map(({ coverage, accuracy }) => ({ x: coverage, y: accuracy })) })))
  if (shown.length === 0) return nothingToShow(canvas, title)
  const front = marked !== undefined && Number.isFinite(marked.coverage) && Number.isFinite(marked.accuracy) ? markedPoint(marked.coverage, marked.accuracy, fitName(marked.label, 150, 11), marked.coverage > 0.7, theme) : []
  const { nodes, height } = curvePanels(canvas, [{ xLabel: 'rows answered, %', yLabel: 'accuracy of the answers, %', curves: shown, share: true, xShare: true, front }])
  const spoken = shown.map(({ name, points }) => `${cutName(name)}: ${percent(points[points.length - 1].y, 1)} when ${percent(points[points.length - 1].x)} are answered, ${percent(points[0].y, 1)} at ${percent(points[0].x)}`)
  const where = marked === undefined ? '' : ` ${cutName(marked.label)}: ${percent(marked.coverage)} answered, ${percent(marked.accuracy, 1)} right.`
  return sheet(canvas.document, theme, { title, description: `${spoken.join('; ')}.${where}`, width: canvas.width, height }, nodes)
}

/** A ring with its name above it to the right: these curves fall, so there is room. `end`: the text ends there instead. */
export function markedPoint(x: number, y: number, label: string, end: boolean, { accent, panel, ink }: Theme): Plot.Markish[] {
  const point = [{ x, y }]
  return [
    Plot.dot(point, { x: 'x', y: 'y', r: 6, stroke: accent, strokeWidth: 2.5, fill: panel }),
    Plot.text(point, { x: 'x', y: 'y', text: () => label, dx: end ? -4 : 8, dy: -15, textAnchor: end ? 'end' : 'start', fontSize: 11, fontWeight: 600, fill: ink, stroke: panel, strokeWidth: 4 }),
  ]
}
