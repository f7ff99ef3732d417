/** Keys to figures: what a line, a colour or a heat means. */
import type { Canvas } from './canvas.js'
import { element, group, line } from './svg.js'
import { fitName, textWidth } from './text.js'

export interface LegendPart {
  readonly node: SVGElement
  readonly height: number
}

/** Marks of curves, told apart without colour. The names are Plot's. */
export const symbols = ['circle', 'square', 'triangle', 'diamond'] as const
export const dashes = [undefined, '6 3', '2 3', '8 3 2 3'] as const

export interface LegendItem {
  readonly label: string
  readonly colour: string
  /** a curve: line with the mark of this number; otherwise a square of the colour */
  readonly curve?: number
}

const ROW = 18
const SIZE = 11

/** Items in lines, as many as fit side by side. */
export function itemLegend({ document, theme, width }: Canvas, items: readonly LegendItem[]): LegendPart {
  let [x, y] = [0, 0]
  const nodes: SVGElement[] = []
  for (const { label, colour, curve } of items) {
    const keyWidth = curve === undefined ? 12 : 26
    const text = fitName(label, Math.min(280, width - keyWidth - 10), SIZE)
    const itemWidth = keyWidth + 5 + textWidth(text, SIZE) + 16
    if (x > 0 && x + itemWidth > width + 16) {
      x = 0
      y += ROW
    }
    nodes.push(
      group(document, x, y, [
        ...key(document, colour, curve),
        line(document, text, keyWidth + 5, 12, { fill: theme.ink2, size: SIZE })
      ])
    )
    x += itemWidth
  }
  return { node: element(document, 'g', {}, ...nodes), height: items.length === 0 ? 0 : y + ROW }
}

function key(document: Document, colour: string, curve: number | undefined): SVGElement[] {
  if (curve === undefined)
    return [element(document, 'rect', { y: 3, width: 11, height: 11, rx: 2, fill: colour })]
  const marks = [
    'M9 8a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z',
    'M9.5 4.5h7v7h-7z',
    'M13 3.5l4.5 8h-9z',
    'M13 3l4 5l-4 5l-4 -5z'
  ]
  return [
    element(document, 'path', {
      d: 'M0 8H26',
      stroke: colour,
      'stroke-width': 1.75,
      'stroke-dasharray': dashes[curve % dashes.length]
    }),
    element(document, 'path', { d: marks[curve % symbols.length], fill: colour })
  ]
}

/** A bar from low to high with both ends written beside it. */
export function heatLegend(
  { document, theme }: Canvas,
  low: string,
  high: string,
  barWidth = 78
): SVGElement {
  const before = textWidth(low, 10) + 5
  const step = barWidth / theme.heat.length
  const cells = theme.heat.map((colour, at) =>
    element(document, 'rect', {
      x: before + at * step,
      y: 2,
      width: step,
      height: 8,
      fill: colour,
      'shape-rendering': 'crispEdges'
    })
  )
  const frame = element(document, 'rect', {
    x: before,
    y: 2,
    width: barWidth,
    height: 8,
    fill: 'none',
    stroke: theme.edge,
    'stroke-width': 0.5
  })
  const look = { fill: theme.ink2, size: 10 }
  return element(
    document,
    'g',
    {},
    line(document, low, 0, 10, look),
    ...cells,
    frame,
    line(document, high, before + barWidth + 5, 10, look)
  )
}
