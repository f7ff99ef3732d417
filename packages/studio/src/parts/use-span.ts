/**
 * Of a long list only what is in view exists: which entries that is, and how much room stands for the rest.
 * Works along either direction of what scrolls.
 */
import { type RefObject, useEffect, useState } from 'react'

export interface Span {
  /** entries that exist: from, up to but without to */
  readonly from: number
  readonly to: number
  /** pixels that stand for those before and after */
  readonly before: number
  readonly after: number
}

export interface SpanOptions {
  readonly count: number
  /** of an entry, in pixels */
  readonly size: number
  readonly along?: 'y' | 'x'
  /** pixels of what scrolls before the first entry */
  readonly offset?: number
}

/** Entries beyond either edge, so that a step of the wheel shows no gap. */
const BEYOND = 6

export function useSpan(
  scroller: RefObject<HTMLElement | null>,
  { count, size, along = 'y', offset = 0 }: SpanOptions
): Span {
  const [{ start, length }, setView] = useState({ start: 0, length: 0 })
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const look = (): void => {
      const [at, room] =
        along === 'y' ? [element.scrollTop, element.clientHeight] : [element.scrollLeft, element.clientWidth]
      // A whole entry at a time: between them nothing changes.
      const next = { start: Math.floor((at - offset) / size), length: Math.ceil(room / size) + 1 }
      setView(before => (before.start === next.start && before.length === next.length ? before : next))
    }
    look()
    element.addEventListener('scroll', look, { passive: true })
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      observer.disconnect()
    }
  }, [scroller, along, size, offset])
  return spanOf(start, length, count, size)
}

/** The entries around those in view, within all there are. */
export function spanOf(start: number, length: number, count: number, size: number): Span {
  const from = Math.max(0, Math.min(count - length, start) - BEYOND)
  const to = Math.min(count, Math.max(0, start + length) + BEYOND)
  return { from, to, before: from * size, after: (count - to) * size }
}
