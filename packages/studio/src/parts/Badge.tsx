/** A small word in a frame: 'unseen' (dashed, as the class itself), 'in use'. */
import type { ReactNode } from 'react'
import styles from './parts.module.css'

export function Badge({
  kind = 'plain',
  children
}: {
  readonly kind?: 'plain' | 'unseen' | 'accent'
  readonly children: ReactNode
}): ReactNode {
  return <span className={[styles.badge, styles[kind]].join(' ')}>{children}</span>
}
