/** Said where the project is not saved as it should be: another tab has it, or there is no room. */
import type { ProjectState } from '../page/project.js'
import { useAct, useProject } from '../page/use-studio.js'
import { keepMine, takeTheirs, workHere } from './keeping-actions.js'
import type { ReactNode } from 'react'
import styles from './project.module.css'

export function Keeping(): ReactNode {
  const act = useAct()
  const keeping = useProject(project => project.keeping)
  if (keeping === 'impossible')
    return (
      <span className={styles.keeping} role="status">
        This browser keeps nothing: save the project as a file.
      </span>
    )
  if (keeping === 'elsewhere') {
    return (
      <span className={styles.keeping} role="status">
        Open in another tab: nothing is saved from here.
        <button type="button" onClick={() => act(workHere, undefined)}>
          Work here
        </button>
        <button type="button" onClick={() => act(keepMine, undefined)}>
          Go on with a copy
        </button>
      </span>
    )
  }
  if (keeping !== 'conflict') return null
  return (
    <span className={styles.keeping} role="status">
      Another tab changed this project.
      <button type="button" onClick={() => act(takeTheirs, undefined)}>
        Take its state
      </button>
      <button type="button" onClick={() => act(keepMine, undefined)}>
        Keep this one as a copy
      </button>
    </span>
  )
}

/** Whether there is something to say. */
export const isUnkept = (keeping: ProjectState['keeping']): boolean =>
  keeping === 'impossible' || keeping === 'elsewhere' || keeping === 'conflict'
