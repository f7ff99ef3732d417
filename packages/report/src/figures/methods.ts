/**
 * Methods side by side: a dot with its 95 % interval for each, in groups that are never mixed, best first in
 * each.
 */
import { type FigureOptions, canvasOf } from '../base/canvas.js'
import { plotPanel } from '../base/plot.js'
import { sheet } from '../base/svg.js'
import { cutName, fitName, hundredths, percent, plainName, textWidth } from '../base/text.js'
import { nothingToShow } from './nothing.js'
import * as Plot from '@observablehq/plot'

export interface MethodDot {
  readonly name: string
  /** 0 to 1 */
  readonly value: number
  readonly low?: number
  readonly high?: number
  /** a published figure, shown as a ring */
  readonly published?: number
}

/** What several methods reach, with intervals. */
export interface MethodsData {
  /** Instead of the figure's own. */
  readonly title?: string
  /** 'accuracy per class among unseen, %' */
  readonly label?: string
  /** Methods that are drawn together, such as the paper's, ours, others'. */
  readonly groups: readonly { readonly name: string; readonly methods: readonly MethodDot[] }[]
  /** a line across all methods: chance */
  readonly reference?: { readonly value: number; readonly label: string }
}

const ROW = 20
const SIZE = 11

interface Row extends MethodDot {
  readonly at: number
}

export function methodsFigure(
  { title = 'Methods side by side', label = 'accuracy, %', groups, reference }: MethodsData,
  options: FigureOptions
): SVGSVGElement {
  const canvas = canvasOf(options)
  const { theme, width, document } = canvas
  const heads: { readonly name: string; readonly at: number }[] = []
  const dots: Row[] = []
  let at = 0
  for (const { name, methods } of groups) {
    const own = methods.filter(({ value }) => Number.isFinite(value))
    if (own.length === 0) continue
    heads.push({ name, at: at++ })
    for (const method of [...own].sort((a, b) => b.value - a.value)) dots.push({ ...method, at: at++ })
  }
  if (dots.length === 0) return nothingToShow(canvas, title)
  const gutter = Math.round(
    Math.min(
      230,
      0.42 * width,
      20 +
        Math.max(
          ...dots.map(({ name }) => textWidth(plainName(name), SIZE)),
          ...heads.map(({ name }) => textWidth(plainName(name), SIZE) + 8)
        )
    )
  )
  const ranged = dots.filter(
    ({ low, high }) =>
      low !== undefined && high !== undefined && Number.isFinite(low) && Number.isFinite(high)
  )
  const rings = dots.filter(({ published }) => published !== undefined && Number.isFinite(published))
  const most = Math.min(
    1,
    Math.max(
      0.01,
      ...dots.map(({ value }) => value),
      ...ranged.map(({ high }) => high ?? 0),
      ...rings.map(({ published }) => published ?? 0),
      reference?.value ?? 0
    )
  )
  const height = at * ROW + 58
  const panel = plotPanel(canvas, 0, 0, {
    width,
    height,
    marginLeft: gutter,
    marginRight: 46,
    marginTop: 20,
    marginBottom: 38,
    x: { domain: [0, most], nice: true },
    y: { type: 'band', axis: null, domain: Array.from({ length: at }, (_, row) => row), padding: 0.2 },
    marks: [
      Plot.gridX({ ticks: 5, stroke: theme.line, strokeOpacity: 1 }),
      Plot.axisX({
        ticks: 5,
        label: fitName(
          rings.length > 0 ? `${label}; rings: published, other features` : label,
          width - gutter - 20,
          SIZE
        ),
        labelArrow: 'none',
        labelAnchor: 'center',
        tickSize: 0,
        tickFormat: (value: number) => hundredths(value, 0),
        color: theme.ink2,
        fontSize: SIZE,
        fontVariant: 'normal'
      }),
      ...(reference === undefined || !Number.isFinite(reference.value)
        ? []
        : [
            Plot.ruleX([reference.value], { stroke: theme.warn, strokeWidth: 1.5, strokeDasharray: '4 3' }),
            Plot.text([reference.value], {
              x: (value: number) => value,
              frameAnchor: 'top',
              dy: -13,
              text: () => `${cutName(reference.label, 24)} ${hundredths(reference.value)}`,
              fontSize: SIZE,
              fill: theme.warn
            })
          ]),
      Plot.text(heads, {
        x: 0,
        y: 'at',
        text: ({ name }: { name: string }) => fitName(name, gutter - 6, SIZE),
        textAnchor: 'start',
        dx: -gutter,
        fontSize: SIZE,
        fontWeight: 600,
        fill: theme.ink
      }),
      Plot.ruleY(ranged, { x1: 'low', x2: 'high', y: 'at', stroke: theme.ink2, strokeWidth: 1.75 }),
      Plot.dot(rings, {
        x: 'published',
        y: 'at',
        r: 4.5,
        stroke: theme.warn,
        strokeWidth: 1.5,
        fill: theme.panel
      }),
      Plot.dot(dots, { x: 'value', y: 'at', r: 4, fill: theme.accent }),
      Plot.text(dots, {
        x: 0,
        y: 'at',
        text: ({ name }: Row) => fitName(name, gutter - 20, SIZE),
        textAnchor: 'start',
        dx: -gutter + 12,
        fontSize: SIZE,
        fill: theme.ink2
      }),
      Plot.text(dots, {
        y: 'at',
        frameAnchor: 'right',
        text: ({ value }: Row) => hundredths(value),
        textAnchor: 'end',
        dx: 42,
        fontSize: SIZE,
        fill: theme.ink
      })
    ]
  })
  const best = dots.reduce((a, b) => (b.value > a.value ? b : a))
  const spoken = dots
    .slice(0, 12)
    .map(({ name, value }) => `${cutName(name, 40)} ${percent(value, 1)}`)
    .join(', ')
  return sheet(
    document,
    theme,
    {
      title,
      description: `${dots.length} ${dots.length === 1 ? 'method' : 'methods'}; best ${cutName(best.name, 40)} with ${percent(best.value, 1)}. ${spoken}.${ranged.length > 0 ? ' Lines are 95 % intervals.' : ''}`,
      width,
      height
    },
    [panel]
  )
}
