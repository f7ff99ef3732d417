/** Accuracy against gamma with parts of the method left out: the idea behind the paper's Fig. 3. */
import { defined } from '@unseen/core/internal'
import type { FigureOptions } from '../base/canvas.js'
import type { NamedCurve } from '../base/curves.js'
import { cutName, number, percent } from '../base/text.js'
import { curveFigure } from './curve-figure.js'

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
  const lines = curves.map(({ name, points }) => ({
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
  return curveFigure({ title, curves: lines }, options, shown => ({
    panel: {
      xLabel: 'gamma (smoothing of the mixtures)',
      yLabel: 'accuracy, %',
      xScale: 'steps'
    },
    description: `${shown.map(bestOf).join('; ')}.`
  }))
}

function bestOf({ name, points }: NamedCurve): string {
  const best = points.reduce((a, b) => (b.y > a.y ? b : a))
  return `${cutName(name)}: at most ${percent(best.y, 1)}, at gamma ${number(best.x)}`
}
