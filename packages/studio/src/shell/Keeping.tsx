/** Said where the project is not saved as it should be: another page was at it, or there is no room. */
import type { ReactNode } from 'react'
import { keepMine, takeTheirs } from '../actions/keeping.js'
import { useAct, useProject } from '../hooks/studio.js'
import styles from './Keeping.module.css'

export function Keeping(): ReactNode {
  const act = useAct()
  const keeping = useProject((project) => project.keeping)
  if (keeping === 'impossible') return <span className={styles.keeping} role="status">This browser keeps nothing: save the project as a file.</span>
  return (
    <span className={styles.keeping} role="status">
      Another tab changed this project.
      <button type="button" onClick={() => act(takeTheirs, undefined)}>Take its state</button>
      <button type="button" onClick={() => act(keepMine, undefined)}>Keep this one as a copy</button>
    </span>
  )
}
