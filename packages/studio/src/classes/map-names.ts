/** Names on the map: where each class lies, which names have room, and which class lies in a direction. */
import { type LabelledPoints, type MapWindow, type Size, toPixels } from './map-plane.js'

export interface Centre {
  /** index into the looks */
  readonly at: number
  readonly x: number
  readonly y: number
  readonly count: number
}

/** The middle of each class that has points (medians: no stray point moves it). */
export function centresOf({ x, y, labels }: LabelledPoints, classes: number): readonly Centre[] {
  const rows: number[][] = Array.from({ length: classes }, () => [])
  labels.forEach((label, row) => rows.at(label)?.push(row))
  const median = (values: Float32Array, of: readonly number[]): number =>
    Float32Array.from(of, row => values[row]).sort()[Math.floor(of.length / 2)]
  return rows.flatMap((of, at) =>
    of.length === 0 ? [] : [{ at, x: median(x, of), y: median(y, of), count: of.length }]
  )
}

/** A name to be placed: the first come first. */
export interface Wanted {
  readonly key: string
  readonly text: string
  readonly x: number
  readonly y: number
  readonly isFamily: boolean
  /** the class it is of, index into the looks */
  readonly at: number
}

export interface PlacedName extends Wanted {
  readonly left: number
  readonly top: number
}

/** Pixels: of a letter and of a line, of families and of classes, and the room between two names. */
const sizes = { family: { letter: 8.1, line: 19 }, class: { letter: 6.4, line: 15 } } as const
const ROOM = 3

interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

const isFree = (box: Box, boxes: readonly Box[], { width, height }: Size): boolean =>
  box.left >= 0 &&
  box.top >= 0 &&
  box.right <= width &&
  box.bottom <= height &&
  boxes.every(
    other =>
      other.right <= box.left || other.left >= box.right || other.bottom <= box.top || other.top >= box.bottom
  )

/** Those in view that overlap none before them. */
export function placeNames(wanted: readonly Wanted[], window: MapWindow, size: Size): readonly PlacedName[] {
  const boxes: Box[] = []
  return wanted.flatMap(each => {
    const [left, middle] = toPixels(window, size, each.x, each.y)
    const { letter, line } = sizes[each.isFamily ? 'family' : 'class']
    const [half, tall] = [(each.text.length * letter) / 2 + ROOM, line / 2 + ROOM]
    const boxAt = (top: number) => ({
      left: left - half,
      top: top - tall,
      right: left + half,
      bottom: top + tall
    })
    // Where its place is taken, it may stand a line lower or higher.
    const top = [0, 2 * tall, -2 * tall]
      .map(off => middle + off)
      .find(place => isFree(boxAt(place), boxes, size))
    if (top === undefined) return []
    boxes.push(boxAt(top))
    return [{ ...each, left, top }]
  })
}

/** The class that lies nearest in a direction of the arrow keys; the same one where there is none. */
export function nextCentre(
  centres: readonly Centre[],
  from: number | undefined,
  key: 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown'
): number | undefined {
  const here = centres.find(({ at }) => at === from)
  if (here === undefined) return [...centres].sort((a, b) => b.count - a.count).at(0)?.at
  const [right, down] = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1]
  }[key]
  const away = ({ x, y }: Centre): number => {
    const [along, across] = [
      (x - here.x) * right + (y - here.y) * down,
      Math.abs((x - here.x) * down) + Math.abs((y - here.y) * right)
    ]
    return along <= 0 ? Infinity : along + 2 * across
  }
  const best = centres.reduce((near, each) => (away(each) < away(near) ? each : near))
  return away(best) === Infinity ? here.at : best.at
}

/** Rows of a class nearest to its middle, for the lens. */
export function typicalRows(
  { x, y, labels }: LabelledPoints,
  { at, x: cx, y: cy }: Centre,
  count: number
): readonly number[] {
  const rows: number[] = []
  labels.forEach((label, row) => {
    if (label === at) rows.push(row)
  })
  const away = (row: number): number => (x[row] - cx) ** 2 + (y[row] - cy) ** 2
  return rows.sort((a, b) => away(a) - away(b) || a - b).slice(0, count)
}

/** Pixels between two photos of the near map. */
export const PHOTO = 54
/** So many points to a place are still shown as photos: the others come nearer. */
const CROWD = 3

/** From near: at most one row in each place of a photo; undefined where too many points are in view. */
export function photosInView(
  { x, y }: LabelledPoints,
  window: MapWindow,
  size: Size
):
  | { readonly inView: number; readonly photos: readonly { row: number; left: number; top: number }[] }
  | undefined {
  const [columns, lines] = [Math.floor(size.width / PHOTO), Math.floor(size.height / PHOTO)]
  if (columns < 1 || lines < 1) return undefined
  const places = new Map<number, number>()
  let inView = 0
  for (let row = 0; row < x.length; row++) {
    const [left, top] = toPixels(window, size, x[row], y[row])
    const [column, line] = [Math.floor(left / PHOTO), Math.floor(top / PHOTO)]
    if (column < 0 || line < 0 || column >= columns || line >= lines) continue
    inView++
    if (!places.has(line * columns + column)) places.set(line * columns + column, row)
  }
  if (inView > CROWD * places.size || places.size > columns * lines * 0.8) return undefined
  return {
    inView,
    photos: [...places].map(([place, row]) => ({
      row,
      left: (place % columns) * PHOTO,
      top: Math.floor(place / columns) * PHOTO
    }))
  }
}
