/**
 * A dotted word that explains itself on hover and on focus; Escape closes it. Drawn in the top layer, so that
 * no pane cuts it off.
 */
import type { KeyboardEvent, ReactNode } from 'react'
import { useId, useRef } from 'react'
import styles from './parts.module.css'

const GAP = 6

export function Tooltip({
  text,
  children
}: {
  readonly text: ReactNode
  readonly children: ReactNode
}): ReactNode {
  const id = useId()
  const word = useRef<HTMLSpanElement>(null)
  const box = useRef<HTMLSpanElement>(null)
  const show = (): void => {
    const [target, popover] = [word.current, box.current]
    if (target === null || popover === null || popover.matches(':popover-open')) return
    popover.showPopover()
    const at = target.getBoundingClientRect()
    const { width, height } = popover.getBoundingClientRect()
    const below = at.bottom + GAP + height < window.innerHeight
    popover.style.left = `${Math.max(GAP, Math.min(at.left, window.innerWidth - width - GAP))}px`
    popover.style.top = `${below ? at.bottom + GAP : at.top - height - GAP}px`
  }
  const hide = (): void => {
    if (box.current?.matches(':popover-open') === true) box.current.hidePopover()
  }
  const escape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || box.current?.matches(':popover-open') !== true) return
    event.stopPropagation()
    hide()
  }
  return (
    <>
      <span
        ref={word}
        className={styles.word}
        tabIndex={0}
        role="note"
        aria-describedby={id}
        onPointerEnter={show}
        onPointerLeave={hide}
        onFocus={show}
        onBlur={hide}
        onKeyDown={escape}
      >
        {children}
      </span>
      <span ref={box} id={id} role="tooltip" popover="manual" className={styles.tooltipBox}>
        {text}
      </span>
    </>
  )
}
