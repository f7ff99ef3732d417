/** How often answers of a probability are right: on the diagonal probabilities keep their word. */
import type { FigureOptions } from '../base/canvas.js'
import { cutName, percent } from '../base/text.js'
import { curveFigure } from './curve-figure.js'
import * as Plot from '@observablehq/plot'

/** Answers of nearly the same probability. */
export interface ReliabilityPoint {
  /** Mean probability of the answers. */
  readonly probability: number
  /** Part of them that is right. */
  readonly right: number
}

/** Probabilities against what happened. */
export interface ReliabilityData {
  /** Instead of the figure's own. */
  readonly title?: string
  /** One line each, with its expected calibration error. */
  readonly curves: readonly {
    readonly name: string
    readonly error: number
    readonly points: readonly ReliabilityPoint[]
  }[]
}

const MOST_WIDTH = 520

export function reliabilityFigure(
  { title = 'Do probabilities keep their word?', curves }: ReliabilityData,
  options: FigureOptions
): SVGSVGElement {
  const lines = curves.map(({ name, points }) => ({
    name,
    points: points.map(({ probability, right }) => ({ x: probability, y: right }))
  }))
  const errors = curves
    .filter(({ error }) => Number.isFinite(error))
    .map(({ name, error }) => `${cutName(name)}: off by ${percent(error, 1)} on average`)
  const diagonal = [
    { x: 0, y: 0 },
    { x: 1, y: 1 }
  ]
  return curveFigure({ title, curves: lines }, options, (_, { theme }) => ({
    panel: {
      xLabel: 'probability that was said, %',
      yLabel: 'answers that were right, %',
      xShare: true,
      xRange: [0, 1],
      yRange: [0, 1],
      behind: [Plot.line(diagonal, { x: 'x', y: 'y', stroke: theme.edge, strokeDasharray: '2 4' })],
      height: 360,
      mostWidth: MOST_WIDTH
    },
    description: `${errors.join('; ')}.`
  }))
}
