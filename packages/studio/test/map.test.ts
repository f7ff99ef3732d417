// The map at 50,000 points: every one is drawn, and the one under the pointer is found.
import { drawPoints, inkOf } from '../src/classes/map-pixels.js'
import {
  type LabelledPoints,
  type MapWindow,
  boxBetween,
  createRowFinder,
  moved,
  pinched,
  rowsWithin,
  toPixels,
  toPlane,
  whole,
  zoomed
} from '../src/classes/map-plane.js'
import { centresOf, nextCentre, photosInView, placeNames, typicalRows } from '../src/classes/map-names.js'
import { describe, expect, it } from 'vitest'

const [COLUMNS, LINES] = [250, 200]
const looks = [
  { name: 'horse', token: '--class-1', hollow: false },
  { name: 'tiger', token: '--class-2', hollow: false },
  { name: 'zebra', token: '--class-3', hollow: true }
]
const colours: Readonly<Record<string, string>> = {
  '--class-1': '#1694d6',
  '--class-2': '#c18903',
  '--class-3': '#b65b31'
}
const colour = (token: string): string => colours[token]

/** On a grid of 250 by 200, classes in turn. */
const grid: LabelledPoints = {
  x: Float32Array.from({ length: COLUMNS * LINES }, (_, row) => (row % COLUMNS) / (COLUMNS - 1)),
  y: Float32Array.from({ length: COLUMNS * LINES }, (_, row) => Math.floor(row / COLUMNS) / (COLUMNS - 1)),
  labels: Int32Array.from({ length: COLUMNS * LINES }, (_, row) => row % looks.length)
}
const middle: MapWindow = { ...whole, y: 0.4 }
const rasterOf = (width: number, height: number, ratio: number) => ({
  pixels: new Uint32Array(width * height * ratio ** 2),
  width: width * ratio,
  height: height * ratio,
  ratio
})
const countOf = (pixels: Uint32Array): Map<number, number> => {
  const found = new Map<number, number>()
  for (const pixel of pixels) if (pixel !== 0) found.set(pixel, (found.get(pixel) ?? 0) + 1)
  return found
}

describe('drawing 50,000 points', () => {
  it.each([1, 2])('leaves none out, at %d pixels of the screen to one of the page', ratio => {
    const size = { width: 1400, height: 1400 }
    const raster = rasterOf(1400, 1400, ratio)
    const drawing = { points: grid, looks, window: middle, size, colour, only: undefined }
    // What an earlier frame drew is gone.
    drawPoints(raster, { ...drawing, window: moved(middle, size, 1, 0) })
    drawPoints(raster, drawing)
    const counts = countOf(raster.pixels)
    const points = looks.map((_, label) => grid.labels.filter(each => each === label).length)
    // Discs of 2 and rings of 3 pixels of the page, without their corners where there are enough pixels of
    // the screen; points lie 5.3 apart, so that none covers another.
    const [solid, ring] = ratio === 1 ? [4, 8] : [12, 28]
    expect(looks.map(({ token }) => counts.get(inkOf(colour(token), 0.9)))).toEqual([
      solid * points[0],
      solid * points[1],
      ring * points[2]
    ])
    expect(counts.size).toBe(3)
  })

  it('shows the class that stands out over all others, which fade', () => {
    const points = {
      x: new Float32Array(3).fill(0.5),
      y: new Float32Array(3).fill(0.5),
      labels: Int32Array.of(0, 1, 2)
    }
    const raster = rasterOf(100, 100, 1)
    drawPoints(raster, { points, looks, window: whole, size: raster, colour, only: 0 })
    const counts = countOf(raster.pixels)
    expect(counts.get(inkOf(colour('--class-1'), 0.9))).toBe(21)
    expect(counts.has(inkOf(colour('--class-2'), 0.9))).toBe(false)
  })

  it('cuts off what lies beyond the edge, and nothing on the other side shows it', () => {
    const raster = rasterOf(100, 100, 1)
    drawPoints(raster, {
      points: { x: Float32Array.of(0), y: Float32Array.of(0.5), labels: Int32Array.of(0) },
      looks,
      window: { x: 0.5, y: 0.5, zoom: 1 / 0.94 },
      size: raster,
      colour,
      only: undefined
    })
    const drawn = [...raster.pixels.keys()].filter(at => raster.pixels[at] !== 0)
    expect(drawn.length).toBeGreaterThan(0)
    expect(drawn.every(at => at % 100 < 5)).toBe(true)
  })
})

describe('the plane', () => {
  const size = { width: 800, height: 600 }
  const scattered: LabelledPoints = (() => {
    let state = 7
    const random = (): number => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
    const length = 2000
    return {
      x: Float32Array.from({ length }, random),
      y: Float32Array.from({ length }, random),
      labels: new Int32Array(length)
    }
  })()

  it.each([0.5, 1, 7, 120])(
    'finds the row under the pointer as a look at all of them does, at zoom %d',
    zoom => {
      const window = zoomed(whole, size, zoom, 300, 200)
      const rowAt = createRowFinder(scattered)
      for (let at = 0; at < 60; at++) {
        const spot = { left: (at * 37) % size.width, top: (at * 53) % size.height }
        const far = (row: number): number => {
          const [left, top] = toPixels(window, size, scattered.x[row], scattered.y[row])
          return Math.hypot(left - spot.left, top - spot.top)
        }
        const nearest = [...scattered.x.keys()].reduce((best, row) => (far(row) < far(best) ? row : best), 0)
        const found = rowAt(window, size, spot)
        if (far(nearest) > 10.001) expect(found).toBeUndefined()
        else if (far(nearest) < 9.999) expect(far(found ?? -1)).toBeCloseTo(far(nearest), 6)
      }
    }
  )

  it('takes what lies in a box, and what a line goes around', () => {
    const corner = (left: number, top: number): { left: number; top: number } => ({ left, top })
    const rows = rowsWithin(scattered, whole, size, boxBetween(corner(500, 450), corner(300, 100)))
    const [low, high] = [toPlane(whole, size, 300, 100), toPlane(whole, size, 500, 450)]
    expect(rows).toEqual(
      [...scattered.x.keys()].filter(
        row =>
          scattered.x[row] >= low[0] &&
          scattered.x[row] <= high[0] &&
          scattered.y[row] >= low[1] &&
          scattered.y[row] <= high[1]
      )
    )
    const round = Array.from({ length: 400 }, (_, at) =>
      corner(400 + 150 * Math.cos((at * Math.PI) / 200), 300 + 150 * Math.sin((at * Math.PI) / 200))
    )
    const within = new Set(rowsWithin(scattered, whole, size, round))
    for (const row of scattered.x.keys()) {
      const [left, top] = toPixels(whole, size, scattered.x[row], scattered.y[row])
      const far = Math.hypot(left - 400, top - 300)
      if (Math.abs(far - 150) > 0.1) expect(within.has(row)).toBe(far < 150)
    }
  })

  it('keeps what is under two fingers under them', () => {
    const [stays, from, to] = [
      { left: 200, top: 300 },
      { left: 300, top: 300 },
      { left: 500, top: 300 }
    ]
    const after = pinched(whole, size, stays, from, to)
    expect(after.zoom).toBeCloseTo(3)
    const [x, y] = toPlane(whole, size, stays.left, stays.top)
    expect(toPixels(after, size, x, y)[0]).toBeCloseTo(stays.left)
    expect(toPixels(after, size, x, y)[1]).toBeCloseTo(stays.top)
    expect(toPlane(after, size, to.left, to.top)[0]).toBeCloseTo(toPlane(whole, size, from.left, from.top)[0])
  })
})

describe('names on the map', () => {
  const points: LabelledPoints = {
    x: Float32Array.of(0.2, 0.21, 0.9, 0.8, 0.81, 0.5),
    y: Float32Array.of(0.2, 0.2, 0.2, 0.8, 0.8, 0.5),
    labels: Int32Array.of(0, 0, 0, 1, 1, 2)
  }
  const centres = centresOf(points, 3)
  const size = { width: 400, height: 400 }
  const wanted = (text: string, x: number, y: number) => ({ key: text, text, x, y, at: 0, isFamily: false })

  it('stand in the middle of their class, and none over another', () => {
    expect(centres.map(({ x, count }) => [Number(x.toFixed(2)), count])).toEqual([
      [0.21, 3],
      [0.81, 2],
      [0.5, 1]
    ])
    const placed = placeNames(
      ['zebra', 'horse', 'deer', 'okapi'].map(text => wanted(text, 0.5, 0.5)),
      whole,
      size
    )
    // One a line lower, one a line higher; there is no room for a fourth.
    expect(placed.map(({ text, top }) => [text, top])).toEqual([
      ['zebra', 200],
      ['horse', 221],
      ['deer', 179]
    ])
    // From nearer there is room for all of them.
    const nearer = placeNames(
      [wanted('zebra', 0.45, 0.5), wanted('horse', 0.55, 0.5)],
      { ...whole, zoom: 4 },
      size
    )
    expect(nearer.length).toBe(2)
  })

  it('are gone through by arrow keys', () => {
    expect(nextCentre(centres, undefined, 'ArrowRight')).toBe(0)
    expect(nextCentre(centres, 0, 'ArrowRight')).toBe(2)
    expect(nextCentre(centres, 2, 'ArrowDown')).toBe(1)
    expect(nextCentre(centres, 1, 'ArrowDown')).toBe(1)
    expect(typicalRows(points, centres[0], 2)).toEqual([1, 0])
  })

  it('give way to photos from near, at most one in a place', () => {
    expect(photosInView(grid, whole, size)).toBeUndefined()
    const near = photosInView(points, whole, size)
    expect(near?.inView).toBe(6)
    expect(near?.photos.map(({ row }) => row)).toEqual([0, 2, 3, 5])
  })
})
