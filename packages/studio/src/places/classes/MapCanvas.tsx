/** The canvas of the map: drawn anew in the next frame whenever something changes; pointer, wheel and keys. The list of the region is its twin in text. */
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { count } from '../../base/say.js'
import { useSession, useStudio } from '../../hooks/studio.js'
import { Thumbnail } from '../../parts/Thumbnail.js'
import styles from './MapView.module.css'
import type { ClassLook } from './map-look.js'
import { drawPoints, moved, rowAt, rowsIn, toPixels, whole, zoomed, type Box, type MapPoints, type MapWindow, type Size } from './map-plane.js'

export type MapTool = 'select' | 'move'

export interface MapCanvasProps {
  readonly points: MapPoints
  readonly looks: readonly ClassLook[]
  readonly window: MapWindow
  readonly onWindow: (window: MapWindow) => void
  readonly onSize: (size: Size) => void
  readonly tool: MapTool
  readonly only: number | undefined
  readonly onRegion: (rows: readonly number[]) => void
}

/** Of a key, in pixels. */
const STEP = 60
/** A box smaller than this was a click. */
const CLICK = 3

export function MapCanvas({ points, looks, window: view, onWindow, onSize, tool, only, onRegion }: MapCanvasProps): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null)
  const shade = useStore(useStudio().theme.store, (theme) => theme.shade)
  const sheet = useSession((session) => session.sheet)
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  const [box, setBox] = useState<Box | undefined>(undefined)
  const [hover, setHover] = useState<number | undefined>(undefined)
  const last = useRef<{ readonly left: number; readonly top: number } | undefined>(undefined)

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

  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const element = canvas.current
      const context = element?.getContext('2d')
      if (!element || !context) return
      const ratio = globalThis.devicePixelRatio || 1
      element.width = Math.round(size.width * ratio)
      element.height = Math.round(size.height * ratio)
      context.setTransform(ratio, 0, 0, ratio, 0, 0)
      const tokens = getComputedStyle(document.documentElement)
      const started = performance.now()
      drawPoints(context, { points, looks, window: view, size, only, colour: (token) => tokens.getPropertyValue(token).trim() })
      element.dataset['drawn'] = (performance.now() - started).toFixed(1)
    })
    return () => cancelAnimationFrame(frame)
  }, [points, looks, view, size, only, shade])

  useEffect(() => {
    // React's own listener is passive: the page would zoom besides.
    const element = canvas.current
    const wheel = (event: WheelEvent): void => {
      event.preventDefault()
      onWindow(zoomed(view, size, Math.exp(-event.deltaY / 400), event.offsetX, event.offsetY))
    }
    element?.addEventListener('wheel', wheel, { passive: false })
    return () => element?.removeEventListener('wheel', wheel)
  }, [view, size, onWindow])

  const placeOf = (event: PointerEvent): { readonly left: number; readonly top: number } => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    return { left: event.clientX - left, top: event.clientY - top }
  }
  const down = (event: PointerEvent): void => {
    event.currentTarget.setPointerCapture(event.pointerId)
    const at = placeOf(event)
    last.current = at
    setHover(undefined)
    if (tool === 'select') setBox({ ...at, right: at.left, bottom: at.top })
  }
  const move = (event: PointerEvent): void => {
    const at = placeOf(event)
    if (last.current === undefined) return setHover(rowAt(points, view, size, at.left, at.top))
    if (tool === 'select') return setBox((before) => before && { ...before, right: at.left, bottom: at.top })
    onWindow(moved(view, size, at.left - last.current.left, at.top - last.current.top))
    last.current = at
  }
  const up = (event: PointerEvent): void => {
    const { left, top } = placeOf(event)
    last.current = undefined
    setBox(undefined)
    if (box === undefined) return
    const region = { ...box, right: left, bottom: top }
    const isClick = Math.abs(region.right - region.left) < CLICK && Math.abs(region.bottom - region.top) < CLICK
    const one = rowAt(points, view, size, left, top)
    onRegion(isClick ? (one === undefined ? [] : [one]) : rowsIn(points, view, size, region))
  }
  const key = (event: KeyboardEvent): void => {
    const next: Readonly<Record<string, () => MapWindow>> = {
      ArrowLeft: () => moved(view, size, STEP, 0), ArrowRight: () => moved(view, size, -STEP, 0), ArrowUp: () => moved(view, size, 0, STEP), ArrowDown: () => moved(view, size, 0, -STEP),
      '+': () => zoomed(view, size, 1.5), '=': () => zoomed(view, size, 1.5), '-': () => zoomed(view, size, 1 / 1.5), Home: () => whole,
    }
    if (!(event.key in next) || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    onWindow(next[event.key]())
  }
  const label = hover === undefined ? '' : `image ${count(hover + 1)}, labelled ${looks[points.labels[hover]].name}`
  const [left, top] = hover === undefined ? [0, 0] : toPixels(view, size, points.x[hover], points.y[hover])
  return (
    <div className={styles.stage}>
      <canvas
        ref={canvas} className={styles.canvas} data-tool={tool} tabIndex={0} role="img" aria-label={`Map of ${count(points.x.length)} images. Arrow keys move, plus and minus bring it nearer and farther; Select what is in view lists the images.`}
        onPointerDown={down} onPointerMove={move} onPointerUp={up} onPointerCancel={up} onPointerLeave={() => setHover(undefined)} onKeyDown={key}
      />
      {box !== undefined && <span className={styles.box} style={{ left: Math.min(box.left, box.right), top: Math.min(box.top, box.bottom), width: Math.abs(box.right - box.left), height: Math.abs(box.bottom - box.top) }} />}
      {hover !== undefined && (
        <span className={styles.hover} style={{ ...(left < size.width / 2 ? { left: left + 10 } : { right: size.width - left + 10 }), ...(top < size.height / 2 ? { top: top + 10 } : { bottom: size.height - top + 10 }) }}>
          <Thumbnail sheet={sheet} row={hover} size={64} label={label} />{label}
        </span>
      )}
    </div>
  )
}
