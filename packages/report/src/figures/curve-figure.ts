/** One panel of curves as a figure: what all that show shares against something have in common. */
import { type Canvas, type FigureOptions, canvasOf } from '../base/canvas.js'
import { type CurvePanel, type NamedCurve, curvePanels, drawable } from '../base/curves.js'
import { sheet } from '../base/svg.js'
import { nothingToShow } from './nothing.js'

export interface CurveDrawing {
  readonly panel: Omit<CurvePanel, 'curves' | 'share'>
  /** what is read out in place of the picture */
  readonly description: string
}

/** `draw` is asked only where there is something to show. */
export function curveFigure(
  { title, curves }: { readonly title: string; readonly curves: readonly NamedCurve[] },
  options: FigureOptions,
  draw: (shown: readonly NamedCurve[], canvas: Canvas) => CurveDrawing
): SVGSVGElement {
  const canvas = canvasOf(
    options,
    curves.map(({ name }) => name)
  )
  const shown = drawable(curves)
  if (shown.length === 0) return nothingToShow(canvas, title)
  const { panel, description } = draw(shown, canvas)
  const { nodes, height } = curvePanels(canvas, [{ ...panel, curves: shown, share: true }])
  const { document, theme, width } = canvas
  return sheet(document, theme, { title, description, width, height }, nodes)
}
