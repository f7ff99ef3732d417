/** One number per class with its 95 % interval: accuracy, mostly. */
import { type FigureOptions, canvasOf } from '../base/canvas.js'
import { plotPanel } from '../base/plot.js'
import { sheet } from '../base/svg.js'
import { cutName, fitName, hundredths, percent, plainName, textWidth } from '../base/text.js'
import { nothingToShow } from './nothing.js'
import * as Plot from '@observablehq/plot'

/** One class. */
export interface ClassBar {
  /** Its name. */
  readonly class: string
  /** 0 to 1 */
  readonly value: number
  /** Lower end of an interval. */
  readonly low?: number
  /** Upper end of it. */
  readonly high?: number
}

/** One value for each class. */
export interface ClassBarsData {
  /** Instead of the figure's own. */
  readonly title?: string
  /** 'accuracy among unseen, %' */
  readonly label?: string
  /** in the order they are drawn */
  readonly bars: readonly ClassBar[]
  /** a line across all bars: the mean, or chance */
  readonly reference?: { readonly value: number; readonly label: string }
}

export function classBarsFigure(
  { title = 'Accuracy of each class', label = 'accuracy, %', bars, reference }: ClassBarsData,
  options: FigureOptions
): SVGSVGElement {
  const canvas = canvasOf(options)
  const { theme, width, document } = canvas
  // Two classes may have one name once cut: places, not names, hold the bars apart.
  const shown = bars.filter(({ value }) => Number.isFinite(value)).map((bar, at) => ({ ...bar, at }))
  if (shown.length === 0) return nothingToShow(canvas, title)
  const row = shown.length <= 40 ? 19 : shown.length <= 90 ? 12 : 7
  const size = Math.min(11, Math.max(9, row - 2))
  const step = Math.ceil((size + 1) / row)
  const gutter = Math.round(
    Math.min(150, 0.35 * width, 12 + Math.max(...shown.map(bar => textWidth(plainName(bar.class), size))))
  )
  const ranged = shown.filter(
    ({ low, high }) =>
      low !== undefined && high !== undefined && Number.isFinite(low) && Number.isFinite(high)
  )
  const most = Math.min(
    1,
    Math.max(
      0.01,
      ...shown.map(({ value }) => value),
      ...ranged.map(({ high }) => high ?? 0),
      reference?.value ?? 0
    )
  )
  const height = shown.length * row + 40
  const panel = plotPanel(canvas, 0, 0, {
    width,
    height: height + 16,
    marginLeft: gutter,
    marginRight: 46,
    marginTop: 18,
    marginBottom: 38,
    x: { domain: [0, most], nice: true },
    y: { type: 'band', axis: null, domain: shown.map(({ at }) => at), padding: row > 10 ? 0.25 : 0.1 },
    marks: [
      Plot.gridX({ ticks: 5, stroke: theme.line, strokeOpacity: 1 }),
      Plot.axisX({
        ticks: 5,
        label,
        labelArrow: 'none',
        labelAnchor: 'center',
        tickSize: 0,
        tickFormat: (value: number) => hundredths(value, 0),
        color: theme.ink2,
        fontSize: 11,
        fontVariant: 'normal'
      }),
      Plot.barX(shown, { x: 'value', y: 'at', fill: theme.accent, fillOpacity: 0.75 }),
      Plot.ruleY(ranged, {
        x1: 'low',
        x2: 'high',
        y: 'at',
        stroke: theme.ink,
        strokeWidth: row > 10 ? 1.5 : 1
      }),
      Plot.text(
        shown.filter(({ at }) => at % step === 0),
        {
          x: 0,
          y: 'at',
          text: (bar: ClassBar) => fitName(bar.class, gutter - 10, size),
          textAnchor: 'end',
          dx: -6,
          fontSize: size,
          fill: theme.ink2
        }
      ),
      ...(row > 10
        ? [
            Plot.text(shown, {
              x: () => most,
              y: 'at',
              frameAnchor: 'right',
              text: (bar: ClassBar) => hundredths(bar.value),
              textAnchor: 'end',
              dx: 42,
              fontSize: size,
              fill: theme.ink
            })
          ]
        : []),
      ...(reference === undefined || !Number.isFinite(reference.value)
        ? []
        : [
            Plot.ruleX([reference.value], { stroke: theme.warn, strokeWidth: 1.5, strokeDasharray: '4 3' }),
            Plot.text([reference.value], {
              x: (value: number) => value,
              frameAnchor: 'top',
              dy: -12,
              text: () => `${cutName(reference.label, 30)} ${hundredths(reference.value)}`,
              fontSize: 11,
              fill: theme.warn
            })
          ])
    ]
  })
  const sorted = [...shown].sort((a, b) => b.value - a.value)
  const [best, worst] = [sorted[0], sorted[sorted.length - 1]]
  const description = `${shown.length} classes, from ${cutName(worst.class, 40)} with ${percent(worst.value, 1)} to ${cutName(best.class, 40)} with ${percent(best.value, 1)}.${ranged.length > 0 ? ' Lines are 95 % intervals.' : ''}`
  return sheet(document, theme, { title, description, width, height: height + 16 }, [panel])
}
