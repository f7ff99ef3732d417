/** One of the cards of the start page: title, what it leads to, what is inside, and the button at its foot. */
import type { ReactNode } from 'react'
import styles from './start.module.css'

export function StartCard({
  title,
  note,
  children,
  foot
}: {
  readonly title: string
  readonly note?: ReactNode
  readonly children?: ReactNode
  readonly foot?: ReactNode
}): ReactNode {
  return (
    <section className={styles.card} aria-label={title}>
      <h2>{title}</h2>
      {note !== undefined && <div className={styles.note}>{note}</div>}
      <div className={styles.inside}>{children}</div>
      {foot !== undefined && <div className={styles.foot}>{foot}</div>}
    </section>
  )
}
