/** What is called unlike every class, against the rate of false alarms that is allowed: lost and found. */
import type { FigureOptions } from '../base/canvas.js'
import { cutName, percent } from '../base/text.js'
import { curveFigure } from './curve-figure.js'

/** At one rate. */
export interface StrangersPoint {
  /** of false alarms that is allowed */
  readonly rate: number
  /** part of the rows that are called unlike every class */
  readonly part: number
}

/** Which rows are called unlike every class. */
export interface StrangersData {
  /** Instead of the figure's own. */
  readonly title?: string
  /** One line for each kind of rows. */
  readonly curves: readonly { readonly name: string; readonly points: readonly StrangersPoint[] }[]
}

export function strangersFigure(
  { title = 'Unlike every class: lost and found', curves }: StrangersData,
  options: FigureOptions
): SVGSVGElement {
  const lines = curves.map(({ name, points }) => ({
    name,
    points: points.map(({ rate, part }) => ({ x: rate, y: part }))
  }))
  return curveFigure({ title, curves: lines }, options, shown => {
    const spoken = shown.map(
      ({ name, points: [first] }) => `${cutName(name)}: ${percent(first.y, 1)} at ${percent(first.x, 1)}`
    )
    return {
      panel: {
        xLabel: 'false alarms allowed, %',
        yLabel: 'called unlike every class, %',
        xShare: true,
        yRange: [0, 1]
      },
      description: `${spoken.join('; ')}.`
    }
  })
}
