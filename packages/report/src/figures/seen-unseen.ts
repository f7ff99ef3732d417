/**
 * Accuracy on rows of unseen classes against rows of seen ones, all classes being candidates, as the bias
 * against seen classes goes from none to all. Contours join equal harmonic means H = 2 s u / (s + u).
 */
import type { FigureOptions } from '../base/canvas.js'
import type { NamedCurve } from '../base/curves.js'
import { cutName, percent } from '../base/text.js'
import type { Theme } from '../base/theme.js'
import { markedPoint } from './coverage.js'
import { curveFigure } from './curve-figure.js'
import * as Plot from '@observablehq/plot'

export interface SeenUnseenPoint {
  /** per class, 0 to 1 */
  readonly seen: number
  readonly unseen: number
}

/** Accuracy on seen against unseen classes, for every bias. */
export interface SeenUnseenData {
  /** Instead of the figure's own. */
  readonly title?: string
  /** One line each. */
  readonly curves: readonly { readonly name: string; readonly points: readonly SeenUnseenPoint[] }[]
  /** where the bias in use lies */
  readonly marked?: SeenUnseenPoint & { readonly label: string }
}

/** A square shows best what is given up for what. */
const MOST_WIDTH = 520

export function seenUnseenFigure(
  { title = 'Seen against unseen classes', curves, marked }: SeenUnseenData,
  options: FigureOptions
): SVGSVGElement {
  const lines = curves.map(({ name, points }) => ({
    name,
    points: points.map(({ seen, unseen }) => ({ x: seen, y: unseen }))
  }))
  const usable = marked !== undefined && Number.isFinite(marked.seen) && Number.isFinite(marked.unseen)
  const where = usable
    ? ` ${cutName(marked.label)}: seen ${percent(marked.seen, 1)}, unseen ${percent(marked.unseen, 1)}, H ${percent(harmonic(marked), 1)}.`
    : ''
  return curveFigure({ title, curves: lines }, options, (shown, canvas) => {
    const all = shown.flatMap(({ points }) => points)
    const [width, height] = [
      roomy(Math.max(...all.map(({ x }) => x), marked?.seen ?? 0)),
      roomy(Math.max(...all.map(({ y }) => y), marked?.unseen ?? 0))
    ]
    return {
      panel: {
        xLabel: 'accuracy on seen classes, %',
        yLabel: 'accuracy on unseen classes, %',
        xShare: true,
        yRange: [0, height],
        xRange: [0, width],
        behind: contours(width, height, canvas.theme),
        front: usable
          ? markedPoint(
              { ...canvas, width: Math.min(canvas.width, MOST_WIDTH) },
              marked.seen,
              marked.unseen,
              `H ${percent(harmonic(marked), 1)}, ${marked.label}`,
              marked.seen / width
            )
          : [],
        height: 360,
        mostWidth: MOST_WIDTH
      },
      description: `${shown.map(bestOf).join('; ')}.${where}`
    }
  })
}

function bestOf({ name, points }: NamedCurve): string {
  const top = points
    .map(({ x, y }) => ({ seen: x, unseen: y }))
    .reduce((a, b) => (harmonic(b) > harmonic(a) ? b : a))
  return `${cutName(name)}: the best harmonic mean is ${percent(harmonic(top), 1)}, with ${percent(top.seen, 1)} of seen and ${percent(top.unseen, 1)} of unseen classes right`
}

export function harmonic({ seen, unseen }: SeenUnseenPoint): number {
  return seen + unseen > 0 ? (2 * seen * unseen) / (seen + unseen) : 0
}

/** Curves of equal H inside the frame, each named where it leaves at the right. */
function contours(width: number, height: number, theme: Theme): Plot.Markish[] {
  const steps = 60
  const step = harmonic({ seen: width, unseen: height }) < 0.35 ? 0.05 : 0.1
  return Array.from({ length: 19 }, (_, at) => (at + 1) * step)
    .filter(h => h < 1)
    .flatMap(h => {
      // u = H s / (2 s - H): from the s where u is the frame's top to its right side.
      const first = (h * height) / (2 * height - h)
      if (2 * height <= h || first >= width * 0.97) return []
      const points = Array.from({ length: steps + 1 }, (_, at) => first + ((width - first) * at) / steps).map(
        x => ({ x, y: (h * x) / (2 * x - h) })
      )
      return [
        Plot.lineY(points, { x: 'x', y: 'y', stroke: theme.edge, strokeWidth: 0.75, strokeDasharray: '1 3' }),
        Plot.text(points.slice(-1), {
          x: 'x',
          y: 'y',
          text: () => `H ${Math.round(100 * h)}`,
          textAnchor: 'end',
          dx: -2,
          fontSize: 9.5,
          fill: theme.ink3,
          stroke: theme.panel,
          strokeWidth: 3
        })
      ]
    })
}

/** The next multiple of 5 % with a little room. */
function roomy(value: number): number {
  return Math.min(1, Math.max(0.1, Math.ceil(value * 20 + 0.2) / 20))
}
