/** Panels of curves, side by side or below each other, under one key. */
import { defined } from '@unseen/core/internal'
import { type Canvas, panelGrid } from './canvas.js'
import { rangeOf } from './colours.js'
import { dashes, itemLegend, symbols } from './legend.js'
import { horizontalAxis, plotPanel, verticalAxis } from './plot.js'
import { group, line } from './svg.js'
import { fitName, hundredths, number } from './text.js'
import * as Plot from '@observablehq/plot'

export interface CurvePoint {
  readonly x: number
  readonly y: number
  /** of the band around y; none by default */
  readonly low?: number | undefined
  readonly high?: number | undefined
}

export interface NamedCurve {
  readonly name: string
  readonly points: readonly CurvePoint[]
}

export interface CurvePanel {
  readonly title?: string | undefined
  readonly xLabel: string
  readonly yLabel: string
  readonly curves: readonly NamedCurve[]
  /** 'steps': every x of the data at equal distance, for grids of powers that include 0 */
  readonly xScale?: 'linear' | 'steps'
  /** y is a share and shown in per cent */
  readonly share?: boolean
  readonly xShare?: boolean
  /** a share's axis begins at 0 and ends where the curves do, unless this says otherwise */
  readonly yRange?: readonly [number, number]
  readonly xRange?: readonly [number, number]
  /** drawn behind the curves */
  readonly behind?: readonly Plot.Markish[]
  /** pixels; by default 250, and as wide as there is room */
  readonly height?: number
  readonly mostWidth?: number
  readonly front?: readonly Plot.Markish[]
}

/** Left and right of the frame of a panel. */
export const CURVE_MARGINS = 64

const GAP = 24
const HEIGHT = 250

/** The key, then the panels; `height` is what they take. */
export function curvePanels(
  canvas: Canvas,
  panels: readonly CurvePanel[]
): { nodes: SVGElement[]; height: number } {
  const names = [...new Set(panels.flatMap(({ curves }) => curves.map(({ name }) => name)))]
  const legend = itemLegend(
    canvas,
    names.length > 1
      ? names.map((name, curve) => ({ label: name, colour: canvas.colourOf(name), curve }))
      : []
  )
  const { columns, panelWidth } = panelGrid(canvas.width, panels.length, 300, GAP)
  const top = legend.height + (legend.height > 0 ? 6 : 0)
  const pitch = Math.max(...panels.map(({ height = HEIGHT }) => height)) + GAP
  const nodes = panels.map((panel, at) => {
    const [x, y] = [(at % columns) * (panelWidth + GAP), top + Math.floor(at / columns) * pitch]
    const heading =
      panel.title === undefined
        ? []
        : [line(canvas.document, fitName(panel.title, panelWidth, 12), 0, 12, { size: 12, weight: 600 })]
    return group(canvas.document, x, y, [
      ...heading,
      plotPanel(
        canvas,
        0,
        heading.length * 18,
        plotOf(
          canvas,
          panel,
          names,
          Math.min(panelWidth, panel.mostWidth ?? panelWidth),
          pitch - GAP - heading.length * 18
        )
      )
    ])
  })
  return { nodes: [legend.node, ...nodes], height: top + Math.ceil(panels.length / columns) * pitch - GAP }
}

/** Only what can be drawn. */
export function drawable(curves: readonly NamedCurve[]): NamedCurve[] {
  return curves
    .map(({ name, points }) => ({
      name,
      points: points.filter(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))
    }))
    .filter(({ points }) => points.length > 0)
}

function plotOf(
  canvas: Canvas,
  panel: CurvePanel,
  names: readonly string[],
  width: number,
  height: number
): Plot.PlotOptions {
  const {
    curves,
    xLabel,
    yLabel,
    share = false,
    xShare = false,
    xScale = 'linear',
    behind = [],
    front = []
  } = panel
  const all = curves.flatMap(({ points }) => points)
  const xs = [...new Set(all.map(({ x }) => x))].sort((a, b) => a - b)
  const format = share ? (value: number) => hundredths(value, 0) : number
  // Numbers of classes are whole: no tick between two of them.
  const ticks = xScale === 'linear' && xs.length > 0 && xs.length <= 7 && !xShare ? xs : 6
  return {
    width,
    height,
    marginLeft: 48,
    marginRight: 16,
    marginTop: 26,
    marginBottom: 40,
    x:
      xScale === 'steps'
        ? { type: 'point', domain: xs, padding: 0.3 }
        : { type: 'linear', domain: panel.xRange ?? widened(rangeOf(xs)) },
    y: { type: 'linear', domain: panel.yRange ?? yDomain(all, share), nice: panel.yRange === undefined },
    marks: [
      ...verticalAxis(canvas, { label: yLabel, ticks: 5, format }),
      ...horizontalAxis(canvas, {
        label: xLabel,
        ...defined({ ticks: xScale === 'steps' ? undefined : ticks }),
        format: xShare ? value => hundredths(value, 0) : number
      }),
      ...behind,
      ...curves.flatMap(curve => marksOf(canvas, curve, names.indexOf(curve.name))),
      ...front
    ]
  }
}

function marksOf({ colourOf }: Canvas, { name, points }: NamedCurve, at: number): Plot.Markish[] {
  const colour = colourOf(name)
  const banded = points.filter(
    ({ low, high }) =>
      low !== undefined && high !== undefined && Number.isFinite(low) && Number.isFinite(high)
  )
  const dash = dashes[at % dashes.length]
  return [
    ...(banded.length > 1
      ? [Plot.areaY(banded, { x: 'x', y1: 'low', y2: 'high', fill: colour, fillOpacity: 0.16 })]
      : []),
    ...(banded.length === 1
      ? [Plot.ruleX(banded, { x: 'x', y1: 'low', y2: 'high', stroke: colour, strokeOpacity: 0.6 })]
      : []),
    ...(points.length > 1
      ? [
          Plot.lineY(points, {
            x: 'x',
            y: 'y',
            stroke: colour,
            strokeWidth: 1.75,
            ...defined({ strokeDasharray: dash })
          })
        ]
      : []),
    // Many points are a line; marks would hide it.
    ...(points.length <= 30
      ? [Plot.dot(points, { x: 'x', y: 'y', fill: colour, symbol: symbols[at % symbols.length], r: 3.5 })]
      : [])
  ]
}

function yDomain(points: readonly CurvePoint[], share: boolean): [number, number] {
  const [low, high] = rangeOf(points.flatMap(({ y, low: l, high: h }) => [y, l, h]))
  // Curves that lie close together are shown close up; bars always begin at 0.
  const from = high - low < 0.35 * high ? Math.max(0, low - (high - low)) : Math.min(0, low)
  if (share) return [from, Math.min(1, Math.max(high * 1.02, from + 0.01))]
  return widened([low, high])
}

/** One value alone needs room on both sides. */
function widened([low, high]: readonly [number, number]): [number, number] {
  if (low < high) return [low, high]
  const room = Math.max(Math.abs(low) * 0.1, 0.5)
  return [low - room, high + room]
}
