/**
 * Rows as points of a plane, once by their raw features and once by their proportions, with the same colour
 * per class: the paper's Fig. 3, 4b-d and 5. The places come from an embedding (UMAP, t-SNE) made elsewhere.
 */
import { type Canvas, type FigureOptions, canvasOf, checkLength, panelGrid } from '../base/canvas.js'
import { rangeOf } from '../base/colours.js'
import { itemLegend } from '../base/legend.js'
import { plotPanel } from '../base/plot.js'
import { element, group, line, sheet } from '../base/svg.js'
import { fitName, number, plainName, textWidth } from '../base/text.js'
import { nothingToShow } from './nothing.js'
import * as Plot from '@observablehq/plot'

/** One map of the same rows, or of others. */
export interface MapPanel {
  /** 'raw features', 'proportions' */
  readonly title: string
  /** across, one per row */
  readonly x: ArrayLike<number>
  /** upwards, one per row */
  readonly y: ArrayLike<number>
  /** index into `classes`, one per row, where the rows are others than in the first panel */
  readonly labels?: ArrayLike<number>
  /** a class as described, and the mean of its rows */
  readonly marks?: readonly MapMark[]
}

/** A point that stands for a class. */
export interface MapMark {
  /** the class as it is described, or the mean of its rows */
  readonly kind: 'source' | 'mean'
  /** index into `classes` */
  readonly class: number
  /** across */
  readonly x: number
  /** upwards */
  readonly y: number
}

/** Rows as points on a plane, alike ones close together. */
export interface MapData {
  /** Instead of the figure's own. */
  readonly title?: string
  /** Names, for colours and the legend. */
  readonly classes: readonly string[]
  /** index into `classes`, one per row */
  readonly labels: ArrayLike<number>
  /** Maps of the same rows, side by side. */
  readonly panels: readonly MapPanel[]
}

interface Placed {
  readonly class: number
  /** across */
  readonly x: number
  /** upwards */
  readonly y: number
}

const GAP = 16
const MOST_IN_LEGEND = 12

export function mapFigure(
  { title = 'Rows on a map', classes, labels, panels }: MapData,
  options: FigureOptions
): SVGSVGElement {
  const canvas = canvasOf(options, classes)
  const { document, theme, width, colourOf } = canvas
  for (const panel of panels)
    for (const axis of ['x', 'y'] as const)
      checkLength(
        `${axis} of "${plainName(panel.title)}"`,
        panel[axis].length,
        (panel.labels ?? labels).length
      )
  if (panels.length === 0 || labels.length === 0) return nothingToShow(canvas, title)
  const { columns, panelWidth } = panelGrid(width, panels.length, 300, GAP)
  const present = [...new Set(panels.flatMap(panel => Array.from(panel.labels ?? labels)))].sort(
    (a, b) => a - b
  )
  const legend = itemLegend(
    canvas,
    present.length <= MOST_IN_LEGEND
      ? present.map(at => ({ label: classes[at] ?? '', colour: colourOf(classes[at] ?? '') }))
      : []
  )
  const top = legend.height + (legend.height > 0 ? 8 : 0)
  const pitch = panelWidth + 22
  const nodes = panels.map((panel, at) =>
    group(document, (at % columns) * (panelWidth + GAP), top + Math.floor(at / columns) * (pitch + GAP), [
      line(document, fitName(panel.title, panelWidth, 12), 0, 12, { size: 12, weight: 600 }),
      mapPanel(canvas, panel, classes, panel.labels ?? labels, panelWidth)
    ])
  )
  const description = `${number(labels.length)} rows of ${present.length} classes by ${panels.map(panel => plainName(panel.title)).join(' and ')}; rows that are alike lie close together, and the colour is the class.`
  return sheet(
    document,
    theme,
    { title, description, width, height: top + Math.ceil(panels.length / columns) * (pitch + GAP) - GAP },
    [legend.node, ...nodes]
  )
}

function mapPanel(
  canvas: Canvas,
  { x, y, marks = [] }: MapPanel,
  classes: readonly string[],
  labels: ArrayLike<number>,
  size: number
): SVGElement {
  const { theme } = canvas
  const points = Array.from({ length: labels.length }, (_, row): Placed => ({
    class: labels[row],
    x: x[row],
    y: y[row]
  })).filter(point => Number.isFinite(point.x) && Number.isFinite(point.y))
  const radius = Math.max(1, Math.min(3.5, 60 / Math.sqrt(points.length)))
  return plotPanel(canvas, 0, 20, {
    width: size,
    height: size,
    margin: 1,
    x: { axis: null, domain: rangeOf([...points, ...marks].map(point => point.x)), inset: 10 },
    y: { axis: null, domain: rangeOf([...points, ...marks].map(point => point.y)), inset: 10 },
    marks: [
      Plot.frame({ stroke: theme.line }),
      dots(canvas, points, classes, radius),
      ...(marks.length > 0 ? [markShapes(canvas, marks, classes)] : []),
      names(canvas, points, classes, size)
    ]
  })
}

/** One path per class: a dot is a line of no length with a round end, a tenth of the bytes of a circle. */
function dots(
  { document, colourOf }: Canvas,
  points: readonly Placed[],
  classes: readonly string[],
  radius: number
): Plot.Markish {
  return (_index, { x, y }) => {
    const paths = new Map<number, string>()
    for (const point of points)
      paths.set(point.class, `${paths.get(point.class) ?? ''}M${place(x, point.x)} ${place(y, point.y)}h0`)
    const made = [...paths]
      .sort(([a], [b]) => a - b)
      .map(([at, d]) =>
        element(document, 'path', {
          d,
          stroke: colourOf(classes[at] ?? ''),
          'stroke-width': 2 * radius,
          'stroke-linecap': 'round',
          'stroke-opacity': 0.75,
          fill: 'none'
        })
      )
    return element(document, 'g', {}, ...made)
  }
}

/** A filled square where a class is by its description, a cross where the mean of its rows is. */
function markShapes(
  { document, theme, colourOf }: Canvas,
  marks: readonly MapMark[],
  classes: readonly string[]
): Plot.Markish {
  return (_index, { x, y }) =>
    element(
      document,
      'g',
      {},
      ...marks.map(mark => {
        const [left, top] = [place(x, mark.x), place(y, mark.y)]
        const colour = colourOf(classes[mark.class] ?? '')
        return mark.kind === 'source'
          ? element(document, 'rect', {
              x: left - 5,
              y: top - 5,
              width: 10,
              height: 10,
              fill: colour,
              stroke: theme.ink,
              'stroke-width': 1.5
            })
          : element(document, 'path', {
              d: `M${left - 5} ${top - 5}l10 10M${left - 5} ${top + 5}l10 -10`,
              stroke: theme.ink,
              'stroke-width': 2,
              fill: 'none'
            })
      })
    )
}

/** Each class's name at the median of its points, largest classes first, none over another. */
function names(
  { document, theme }: Canvas,
  points: readonly Placed[],
  classes: readonly string[],
  size: number
): Plot.Markish {
  return (_index, { x, y }) => {
    const byClass = new Map<number, Placed[]>()
    for (const point of points) {
      const own = byClass.get(point.class)
      if (own === undefined) byClass.set(point.class, [point])
      else own.push(point)
    }
    const taken: { left: number; right: number; y: number }[] = []
    const texts = [...byClass]
      .sort(([, a], [, b]) => b.length - a.length)
      .flatMap(([at, own]) => {
        const text = fitName(classes[at] ?? '', 110, 11)
        const half = textWidth(text, 11) / 2
        const left = Math.min(
          size - 2 * half - 6,
          Math.max(6, place(x, median(own.map(point => point.x))) - half)
        )
        const middle = place(y, median(own.map(point => point.y)))
        const spot = [0, 15, -15, 30, -30]
          .map(aside => ({ left, right: left + 2 * half, y: middle + aside }))
          .find(
            free =>
              free.y > 8 &&
              free.y < size - 8 &&
              !taken.some(
                other =>
                  Math.abs(other.y - free.y) < 14 &&
                  free.left < other.right + 4 &&
                  other.left < free.right + 4
              )
          )
        if (spot === undefined) return []
        taken.push(spot)
        return [
          line(document, text, left, spot.y + 4, {
            size: 11,
            weight: 600,
            fill: theme.ink,
            halo: theme.panel,
            anchor: 'start'
          })
        ]
      })
    return element(document, 'g', {}, ...texts)
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]
}

function place(scale: unknown, value: number): number {
  return Number((scale as (value: number) => number)(value).toFixed(1))
}
