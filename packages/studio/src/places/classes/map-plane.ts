/** The plane of the map: from places to pixels and back, what is under the pointer, what is in a region, and drawing. Nothing here knows of React. */
import type { ClassLook } from './map-look.js'

export interface MapPoints {
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

export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export const whole: MapWindow = { x: 0.5, y: 0.5, zoom: 1 }
const MARGIN = 0.94

/** Pixels for the length of 1. */
const scaleOf = ({ zoom }: MapWindow, { width, height }: Size): number => MARGIN * zoom * Math.min(width, height)

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

/** Nearer or farther around a point that stays where it is. */
export function zoomed(window: MapWindow, size: Size, factor: number, left = size.width / 2, top = size.height / 2): MapWindow {
  const zoom = Math.min(200, Math.max(0.5, window.zoom * factor))
  const [x, y] = toPlane(window, size, left, top)
  const part = window.zoom / zoom
  return { zoom, x: x + (window.x - x) * part, y: y + (window.y - y) * part }
}

/** The row under the pointer, within some pixels. */
export function rowAt({ x, y }: MapPoints, window: MapWindow, size: Size, left: number, top: number, within = 10): number | undefined {
  const [px, py] = toPlane(window, size, left, top)
  let best = (within / scaleOf(window, size)) ** 2
  let found: number | undefined
  for (let row = 0; row < x.length; row++) {
    const square = (x[row] - px) ** 2 + (y[row] - py) ** 2
    if (square > best) continue
    best = square
    found = row
  }
  return found
}

/** Rows in a box of pixels, in order. */
export function rowsIn({ x, y }: MapPoints, window: MapWindow, size: Size, { left, top, right, bottom }: Box): number[] {
  const [[x0, y0], [x1, y1]] = [toPlane(window, size, Math.min(left, right), Math.min(top, bottom)), toPlane(window, size, Math.max(left, right), Math.max(top, bottom))]
  const rows: number[] = []
  for (let row = 0; row < x.length; row++) if (x[row] >= x0 && x[row] <= x1 && y[row] >= y0 && y[row] <= y1) rows.push(row)
  return rows
}

export interface Drawing {
  readonly points: MapPoints
  readonly looks: readonly ClassLook[]
  readonly window: MapWindow
  readonly size: Size
  /** the colour of a token, as the theme has it now */
  readonly colour: (token: string) => string
  /** the class that stands out; all, where there is none */
  readonly only: number | undefined
}

/** Every point, a class at a time; one path a class, so that tens of thousands are a few calls. */
export function drawPoints(context: CanvasRenderingContext2D, { points: { x, y, labels }, looks, window, size, colour, only }: Drawing): void {
  context.clearRect(0, 0, size.width, size.height)
  const paths = looks.map(() => new Path2D())
  const dot = Math.min(8, (labels.length > 20_000 ? 2 : labels.length > 4000 ? 3 : 4.5) * Math.sqrt(window.zoom))
  for (let row = 0; row < x.length; row++) {
    const [left, top] = toPixels(window, size, x[row], y[row])
    if (left < -dot || top < -dot || left > size.width + dot || top > size.height + dot) continue
    paths[labels[row]]?.rect(left - dot / 2, top - dot / 2, dot, dot)
  }
  const order = [...looks.keys()].sort((a, b) => Number(a === only) - Number(b === only))
  for (const at of order) {
    const { token, hollow } = looks[at]
    context.globalAlpha = only === undefined || only === at ? 0.9 : 0.15
    context.fillStyle = colour(token)
    context.strokeStyle = colour(token)
    if (hollow) context.stroke(paths[at])
    else context.fill(paths[at])
  }
  context.globalAlpha = 1
}
