/** Observable Plot as a panel of a larger figure: one look for axes, no style sheet of its own. */
import { defined } from '@unseen/core/internal'
import type { Canvas } from './canvas.js'
import { fitName } from './text.js'
import * as Plot from '@observablehq/plot'

/** Draws a plot and places it at (x, y) of the figure around it. */
export function plotPanel({ document }: Canvas, x: number, y: number, options: Plot.PlotOptions): SVGElement {
  const made = Plot.plot({ ...options, document }) as SVGElement
  for (const style of Array.from(made.querySelectorAll('style'))) style.remove()
  // The figure around it names font, paper and width.
  for (const name of ['class', 'font-family', 'font-size', 'viewBox']) made.removeAttribute(name)
  // The figure has one description; the parts' own names would only be noise beside it.
  for (const part of Array.from(made.querySelectorAll('[aria-label], [aria-hidden]')))
    for (const name of ['aria-label', 'aria-hidden', 'aria-description']) part.removeAttribute(name)
  made.setAttribute('x', String(x))
  made.setAttribute('y', String(y))
  made.setAttribute('overflow', 'visible')
  return made
}

export interface AxisLook {
  readonly label: string
  readonly ticks?: number | readonly number[]
  readonly format?: (value: number, index: number) => string
}

/** Grid, tick labels and a name above the axis. */
export function verticalAxis({ theme }: Canvas, { label, ticks, format }: AxisLook): Plot.Markish[] {
  const given = defined({ ticks: ticks === undefined ? undefined : (ticks as number), tickFormat: format })
  return [
    Plot.gridY({ ...given, stroke: theme.line, strokeOpacity: 1 }),
    Plot.axisY({
      ...given,
      label,
      labelArrow: 'none',
      labelAnchor: 'top',
      labelOffset: 50,
      tickSize: 0,
      color: theme.ink2,
      fontSize: 11,
      fontVariant: 'normal'
    })
  ]
}

/** Tick labels and a name below the axis. */
export function horizontalAxis({ theme, width }: Canvas, { label, ticks, format }: AxisLook): Plot.Markish[] {
  const given = defined({ ticks: ticks === undefined ? undefined : (ticks as number), tickFormat: format })
  return [
    Plot.frame({ anchor: 'bottom', stroke: theme.edge }),
    Plot.axisX({
      ...given,
      label: fitName(label, width - 60, 11),
      labelArrow: 'none',
      labelAnchor: 'center',
      tickSize: 4,
      color: theme.ink2,
      fontSize: 11,
      fontVariant: 'normal'
    })
  ]
}
