/** The objective of training, step by step. */
import { type FigureOptions, canvasOf } from '../base/canvas.js'
import { curvePanels, drawable } from '../base/curves.js'
import { sheet } from '../base/svg.js'
import { cutName, number } from '../base/text.js'
import { nothingToShow } from './nothing.js'

/** The objective during training. */
export interface HistoryData {
  /** Instead of the figure's own. */
  readonly title?: string
  /** 'V-step' */
  readonly step?: string
  /** the objective at the start and after each step, as `history` of core's TrainingReport */
  readonly runs: readonly { readonly name: string; readonly objective: readonly number[] }[]
}

export function historyFigure(
  { title = 'The objective while training', step = 'step', runs }: HistoryData,
  options: FigureOptions
): SVGSVGElement {
  const canvas = canvasOf(
    options,
    runs.map(({ name }) => name)
  )
  const curves = drawable(
    runs.map(({ name, objective }) => ({ name, points: objective.map((y, x) => ({ x, y })) }))
  )
  if (curves.length === 0) return nothingToShow(canvas, title)
  const { nodes, height } = curvePanels(canvas, [{ xLabel: step, yLabel: 'objective', curves }])
  const spoken = curves.map(
    ({ name, points }) =>
      `${cutName(name)}: from ${number(points[0].y)} to ${number(points[points.length - 1].y)} in ${points.length - 1} steps`
  )
  return sheet(
    canvas.document,
    canvas.theme,
    { title, description: `${spoken.join('; ')}.`, width: canvas.width, height },
    nodes
  )
}
