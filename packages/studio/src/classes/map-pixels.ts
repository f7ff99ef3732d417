/**
 * Draws the points of the map straight into pixels: every point, whatever their number. A path of tens of
 * thousands of squares takes the canvas hundreds of milliseconds; writing their pixels takes a few.
 */
import { type LabelledPoints, type MapWindow, type Size, scaleOf } from './map-plane.js'

/** How a class looks: filled in its own colour, or hollow in the one it has most of. */
export interface ClassLook {
  readonly name: string
  /** of styles/tokens.css */
  readonly token: string
  readonly hollow: boolean
}

/** Pixels of the screen, of which there may be several to one of the page. */
export interface Raster extends Size {
  /** row-major, red in the lowest byte, as an ImageData has them */
  readonly pixels: Uint32Array
  /** pixels of the screen to one of the page */
  readonly ratio: number
}

export interface Drawing {
  readonly points: LabelledPoints
  readonly looks: readonly ClassLook[]
  readonly window: MapWindow
  /** of the canvas, in pixels of the page */
  readonly size: Size
  /** the colour of a token as the theme has it now: '#1694d6' */
  readonly colour: (token: string) => string
  /** the class that stands out; all, where there is none */
  readonly only: number | undefined
}

/** How opaque points are, and those that stand back. */
const [PLAIN, FAINT] = [0.9, 0.15]

/** Across a point, in pixels of the page: smaller where there are many, larger from nearby. */
export const dotSize = (points: number, zoom: number): number =>
  Math.min(8, (points > 20_000 ? 2 : points > 4000 ? 3 : 5.4) * Math.sqrt(zoom))

/** Of every line of a disc of so many pixels: where it begins and ends. */
function disc(side: number): readonly (readonly [number, number])[] {
  const radius = side / 2
  return Array.from({ length: side }, (_, line) => {
    const half = Math.sqrt(Math.max(0.25, radius ** 2 - (line + 0.5 - radius) ** 2))
    return [Math.round(radius - half), Math.round(radius + half)] as const
  })
}

export function drawPoints(
  { pixels, width, height, ratio }: Raster,
  { points: { x, y, labels }, looks, window, size, colour, only }: Drawing
): void {
  pixels.fill(0)
  const line = Math.max(1, Math.round(ratio))
  const dot = Math.max(1, Math.round(dotSize(x.length, window.zoom) * ratio))
  const ring = Math.max(dot, 3 * line)
  const inks = Uint32Array.from(looks, ({ token }, at) =>
    inkOf(colour(token), only === undefined || only === at ? PLAIN : FAINT)
  )
  const isHollow = Uint8Array.from(looks, ({ hollow }) => Number(hollow))
  const scale = scaleOf(window, size) * ratio
  const [left0, top0] = [width / 2 - window.x * scale, height / 2 - window.y * scale]

  const [solid, outer, hole] = [disc(dot), disc(ring), disc(Math.max(0, ring - 2 * line))]
  const fill = (left: number, right: number, row: number, ink: number): void => {
    const end = row * width + Math.min(width, right)
    for (let at = row * width + Math.max(0, left); at < end; at++) pixels[at] = ink
  }
  const place = (row: number): void => {
    const hollow = isHollow[labels[row]] === 1
    const side = hollow ? ring : dot
    const left = Math.round(left0 + x[row] * scale - side / 2)
    const top = Math.round(top0 + y[row] * scale - side / 2)
    const [right, bottom] = [left + side, top + side]
    if (right <= 0 || bottom <= 0 || left >= width || top >= height) return
    const ink = inks[labels[row]]
    const lines = hollow ? outer : solid
    for (let k = Math.max(0, -top); k < Math.min(side, height - top); k++) {
      const [from, to] = lines[k]
      const inner = hollow ? hole.at(k - line) : undefined
      if (inner === undefined || k < line || k >= side - line) fill(left + from, left + to, top + k, ink)
      else {
        fill(left + from, left + line + inner[0], top + k, ink)
        fill(left + line + inner[1], left + to, top + k, ink)
      }
    }
  }
  // What stands out is drawn last, so that nothing hides it.
  for (let row = 0; row < x.length; row++) if (labels[row] !== only) place(row)
  if (only !== undefined) for (let row = 0; row < x.length; row++) if (labels[row] === only) place(row)
}

/** '#rrggbb' as a pixel. */
export function inkOf(colour: string, opacity: number): number {
  const value = Number.parseInt(colour.slice(1), 16)
  return ((Math.round(255 * opacity) << 24) | ((value & 0xff) << 16) | (value & 0xff00) | (value >> 16)) >>> 0
}
