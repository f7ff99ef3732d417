/**
 * The canvas of the map: drawn anew in the next frame whenever something changes; pointers, wheel and keys.
 * The list of the region is its twin in text.
 */
import { count } from '../lib/say.js'
import { useSession, useStudio } from '../page/use-studio.js'
import { Thumbnail } from '../parts/Thumbnail.js'
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
  whole,
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
  readonly only: number | undefined
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
  onRegion
}: MapCanvasProps): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null)
  const shade = useStore(useStudio().theme.store, theme => theme.shade)
  const sheet = useSession(session => session.sheet)
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  const [drawn, setDrawn] = useState<readonly Spot[]>([])
  const [hover, setHover] = useState<number | undefined>(undefined)
  const rowAt = useMemo(() => createRowFinder(points), [points])
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
      drawPoints(
        { pixels, width, height, ratio },
        { points, looks, window: view, size, only, colour: token => tokens.getPropertyValue(token).trim() }
      )
      context.putImageData(image.current, 0, 0)
      element.dataset['drawn'] = (performance.now() - started).toFixed(1)
    })
    return () => cancelAnimationFrame(frame)
  }, [points, looks, view, size, only, shade])

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
      ArrowLeft: before => moved(before, size, STEP, 0),
      ArrowRight: before => moved(before, size, -STEP, 0),
      ArrowUp: before => moved(before, size, 0, STEP),
      ArrowDown: before => moved(before, size, 0, -STEP),
      '+': before => zoomed(before, size, 1.5),
      '=': before => zoomed(before, size, 1.5),
      '-': before => zoomed(before, size, 1 / 1.5),
      Home: () => whole
    }
    if (!(event.key in next) || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    onWindow(next[event.key])
  }
  const label =
    hover === undefined ? '' : `image ${count(hover + 1)}, labelled ${looks[points.labels[hover]].name}`
  const [left, top] = hover === undefined ? [0, 0] : toPixels(view, size, points.x[hover], points.y[hover])
  return (
    <div className={styles.stage}>
      <canvas
        ref={canvas}
        className={styles.canvas}
        data-tool={tool}
        tabIndex={0}
        role="img"
        aria-label={`Map of ${count(points.x.length)} images. Arrow keys move, plus and minus bring it nearer and farther; Select what is in view lists the images.`}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={leave}
        onPointerLeave={() => setHover(undefined)}
        onKeyDown={key}
      />
      {drawn.length > 1 && (
        <svg className={styles.outline} aria-hidden="true">
          <polygon points={drawn.map(spot => `${spot.left},${spot.top}`).join(' ')} />
        </svg>
      )}
      {hover !== undefined && (
        <span
          className={styles.hover}
          style={{
            ...(left < size.width / 2 ? { left: left + 10 } : { right: size.width - left + 10 }),
            ...(top < size.height / 2 ? { top: top + 10 } : { bottom: size.height - top + 10 })
          }}
        >
          <Thumbnail sheet={sheet} row={hover} size={64} label={label} />
          {label}
        </span>
      )}
    </div>
  )
}
