/**
 * The canvas of the map: drawn anew in the next frame whenever something changes; pointers, wheel and keys.
 * The list of the region is its twin in text.
 */
import { count, plural } from '../lib/say.js'
import { useStudio } from '../page/use-studio.js'
import { MapHover, MapLens } from './MapLens.js'
import { MapNames, MapOverview, MapPhotos } from './MapOverlay.js'
import {
  type Centre,
  PHOTO,
  nextCentre,
  photosInView,
  placeNames,
  typicalRows,
  type Wanted
} from './map-names.js'
import { type ClassLook, drawPoints } from './map-pixels.js'
import {
  type LabelledPoints,
  type MapWindow,
  type Size,
  type Spot,
  boxBetween,
  createRowFinder,
  moved,
  pinched,
  rowsWithin,
  toPixels,
  toPlane,
  whole,
  NEAREST,
  zoomed
} from './map-plane.js'
import {
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode
} from 'react'
import { useStore } from 'zustand'
import styles from './classes.module.css'

/** What dragging does: a box, a line drawn freely around something, or moving the map. */
export type MapTool = 'box' | 'lasso' | 'move'

export interface MapCanvasProps {
  readonly points: LabelledPoints
  readonly looks: readonly ClassLook[]
  readonly window: MapWindow
  readonly onWindow: (change: (before: MapWindow) => MapWindow) => void
  readonly onSize: (size: Size) => void
  readonly tool: MapTool
  /** the class in hand: it stands out */
  readonly only: number | undefined
  readonly onOnly: (at: number | undefined) => void
  readonly centres: readonly Centre[]
  /** names to place, the most important first */
  readonly names: readonly Wanted[]
  readonly selected: ReadonlySet<number>
  readonly onRegion: (rows: readonly number[]) => void
}

/** Of a key, in pixels. */
const STEP = 60
/** An outline smaller than this was a click. */
const CLICK = 3

export function MapCanvas({
  points,
  looks,
  window: view,
  onWindow,
  onSize,
  tool,
  only,
  onOnly,
  centres,
  names,
  selected,
  onRegion
}: MapCanvasProps): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null)
  const shade = useStore(useStudio().theme.store, theme => theme.shade)
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  const [drawn, setDrawn] = useState<readonly Spot[]>([])
  const [hover, setHover] = useState<number | undefined>(undefined)
  const rowAt = useMemo(() => createRowFinder(points), [points])
  const near = useMemo(() => photosInView(points, view, size), [points, view, size])
  const isNear = near !== undefined
  const placed = useMemo(() => placeNames(names, view, size), [names, view, size])
  const lensOf = hover === undefined ? only : points.labels[hover]
  const lens = useMemo(() => {
    const centre = centres.find(({ at }) => at === lensOf)
    return centre && { centre, rows: typicalRows(points, centre, 9) }
  }, [centres, points, lensOf])
  /** As near as it takes to see photos there. */
  const goNear = (x: number, y: number): void =>
    onWindow(before => {
      let zoom = Math.max(before.zoom, 2)
      while (zoom < NEAREST && photosInView(points, { x, y, zoom }, size) === undefined) zoom *= 1.25
      return { x, y, zoom: Math.min(NEAREST, zoom) }
    })
  /** where each finger, or the mouse with its button down, was last */
  const held = useRef(new Map<number, Spot>())

  useEffect(() => {
    const element = canvas.current
    if (element === null) return
    const observer = new ResizeObserver(() => {
      const next = { width: element.clientWidth, height: element.clientHeight }
      setSize(next)
      onSize(next)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [onSize])

  const image = useRef<ImageData | undefined>(undefined)
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const element = canvas.current
      const context = element?.getContext('2d')
      const ratio = globalThis.devicePixelRatio || 1
      const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)]
      if (!element || !context || width === 0 || height === 0) return
      const started = performance.now()
      if (image.current?.width !== width || image.current.height !== height) {
        Object.assign(element, { width, height })
        image.current = new ImageData(width, height)
      }
      const tokens = getComputedStyle(document.documentElement)
      const pixels = new Uint32Array(image.current.data.buffer)
      if (isNear) pixels.fill(0)
      else
        drawPoints(
          { pixels, width, height, ratio },
          { points, looks, window: view, size, only, colour: token => tokens.getPropertyValue(token).trim() }
        )
      context.putImageData(image.current, 0, 0)
      element.dataset['drawn'] = (performance.now() - started).toFixed(1)
    })
    return () => cancelAnimationFrame(frame)
  }, [points, looks, view, size, only, shade, isNear])

  useEffect(() => {
    // React's own listener is passive: the page would zoom besides.
    const element = canvas.current
    const wheel = (event: WheelEvent): void => {
      event.preventDefault()
      // Two fingers on a touch pad come as small steps with Control.
      const factor = Math.exp(-event.deltaY / (event.ctrlKey ? 100 : 400))
      onWindow(before => zoomed(before, size, factor, event.offsetX, event.offsetY))
    }
    element?.addEventListener('wheel', wheel, { passive: false })
    return () => element?.removeEventListener('wheel', wheel)
  }, [size, onWindow])

  const spotOf = (event: PointerEvent): Spot => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    return { left: event.clientX - left, top: event.clientY - top }
  }
  const down = (event: PointerEvent): void => {
    event.currentTarget.setPointerCapture(event.pointerId)
    const spot = spotOf(event)
    held.current.set(event.pointerId, spot)
    setHover(undefined)
    // A second finger: the two bring the map nearer or move it, and nothing is drawn.
    setDrawn(tool === 'move' || held.current.size > 1 ? [] : [spot])
  }
  const move = (event: PointerEvent): void => {
    const spot = spotOf(event)
    const before = held.current.get(event.pointerId)
    if (before === undefined) return setHover(rowAt(view, size, spot))
    const other = [...held.current].find(([id]) => id !== event.pointerId)?.[1]
    held.current.set(event.pointerId, spot)
    if (other !== undefined) onWindow(now => pinched(now, size, other, before, spot))
    else if (tool === 'move')
      onWindow(now => moved(now, size, spot.left - before.left, spot.top - before.top))
    else
      setDrawn(line =>
        line.length === 0 ? line : tool === 'box' ? boxBetween(line[0], spot) : [...line, spot]
      )
  }
  const up = (event: PointerEvent): void => {
    held.current.delete(event.pointerId)
    setDrawn([])
    if (drawn.length === 0) return
    const isClick = drawn.every(
      ({ left, top }) => Math.abs(left - drawn[0].left) < CLICK && Math.abs(top - drawn[0].top) < CLICK
    )
    const one = isClick ? rowAt(view, size, drawn[0]) : undefined
    onRegion(isClick ? (one === undefined ? [] : [one]) : rowsWithin(points, view, size, drawn))
  }
  const leave = (event: PointerEvent): void => {
    held.current.delete(event.pointerId)
    setDrawn([])
  }
  const key = (event: KeyboardEvent): void => {
    const next: Readonly<Record<string, (before: MapWindow) => MapWindow>> = {
      ...(event.shiftKey
        ? {
            ArrowLeft: (before: MapWindow) => moved(before, size, STEP, 0),
            ArrowRight: (before: MapWindow) => moved(before, size, -STEP, 0),
            ArrowUp: (before: MapWindow) => moved(before, size, 0, STEP),
            ArrowDown: (before: MapWindow) => moved(before, size, 0, -STEP)
          }
        : {}),
      '+': before => zoomed(before, size, 1.5),
      '=': before => zoomed(before, size, 1.5),
      '-': before => zoomed(before, size, 1 / 1.5),
      Home: () => whole
    }
    if (event.ctrlKey || event.metaKey) return
    const focused = centres.find(({ at }) => at === only)
    if (event.key in next) onWindow(next[event.key])
    else if (isArrow(event.key)) onOnly(nextCentre(centres, only, event.key))
    else if (event.key === 'Enter' && focused !== undefined) goNear(focused.x, focused.y)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const [left, top] = hover === undefined ? [0, 0] : toPixels(view, size, points.x[hover], points.y[hover])
  return (
    <div className={styles.stage}>
      <canvas
        ref={canvas}
        className={styles.canvas}
        data-tool={tool}
        tabIndex={0}
        role="img"
        aria-label={`Map of ${count(points.x.length)} photos. Arrow keys go from class to class, Enter goes near, minus far; with Shift they move the map.`}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={leave}
        onPointerLeave={() => setHover(undefined)}
        onDoubleClick={({ nativeEvent: { offsetX, offsetY } }) =>
          goNear(...toPlane(view, size, offsetX, offsetY))
        }
        onKeyDown={key}
      />
      {isNear && <MapPhotos photos={near.photos} points={points} looks={looks} selected={selected} />}
      <MapNames names={placed} looks={looks} isNear={isNear} />
      {isNear && <MapOverview points={points} looks={looks} window={view} size={size} />}
      <p className={styles.mapNote}>
        {isNear
          ? `${plural(near.inView, 'photo')} in view, at most one in ${PHOTO} px; nearer shows the rest.`
          : `Solid: known. Hollow and underlined: described. ${placed.length < names.length ? `${placed.length} of ${names.length} names have room; nearer` : 'Nearer'}, dots become photos.`}
      </p>
      {drawn.length > 1 && (
        <svg className={styles.outline} aria-hidden="true">
          <polygon points={drawn.map(spot => `${spot.left},${spot.top}`).join(' ')} />
        </svg>
      )}
      {lens !== undefined && !isNear && drawn.length === 0 && (
        <MapLens name={looks[lens.centre.at].name} photos={lens.centre.count} rows={lens.rows} />
      )}
      {hover !== undefined && (
        <MapHover
          row={hover}
          style={{
            ...(left < size.width / 2 ? { left: left + 10 } : { right: size.width - left + 10 }),
            ...(top < size.height / 2 ? { top: top + 10 } : { bottom: size.height - top + 10 })
          }}
        />
      )}
    </div>
  )
}

type ArrowKey = Parameters<typeof nextCentre>[2]
const isArrow = (key: string): key is ArrowKey => /^Arrow(?:Left|Right|Up|Down)$/.test(key)
