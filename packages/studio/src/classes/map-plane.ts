/**
 * The plane of the map: from points to pixels and back, what is under the pointer, what is in a region.
 * Nothing here knows of React.
 */

export interface LabelledPoints {
  /** from 0 to 1 */
  readonly x: Float32Array
  readonly y: Float32Array
  /** class of each, index into the looks */
  readonly labels: Int32Array
}

/** Which part of the plane is seen: its middle, and how much larger than the whole. */
export interface MapWindow {
  readonly x: number
  readonly y: number
  readonly zoom: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** A place on the canvas, in pixels of the page. */
export interface Spot {
  readonly left: number
  readonly top: number
}

export const whole: MapWindow = { x: 0.5, y: 0.5, zoom: 1 }
/** The largest zoom. */
export const NEAREST = 200
const MARGIN = 0.94

/** Pixels for the length of 1. */
export const scaleOf = ({ zoom }: MapWindow, { width, height }: Size): number =>
  MARGIN * zoom * Math.min(width, height)

export function toPlane(window: MapWindow, size: Size, left: number, top: number): readonly [number, number] {
  const scale = scaleOf(window, size)
  return [window.x + (left - size.width / 2) / scale, window.y + (top - size.height / 2) / scale]
}

export function toPixels(window: MapWindow, size: Size, x: number, y: number): readonly [number, number] {
  const scale = scaleOf(window, size)
  return [size.width / 2 + (x - window.x) * scale, size.height / 2 + (y - window.y) * scale]
}

/** Moved by pixels. */
export function moved(window: MapWindow, size: Size, right: number, down: number): MapWindow {
  const scale = scaleOf(window, size)
  return { ...window, x: window.x - right / scale, y: window.y - down / scale }
}

/** Zooms in or out around a point of the canvas, which keeps its position; its middle unless given. */
export function zoomed(
  window: MapWindow,
  size: Size,
  factor: number,
  left = size.width / 2,
  top = size.height / 2
): MapWindow {
  const zoom = Math.min(NEAREST, Math.max(0.5, window.zoom * factor))
  const [x, y] = toPlane(window, size, left, top)
  const part = window.zoom / zoom
  return { zoom, x: x + (window.x - x) * part, y: y + (window.y - y) * part }
}

/**
 * Zooms and moves as two fingers do, of which one rests and the other moves: the points of the map under them stay
 * under them. The map is never rotated.
 */
export function pinched(window: MapWindow, size: Size, stays: Spot, from: Spot, to: Spot): MapWindow {
  const apart = (a: Spot, b: Spot): number => Math.max(1, Math.hypot(a.left - b.left, a.top - b.top))
  const middle = (spot: Spot): Spot => ({
    left: (stays.left + spot.left) / 2,
    top: (stays.top + spot.top) / 2
  })
  const [before, now] = [middle(from), middle(to)]
  return zoomed(
    moved(window, size, now.left - before.left, now.top - before.top),
    size,
    apart(stays, to) / apart(stays, from),
    now.left,
    now.top
  )
}

/** Finds the row under the pointer. */
export type RowFinder = (window: MapWindow, size: Size, spot: Spot, within?: number) => number | undefined

/**
 * Points of a cell on average: a few, so that looking into the cells around the pointer is no work, whatever
 * the number of points.
 */
const POINTS_IN_CELL = 4

/** Sorts the points into the cells of a grid once, so that the nearest one is found among few. */
export function createRowFinder({ x, y }: Pick<LabelledPoints, 'x' | 'y'>): RowFinder {
  const side = Math.max(1, Math.ceil(Math.sqrt(x.length / POINTS_IN_CELL)))
  const along = (value: number): number => Math.min(side - 1, Math.max(0, Math.floor(value * side)))
  const cellOf = (row: number): number => along(y[row]) * side + along(x[row])
  const starts = new Uint32Array(side * side + 1)
  for (let row = 0; row < x.length; row++) starts[cellOf(row) + 1]++
  for (let cell = 0; cell < side * side; cell++) starts[cell + 1] += starts[cell]
  const next = starts.slice()
  const rows = new Uint32Array(x.length)
  for (let row = 0; row < x.length; row++) rows[next[cellOf(row)]++] = row

  return (window, size, { left, top }, within = 10) => {
    const [px, py] = toPlane(window, size, left, top)
    const reach = within / scaleOf(window, size)
    let best = reach ** 2
    let found: number | undefined
    for (let line = along(py - reach); line <= along(py + reach); line++) {
      const [first, end] = [
        starts[line * side + along(px - reach)],
        starts[line * side + along(px + reach) + 1]
      ]
      for (let at = first; at < end; at++) {
        const square = (x[rows[at]] - px) ** 2 + (y[rows[at]] - py) ** 2
        if (square > best) continue
        best = square
        found = rows[at]
      }
    }
    return found
  }
}

/** Corners of the box between two spots. */
export const boxBetween = (a: Spot, b: Spot): Spot[] => [
  a,
  { left: b.left, top: a.top },
  b,
  { left: a.left, top: b.top }
]

/**
 * Rows within an outline of pixels, in order. A line that crosses itself leaves out what it winds around
 * twice.
 */
export function rowsWithin(
  { x, y }: LabelledPoints,
  window: MapWindow,
  size: Size,
  outline: readonly Spot[]
): number[] {
  const corners = outline.map(({ left, top }) => toPlane(window, size, left, top))
  const [low, high] = [Math.min, Math.max].map(most => [
    most(...corners.map(([cx]) => cx)),
    most(...corners.map(([, cy]) => cy))
  ])
  const rows: number[] = []
  for (let row = 0; row < x.length; row++) {
    const [px, py] = [x[row], y[row]]
    if (px < low[0] || py < low[1] || px > high[0] || py > high[1]) continue
    let inside = false
    for (let at = 0, before = corners.length - 1; at < corners.length; before = at++) {
      const [[ax, ay], [bx, by]] = [corners[at], corners[before]]
      if (ay > py !== by > py && px < ((bx - ax) * (py - ay)) / (by - ay) + ax) inside = !inside
    }
    if (inside) rows.push(row)
  }
  return rows
}
