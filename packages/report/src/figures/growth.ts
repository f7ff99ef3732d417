/** Accuracy against the number of unseen classes and of seen ones: the paper's Fig. 7. */
import { defined } from '@unseen/core/internal'
import { type FigureOptions, canvasOf } from '../base/canvas.js'
import { curvePanels, drawable } from '../base/curves.js'
import { sheet } from '../base/svg.js'
import { cutName, percent, plainName } from '../base/text.js'
import { nothingToShow } from './nothing.js'

/** One number of classes. */
export interface GrowthPoint {
  /** how many classes */
  readonly classes: number
  /** mean over the trials, 0 to 1 */
  readonly accuracy: number
  /** standard deviation over the trials */
  readonly deviation?: number
}

/** One panel. */
export interface GrowthPanel {
  /** Above the panel. */
  readonly title: string
  /** 'number of unseen classes' */
  readonly counts: string
  /** One line each. */
  readonly curves: readonly { readonly name: string; readonly points: readonly GrowthPoint[] }[]
}

/** Accuracy against the number of classes. */
export interface GrowthData {
  /** Instead of the figure's own. */
  readonly title?: string
  /** Side by side. */
  readonly panels: readonly GrowthPanel[]
}

export function growthFigure(
  { title = 'Accuracy against the number of classes', panels }: GrowthData,
  options: FigureOptions
): SVGSVGElement {
  const canvas = canvasOf(
    options,
    panels.flatMap(({ curves }) => curves.map(({ name }) => name))
  )
  const shown = panels
    .map(panel => ({
      ...panel,
      curves: drawable(
        panel.curves.map(({ name, points }) => ({
          name,
          points: [...points].sort((a, b) => a.classes - b.classes).map(banded)
        }))
      )
    }))
    .filter(({ curves }) => curves.length > 0)
  if (shown.length === 0) return nothingToShow(canvas, title)
  const { nodes, height } = curvePanels(
    canvas,
    shown.map(({ title: heading, counts, curves }) => ({
      title: plainName(heading),
      xLabel: plainName(counts),
      yLabel: 'accuracy, %',
      curves,
      share: true
    }))
  )
  const spoken = shown.flatMap(({ title: heading, curves }) =>
    curves.map(
      ({ name, points }) =>
        `${cutName(heading)}, ${cutName(name)}: ${percent(points[0].y, 1)} at ${points[0].x}, ${percent(points[points.length - 1].y, 1)} at ${points[points.length - 1].x}`
    )
  )
  return sheet(
    canvas.document,
    canvas.theme,
    {
      title,
      description: `${spoken.join('; ')}. Bands are one standard deviation.`,
      width: canvas.width,
      height
    },
    nodes
  )
}

function banded({ classes, accuracy, deviation }: GrowthPoint): {
  x: number
  y: number
  low?: number
  high?: number
} {
  return {
    x: classes,
    y: accuracy,
    ...defined({
      low: deviation === undefined ? undefined : Math.max(0, accuracy - deviation),
      high: deviation === undefined ? undefined : Math.min(1, accuracy + deviation)
    })
  }
}
