/** The newest job that runs: what, time left, and a way to stop it. */
import { duration } from '../lib/say.js'
import { stopJob } from '../page/shell-actions.js'
import { useAct, useStudio } from '../page/use-studio.js'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import styles from './shell.module.css'

const ROUND = 2 * Math.PI * 6

export function JobInBar(): ReactNode {
  const act = useAct()
  const job = useStore(useStudio().jobs.store, ({ jobs }) => jobs.find(({ status }) => status === 'running'))
  if (job === undefined) return null
  const { id, label, done, total, secondsLeft } = job
  const part = total === undefined || total === 0 ? 0.08 : done / total
  return (
    <button
      type="button"
      className={styles.job}
      title="Stop"
      aria-label={`${label}: stop`}
      onClick={() => act(stopJob, id)}
    >
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
        <circle cx="8" cy="8" r="6" fill="none" stroke="var(--line-2)" strokeWidth="2" />
        <circle
          cx="8"
          cy="8"
          r="6"
          fill="none"
          stroke="var(--accent)"
          strokeWidth="2"
          strokeDasharray={`${part * ROUND} ${ROUND}`}
          transform="rotate(-90 8 8)"
        />
      </svg>
      <span className={styles.text}>
        {label}
        {secondsLeft === undefined || secondsLeft < 1 ? '' : `, ${duration(secondsLeft)} left`}
      </span>
    </button>
  )
}
