/**
 * A pane: header of 44 px, then what scrolls. Sections within are parted by lines that align across panes.
 */
import { defined } from '@unseen/core/internal'
import type { CSSProperties, ReactNode, Ref } from 'react'
import styles from './parts.module.css'

export interface PaneProps {
  /** names the region for screen readers */
  readonly label: string
  readonly className?: string | undefined
  /** the page is this pane alone, without a sentence: its label is the page's heading */
  readonly isPage?: boolean
  readonly style?: CSSProperties
  readonly children: ReactNode
}

export function Pane({ label, className, isPage = false, style, children }: PaneProps): ReactNode {
  return (
    <section aria-label={label} className={[styles.pane, className].filter(Boolean).join(' ')} style={style}>
      {isPage && <h1 className="visually-hidden">{label}</h1>}
      {children}
    </section>
  )
}

/** What of a pane scrolls; reached by keys, since it may hold nothing that takes the focus. */
export function PaneBody({
  label,
  className,
  ref,
  children
}: {
  readonly label: string
  readonly className?: string | undefined
  readonly ref?: Ref<HTMLDivElement>
  readonly children: ReactNode
}): ReactNode {
  return (
    <div
      ref={ref}
      className={[styles.body, className].filter(Boolean).join(' ')}
      role="group"
      aria-label={label}
      tabIndex={0}
    >
      {children}
    </div>
  )
}

export interface PaneHeaderProps {
  readonly title: ReactNode
  readonly note?: ReactNode
  /** at the right */
  readonly children?: ReactNode
}

export function PaneHeader({ title, note, children }: PaneHeaderProps): ReactNode {
  return (
    <header className={styles.header}>
      <h2 className={styles.title}>{title}</h2>
      {note !== undefined && <span className={styles.note}>{note}</span>}
      <span className={styles.tools}>{children}</span>
    </header>
  )
}

export function Section({
  label,
  className,
  children
}: {
  readonly label?: string
  readonly className?: string | undefined
  readonly children: ReactNode
}): ReactNode {
  return (
    <div
      className={[styles.section, className].filter(Boolean).join(' ')}
      {...defined({ role: label === undefined ? undefined : 'group', 'aria-label': label })}
    >
      {children}
    </div>
  )
}

/** The one computed sentence a pane opens with; that of the page is its heading. */
export function Sentence({
  children,
  small = false,
  isHeading = false
}: {
  readonly children: ReactNode
  readonly small?: boolean
  readonly isHeading?: boolean
}): ReactNode {
  const Element = isHeading ? 'h1' : 'p'
  return <Element className={small ? styles.sentenceSmall : styles.sentence}>{children}</Element>
}
