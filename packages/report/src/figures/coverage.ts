/** Accuracy on the rows that are answered, against how many are: what "none of these" buys. */
import type { Canvas, FigureOptions } from '../base/canvas.js'
import { CURVE_MARGINS } from '../base/curves.js'
import { cutName, fitName, percent, plainName, textWidth } from '../base/text.js'
import { curveFigure } from './curve-figure.js'
import * as Plot from '@observablehq/plot'

/** What one threshold gives. */
export interface CoveragePoint {
  /** share of the rows that are answered */
  readonly coverage: number
  /** of the answered rows */
  readonly accuracy: number
}

/** Accuracy against the part of rows that are answered. */
export interface CoverageData {
  /** Instead of the figure's own. */
  readonly title?: string
  /** One line each. */
  readonly curves: readonly { readonly name: string; readonly points: readonly CoveragePoint[] }[]
  /** where the threshold in use lies */
  readonly marked?: CoveragePoint & { readonly label: string }
}

export function coverageFigure(
  { title = 'Accuracy against coverage', curves, marked }: CoverageData,
  options: FigureOptions
): SVGSVGElement {
  const lines = curves.map(({ name, points }) => ({
    name,
    points: [...points]
      .sort((a, b) => a.coverage - b.coverage)
      .map(({ coverage, accuracy }) => ({ x: coverage, y: accuracy }))
  }))
  const where =
    marked === undefined
      ? ''
      : ` ${cutName(marked.label)}: ${percent(marked.coverage)} answered, ${percent(marked.accuracy, 1)} right.`
  return curveFigure({ title, curves: lines }, options, (shown, canvas) => {
    const spoken = shown.map(({ name, points }) => {
      const [fewest, most] = [points[0], points[points.length - 1]]
      return `${cutName(name)}: ${percent(most.y, 1)} when ${percent(most.x)} are answered, ${percent(fewest.y, 1)} at ${percent(fewest.x)}`
    })
    return {
      panel: {
        xLabel: 'rows answered, %',
        yLabel: 'accuracy of the answers, %',
        xShare: true,
        front:
          marked !== undefined && Number.isFinite(marked.coverage) && Number.isFinite(marked.accuracy)
            ? markedPoint(canvas, marked.coverage, marked.accuracy, marked.label, marked.coverage)
            : []
      },
      description: `${spoken.join('; ')}.${where}`
    }
  })
}

/**
 * A ring with its name above it to the right: these curves fall, so there is room; to the left where the name
 * would leave the frame. `across`: where the point lies in the frame, 0 to 1.
 */
export function markedPoint(
  { theme, width }: Canvas,
  x: number,
  y: number,
  label: string,
  across: number
): Plot.Markish[] {
  const point = [{ x, y }]
  const frame = width - CURVE_MARGINS
  const right = frame * (1 - across) - 40
  const end = textWidth(plainName(label), 11) > right && across > 0.5
  const text = fitName(label, end ? frame * across : right, 11)
  return [
    Plot.dot(point, { x: 'x', y: 'y', r: 6, stroke: theme.accent, strokeWidth: 2.5, fill: theme.panel }),
    Plot.text(point, {
      x: 'x',
      y: 'y',
      text: () => text,
      dx: end ? -4 : 8,
      dy: -15,
      textAnchor: end ? 'end' : 'start',
      fontSize: 11,
      fontWeight: 600,
      fill: theme.ink,
      stroke: theme.panel,
      strokeWidth: 4
    })
  ]
}
