/**
 * What lies over the page: a box in the middle (find, keys; wide: what can be taken away) or a drawer at the
 * right. A native dialog, so that focus and Escape are right.
 */
import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import styles from './parts.module.css'

export interface DialogProps {
  readonly label: string
  readonly kind?: 'box' | 'wide' | 'drawer'
  readonly onClose: () => void
  readonly children: ReactNode
}

export function Dialog({ label, kind = 'box', onClose, children }: DialogProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (element?.open === false) element.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-label={label}
      className={[styles.dialog, styles[kind]].join(' ')}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
      onClick={event => {
        if (event.target === dialog.current) onClose()
      }}
    >
      <div className={styles.inside}>{children}</div>
    </dialog>
  )
}
