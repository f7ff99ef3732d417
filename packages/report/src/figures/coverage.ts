/** Accuracy on the rows that are answered, against how many are: what "none of these" buys. */
import * as Plot from '@observablehq/plot'
import { canvasOf, type FigureOptions } from '../base/canvas.js'
import { curvePanels, drawable } from '../base/curves.js'
import { sheet } from '../base/svg.js'
import { cutName, fitName, percent } from '../base/text.js'
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
  const front = marked !== undefined && Number.isFinite(marked.coverage) && Number.isFinite(marked.accuracy) ? markedPoint(marked.coverage, marked.accuracy, fitName(marked.label, 150, 11), theme.accent, theme.panel, theme.ink) : []
  const { nodes, height } = curvePanels(canvas, [{ xLabel: 'rows answered, %', yLabel: 'accuracy of the answers, %', curves: shown, share: true, xShare: true, front }])
  const spoken = shown.map(({ name, points }) => `${cutName(name)}: ${percent(points[points.length - 1].y, 1)} when ${percent(points[points.length - 1].x)} are answered, ${percent(points[0].y, 1)} at ${percent(points[0].x)}`)
  const where = marked === undefined ? '' : ` ${cutName(marked.label)}: ${percent(marked.coverage)} answered, ${percent(marked.accuracy, 1)} right.`
  return sheet(canvas.document, theme, { title, description: `${spoken.join('; ')}.${where}`, width: canvas.width, height }, nodes)
}

/** A ring with its name, on the side where there is room. */
export function markedPoint(x: number, y: number, label: string, colour: string, halo: string, ink: string): Plot.Markish[] {
  const point = [{ x, y }]
  return [
    Plot.dot(point, { x: 'x', y: 'y', r: 6, stroke: colour, strokeWidth: 2.5, fill: halo }),
    Plot.text(point, { x: 'x', y: 'y', text: () => label, dx: x > 0.5 ? -11 : 11, dy: 14, textAnchor: x > 0.5 ? 'end' : 'start', fontSize: 11, fontWeight: 600, fill: ink, stroke: halo, strokeWidth: 4 }),
  ]
}
