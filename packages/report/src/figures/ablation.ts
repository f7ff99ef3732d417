/** Accuracy against gamma with parts of the method left out: the idea behind the paper's Fig. 3. */
import { defined } from '@unseen/core/internal'
import { type FigureOptions, canvasOf } from '../base/canvas.js'
import { curvePanels, drawable } from '../base/curves.js'
import { sheet } from '../base/svg.js'
import { cutName, number, percent } from '../base/text.js'
import { nothingToShow } from './nothing.js'

export interface AblationPoint {
  readonly gamma: number
  /** 0 to 1 */
  readonly accuracy: number
  /** standard deviation over trials */
  readonly deviation?: number
}

/** Which part of the training objective does what. */
export interface AblationData {
  /** Instead of the figure's own. */
  readonly title?: string
  /** 'alignment only', 'instances only', 'both' */
  readonly curves: readonly { readonly name: string; readonly points: readonly AblationPoint[] }[]
}

export function ablationFigure(
  { title = 'Accuracy against gamma', curves }: AblationData,
  options: FigureOptions
): SVGSVGElement {
  const canvas = canvasOf(
    options,
    curves.map(({ name }) => name)
  )
  const shown = drawable(
    curves.map(({ name, points }) => ({
      name,
      points: [...points]
        .sort((a, b) => a.gamma - b.gamma)
        .map(({ gamma, accuracy, deviation }) => ({
          x: gamma,
          y: accuracy,
          ...defined({
            low: deviation === undefined ? undefined : Math.max(0, accuracy - deviation),
            high: deviation === undefined ? undefined : Math.min(1, accuracy + deviation)
          })
        }))
    }))
  )
  if (shown.length === 0) return nothingToShow(canvas, title)
  const { nodes, height } = curvePanels(canvas, [
    {
      xLabel: 'gamma (smoothing of the mixtures)',
      yLabel: 'accuracy, %',
      curves: shown,
      share: true,
      xScale: 'steps'
    }
  ])
  const spoken = shown.map(({ name, points }) => {
    const best = points.reduce((a, b) => (b.y > a.y ? b : a))
    return `${cutName(name)}: at most ${percent(best.y, 1)}, at gamma ${number(best.x)}`
  })
  return sheet(
    canvas.document,
    canvas.theme,
    { title, description: `${spoken.join('; ')}.`, width: canvas.width, height },
    nodes
  )
}
