/** A matrix as heat: paths for few cells, a picture for many. */
import type { Canvas } from './canvas.js'
import { heatLevel } from './colours.js'
import { indexedPng } from './indexed-png.js'
import { element, line } from './svg.js'
import { fitName } from './text.js'
import { themes } from './theme.js'

export interface MatrixLook {
  /** row-major (rows x columns); null or NaN: no value */
  readonly values: ArrayLike<number | null>
  readonly rows: number
  readonly columns: number
  readonly range: readonly [number, number]
  readonly width: number
  readonly height: number
}

/** Up to so many cells are drawn as shapes, which print sharper. */
const MOST_SHAPES = 2500

/** The cells, from (0, 0). */
export function heatCells(canvas: Canvas, look: MatrixLook): SVGElement {
  const { document, theme } = canvas
  const { width, height } = look
  const frame = element(document, 'rect', {
    width,
    height,
    fill: 'none',
    stroke: theme.edge,
    'stroke-width': 0.75
  })
  const cells = look.rows * look.columns <= MOST_SHAPES ? shapes(canvas, look) : pictures(canvas, look)
  return element(document, 'g', {}, ...cells, frame)
}

/** One path per step of the heat; neighbours in a row become one rectangle. */
function shapes(
  { document, theme }: Canvas,
  { values, rows, columns, range, width, height }: MatrixLook
): SVGElement[] {
  const paths = theme.heat.map(() => '')
  const [w, h] = [width / columns, height / rows]
  for (let row = 0; row < rows; row++) {
    for (let from = 0, to = 0; from < columns; from = to) {
      const level = heatLevel(values[row * columns + from], range, theme)
      for (
        to = from + 1;
        to < columns && heatLevel(values[row * columns + to], range, theme) === level;
        to++
      );
      if (level !== undefined)
        paths[level] +=
          `M${round(from * w)} ${round(row * h)}h${round((to - from) * w)}v${round(h)}h${round(-(to - from) * w)}z`
    }
  }
  return paths.flatMap((d, level) =>
    d === ''
      ? []
      : [element(document, 'path', { d, fill: theme.heat[level], 'shape-rendering': 'crispEdges' })]
  )
}

/** One pixel per cell. Under `auto` there are two pictures, and the page shows the one that fits. */
function pictures(
  { document, theme }: Canvas,
  { values, rows, columns, range, width, height }: MatrixLook
): SVGElement[] {
  const pixels = Uint8Array.from(
    { length: rows * columns },
    (_, at) => heatLevel(values[at], range, theme) ?? theme.heat.length
  )
  const chosen = theme.name === 'auto' ? [themes.light, themes.dark] : [theme]
  return chosen.map(({ name, heat }) =>
    element(document, 'image', {
      width,
      height,
      preserveAspectRatio: 'none',
      href: indexedPng(columns, rows, pixels, heat),
      'image-rendering': 'optimizeSpeed',
      style: 'image-rendering: pixelated',
      class: theme.name === 'auto' ? `unseen-only-${name}` : undefined
    })
  )
}

/** Names beside the rows; where rows are too thin for all, every second, third ... */
export function rowNames(
  { document, theme }: Canvas,
  names: readonly string[],
  height: number,
  gutter: number
): SVGElement[] {
  const pitch = height / names.length
  const size = Math.max(9, Math.min(11, pitch - 4))
  return thinned(names.length, pitch, size + 4).map(at =>
    line(document, fitName(names[at], gutter - 6, size), -6, (at + 0.5) * pitch + size * 0.36, {
      anchor: 'end',
      size,
      fill: theme.ink2
    })
  )
}

/** Names below the columns, slanted. */
export function columnNames(
  { document, theme }: Canvas,
  names: readonly string[],
  width: number,
  gutter: number,
  top: number
): SVGElement[] {
  const pitch = width / names.length
  const size = Math.max(9, Math.min(11, pitch - 4))
  return thinned(names.length, pitch, size + 4).map(at => {
    const x = (at + 0.5) * pitch + size * 0.3
    return line(document, fitName(names[at], gutter - 4, size), x, top + 6, {
      anchor: 'end',
      size,
      fill: theme.ink2,
      rotate: -90
    })
  })
}

function thinned(count: number, pitch: number, least: number): number[] {
  const step = Math.max(1, Math.ceil(least / pitch))
  return Array.from({ length: count }, (_, at) => at).filter(at => at % step === 0)
}

const round = (value: number): number => Number(value.toFixed(2))
