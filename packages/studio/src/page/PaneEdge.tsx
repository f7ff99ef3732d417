/**
 * The edge of a page's first pane, dragged or moved by arrow keys; its width is remembered in this browser.
 * Wide windows alone have one.
 */
import { useStudio } from './use-studio.js'
import type { CSSProperties, KeyboardEvent, PointerEvent, ReactNode } from 'react'
import { useStore } from 'zustand'
import styles from './page.module.css'

export interface PaneLimits {
  /** as it is designed; a double click goes back to it */
  readonly usual: number
  readonly least: number
  readonly most: number
}

/** `style` is for the page's grid, whose first column is var(--first-pane); `edge` goes last into it. */
export function usePaneEdge(
  page: string,
  { usual, least, most }: PaneLimits
): { readonly style: CSSProperties; readonly edge: ReactNode } {
  const { layout } = useStudio()
  const width = Math.min(most, Math.max(least, useStore(layout.store, ({ widths }) => widths[page]) ?? usual))
  const set = (wanted: number): void =>
    layout.setWidth(page, Math.round(Math.min(most, Math.max(least, wanted))))
  const drag = ({ currentTarget, pointerId, clientX }: PointerEvent): void => {
    if (currentTarget.hasPointerCapture(pointerId)) set(clientX)
  }
  const key = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
    if (by === 0) return
    event.preventDefault()
    event.stopPropagation()
    set(width + by * (event.shiftKey ? 50 : 10))
  }
  return {
    style: { '--first-pane': `${width}px` } as CSSProperties,
    edge: (
      <div
        className={styles.edge}
        role="separator"
        aria-orientation="vertical"
        aria-label="Width of the first pane"
        aria-valuemin={least}
        aria-valuemax={most}
        aria-valuenow={width}
        tabIndex={0}
        onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
        onPointerMove={drag}
        onKeyDown={key}
        onDoubleClick={() => set(usual)}
      />
    )
  }
}
