/** A group that folds. */
import { Icon } from './Icon.js'
import type { ReactNode } from 'react'
import { useId } from 'react'
import styles from './parts.module.css'

export interface FoldProps {
  readonly title: ReactNode
  readonly note?: ReactNode
  readonly folded: boolean
  readonly onToggle: () => void
  readonly children: ReactNode
}

export function Fold({ title, note, folded, onToggle, children }: FoldProps): ReactNode {
  const id = useId()
  return (
    <div>
      <h3 className={styles.foldTitle}>
        <button
          type="button"
          className={styles.foldButton}
          aria-expanded={!folded}
          aria-controls={id}
          onClick={onToggle}
        >
          <Icon name={folded ? 'right' : 'down'} size={14} />
          <span>{title}</span>
          {note !== undefined && <span className={styles.foldNote}>{note}</span>}
        </button>
      </h3>
      <div id={id} hidden={folded}>
        {children}
      </div>
    </div>
  )
}
