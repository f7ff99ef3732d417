/**
 * What a search found, point by point: gamma across, lambda3 (or the ridge) upwards, a panel for each lambda2
 * (or kind of comparison). The winner is framed, and so is, thinner, every point within one standard error.
 */
import type { Point } from '@unseen/core'
import { pointAxes, pointName } from '@unseen/core/internal'
import { type Canvas, type FigureOptions, canvasOf, panelGrid } from '../base/canvas.js'
import { heatLevel, rangeOf } from '../base/colours.js'
import { heatLegend } from '../base/legend.js'
import { plotPanel } from '../base/plot.js'
import { element, group, line, sheet } from '../base/svg.js'
import { fitName, hundredths, number, percent } from '../base/text.js'
import { nothingToShow } from './nothing.js'
import * as Plot from '@observablehq/plot'

/** Accuracy on held-out classes for every choice of parameters. */
export interface GridData {
  /** Instead of the figure's own. */
  readonly title?: string
  /** as `points` of core's SearchSummary */
  readonly points: readonly {
    readonly point: Point
    readonly accuracy: number
    readonly standardError: number
  }[]
  /** The point that was chosen. */
  readonly best?: { readonly point: Point }
  /** points that cannot be told from the best */
  readonly alike?: readonly { readonly point: Point }[]
}

interface Cell {
  readonly x: number
  readonly y: number
  readonly accuracy: number
  readonly mark: 'best' | 'alike' | undefined
}

interface Facet {
  readonly title: string
  readonly xLabel: string
  readonly yLabel: string
  /** among the facets of its family */
  readonly order: number
  readonly cells: Cell[]
}

const GAP = 18
const CELL = 30

export function gridFigure(
  { title = 'Accuracy on held-out classes, by parameters', points, best, alike = [] }: GridData,
  options: FigureOptions
): SVGSVGElement {
  const canvas = canvasOf(options)
  const { document, theme, width } = canvas
  const facets = facetsOf(points, best, alike)
  if (facets.length === 0) return nothingToShow(canvas, title)
  const range = rangeOf(points.map(({ accuracy }) => accuracy))
  const widest = Math.max(...facets.map(({ cells }) => new Set(cells.map(({ x }) => x)).size))
  const { columns, panelWidth } = panelGrid(width, Math.max(2, facets.length), 62 + widest * CELL, GAP)
  // The key goes below the heat where it has no room beside it.
  const beside = width >= 420
  const nodes: SVGElement[] = [
    heatLegend(canvas, percent(range[0], 1), percent(range[1], 1)),
    group(document, beside ? 190 : 0, beside ? 0 : 18, key(canvas))
  ]
  let top = beside ? 26 : 44
  for (const family of ['lambda3', 'ridge', 'shrinkage']) {
    const own = facets.filter(({ yLabel }) => yLabel === family)
    for (let at = 0; at < own.length; at += columns) {
      const drawn = own.slice(at, at + columns).map(facet => facetPanel(canvas, facet, range, panelWidth))
      drawn.forEach(({ node }, column) =>
        nodes.push(group(document, column * (panelWidth + GAP), top, [node]))
      )
      top += Math.max(...drawn.map(({ height }) => height)) + GAP
    }
  }
  const winner =
    best === undefined ? undefined : points.find(({ point }) => pointName(point) === pointName(best.point))
  const description = `${points.length} points between ${percent(range[0], 1)} and ${percent(range[1], 1)}.${winner === undefined ? '' : ` Chosen: ${pointName(winner.point)} with ${percent(winner.accuracy, 1)}, standard error ${percent(winner.standardError, 1)}; ${Math.max(0, alike.length - 1)} other points lie within it.`}`
  return sheet(document, theme, { title, description, width, height: top }, nodes)
}

function facetsOf(
  points: GridData['points'],
  best: GridData['best'],
  alike: NonNullable<GridData['alike']>
): Facet[] {
  const winner = best === undefined ? undefined : pointName(best.point)
  const close = new Set(alike.map(({ point }) => pointName(point)))
  const facets = new Map<string, Facet>()
  for (const { point, accuracy } of points) {
    if (!Number.isFinite(accuracy)) continue
    const { x, y } = pointAxes(point)
    const [title, order] = facetOf(point)
    const facet = facets.get(title) ?? { title, xLabel: x.name, yLabel: y.name, order, cells: [] }
    facets.set(title, facet)
    const name = pointName(point)
    facet.cells.push({
      x: x.value,
      y: y.value,
      accuracy,
      mark: name === winner ? 'best' : close.has(name) ? 'alike' : undefined
    })
  }
  return [...facets.values()].sort((a, b) => a.order - b.order)
}

/** What a facet is called, and where it stands among those of its family. */
function facetOf(point: GridData['points'][number]['point']): readonly [string, number] {
  if (point.family === 'paper') return [`lambda2 = ${number(point.lambda2)}`, point.lambda2]
  if (point.family === 'gauss') return ['Gaussian weights', 0]
  const mixture = point.mixture === 'simplex' ? '' : `, ${point.mixture}`
  return [`class weights, ${point.compare}${mixture}`, Number(point.compare === 'cosine')]
}

function key({ document, theme }: Canvas): SVGElement[] {
  return [
    element(document, 'rect', {
      x: 1,
      y: 1.5,
      width: 14,
      height: 10,
      rx: 1,
      fill: 'none',
      stroke: theme.ink,
      'stroke-width': 2.5
    }),
    line(document, 'chosen', 20, 10.5, { fill: theme.ink2, size: 10 }),
    element(document, 'circle', { cx: 71, cy: 6.5, r: 2.2, fill: theme.ink }),
    line(document, 'within one standard error', 78, 10.5, { fill: theme.ink2, size: 10 })
  ]
}

function facetPanel(
  canvas: Canvas,
  { title, xLabel, yLabel, cells }: Facet,
  range: readonly [number, number],
  width: number
): { node: SVGElement; height: number } {
  const { document, theme } = canvas
  const values = (pick: (cell: Cell) => number): number[] =>
    [...new Set(cells.map(pick))].sort((a, b) => a - b)
  const [xs, ys] = [values(({ x }) => x), values(({ y }) => y).reverse()]
  const plotWidth = Math.min(width, 62 + xs.length * 64)
  const height = 24 + ys.length * CELL + 36
  const cellWidth = (plotWidth - 52) / xs.length
  const level = (accuracy: number): number => heatLevel(accuracy, range, theme) ?? 0
  const axis = {
    tickSize: 0,
    labelArrow: 'none' as const,
    color: theme.ink2,
    fontSize: 10.5,
    fontVariant: 'normal' as const,
    tickFormat: number
  }
  const corner = { dx: cellWidth / 2 - 6, dy: -CELL / 2 + 6 }
  const plot = plotPanel(canvas, 0, 16, {
    width: plotWidth,
    height,
    marginLeft: 48,
    marginRight: 4,
    marginTop: 20,
    marginBottom: 36,
    x: { type: 'band', domain: xs, padding: 0 },
    y: { type: 'band', domain: ys, padding: 0 },
    marks: [
      Plot.axisX({ ...axis, label: xLabel, labelAnchor: 'center' }),
      Plot.axisY({ ...axis, label: yLabel, labelAnchor: 'top', labelOffset: 44 }),
      Plot.cell(cells, {
        x: 'x',
        y: 'y',
        fill: ({ accuracy }: Cell) => theme.heat[level(accuracy)],
        stroke: theme.panel,
        strokeWidth: 1
      }),
      Plot.text(cells, {
        x: 'x',
        y: 'y',
        text: ({ accuracy }: Cell) => hundredths(accuracy),
        fontSize: 10.5,
        fill: ({ accuracy }: Cell) => theme.onHeat[level(accuracy)]
      }),
      Plot.dot(
        cells.filter(({ mark }) => mark === 'alike'),
        { x: 'x', y: 'y', r: 2.2, ...corner, fill: ({ accuracy }: Cell) => theme.onHeat[level(accuracy)] }
      ),
      Plot.cell(
        cells.filter(({ mark }) => mark === 'best'),
        { x: 'x', y: 'y', fill: 'none', stroke: theme.ink, strokeWidth: 2.5, inset: -1 }
      )
    ],
    color: { type: 'identity' }
  })
  return {
    node: group(document, 0, 0, [
      line(document, fitName(title, width, 12), 0, 12, { size: 12, weight: 600 }),
      plot
    ]),
    height: height + 16
  }
}
