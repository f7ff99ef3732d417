/**
 * Said once: a step that cannot be seen, with Undo beside it for ten seconds; a problem, until it is closed;
 * results, for screen readers.
 */
import { ActionButton } from '../page/ActionButton.js'
import { undo } from '../page/history-actions.js'
import { isMac } from '../page/use-media.js'
import { useAct, useProject, useStudio } from '../page/use-studio.js'
import { Button } from '../parts/Button.js'
import { ErrorState } from '../parts/States.js'
import { goOn, interruptedText, leaveIt } from './interrupted-actions.js'
import { shownShortcut } from './shortcuts.js'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import styles from './shell.module.css'

const STAYS = 10_000

export function Notices(): ReactNode {
  const { notices, interrupted } = useStudio()
  const project = useProject(({ id }) => id)
  const broken = useStore(interrupted.store, ({ jobs }) => jobs)
  const act = useAct()
  const { undone, problem, spoken } = useStore(notices.store)
  useEffect(() => {
    if (undone === undefined) return
    const timer = setTimeout(() => notices.store.setState({ undone: undefined }), STAYS)
    return () => clearTimeout(timer)
  }, [undone, notices])
  return (
    <div className={styles.notices}>
      <p role="status" aria-live="polite" className="visually-hidden">
        {spoken}
      </p>
      {undone !== undefined && (
        <div className={styles.undo} role="status">
          <span>{undone.text}</span>
          <button type="button" onClick={() => act(undo, undefined)}>
            Undo
          </button>
          <kbd>{shownShortcut('mod+z', isMac)}</kbd>
        </div>
      )}
      {broken
        .filter(job => job.project === project)
        .map(job => (
          <div key={`${job.kind} ${job.again}`} className={styles.interrupted} role="status">
            <span>{interruptedText(job)}</span>
            <ActionButton action={goOn} argument={job} kind="main" />
            <ActionButton action={leaveIt} argument={job} />
          </div>
        ))}
      {problem !== undefined && (
        <div className={styles.problem}>
          <ErrorState
            problem={problem}
            ways={<Button onClick={() => notices.problem(undefined)}>Close</Button>}
          />
        </div>
      )}
    </div>
  )
}
