/** What lies over the points: names from far, photos from near, and where on the whole map one is. */
import { count } from '../lib/say.js'
import { useSession } from '../page/use-studio.js'
import { Thumbnail } from '../parts/Thumbnail.js'
import type { PlacedName, photosInView } from './map-names.js'
import type { ClassLook } from './map-pixels.js'
import { type LabelledPoints, type MapWindow, type Size, toPlane } from './map-plane.js'
import { type ReactNode, useEffect, useRef } from 'react'
import styles from './classes.module.css'

export function MapNames({
  names,
  looks,
  isNear
}: {
  readonly names: readonly PlacedName[]
  readonly looks: readonly ClassLook[]
  readonly isNear: boolean
}): ReactNode {
  return names.map(({ key, text, left, top, at, isFamily }) => (
    <span
      key={key}
      className={styles.mapName}
      data-family={isFamily || undefined}
      data-described={(!isFamily && looks[at].hollow) || undefined}
      data-near={isNear || undefined}
      data-name={text}
      style={{ left, top }}
    >
      {text}
    </span>
  ))
}

export function MapPhotos({
  photos,
  points,
  looks,
  selected
}: {
  readonly photos: NonNullable<ReturnType<typeof photosInView>>['photos']
  readonly points: LabelledPoints
  readonly looks: readonly ClassLook[]
  readonly selected: ReadonlySet<number>
}): ReactNode {
  const sheet = useSession(session => session.sheet)
  return photos.map(({ row, left, top }) => {
    const { name, token } = looks[points.labels[row]]
    return (
      <span
        key={row}
        className={styles.mapPhoto}
        data-selected={selected.has(row) || undefined}
        style={{ left, top, borderBottomColor: `var(${token})` }}
      >
        <Thumbnail sheet={sheet} row={row} size={48} label={`photo ${count(row + 1)}, labelled ${name}`} />
      </span>
    )
  })
}

/** Of the overview, in pixels. */
const SIDE = 204

export function MapOverview({
  points,
  looks,
  window,
  size
}: {
  readonly points: LabelledPoints
  readonly looks: readonly ClassLook[]
  readonly window: MapWindow
  readonly size: Size
}): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (context === null || context === undefined || canvas.current === null) return
    const tokens = getComputedStyle(canvas.current)
    const colours = looks.map(({ token }) => tokens.getPropertyValue(token))
    context.clearRect(0, 0, SIDE, SIDE)
    points.labels.forEach((label, row) => {
      context.fillStyle = colours[label]
      context.fillRect(points.x[row] * SIDE - 0.5, points.y[row] * SIDE - 0.5, 1.5, 1.5)
    })
  }, [points, looks])
  const [left, top] = toPlane(window, size, 0, 0)
  const [right, bottom] = toPlane(window, size, size.width, size.height)
  const part = (value: number): string => `${100 * Math.min(1, Math.max(0, value))}%`
  return (
    <div className={styles.overview} aria-hidden>
      <canvas ref={canvas} width={SIDE} height={SIDE} />
      <span
        style={{
          left: part(left),
          top: part(top),
          right: part(1 - right),
          bottom: part(1 - bottom)
        }}
      />
    </div>
  )
}
