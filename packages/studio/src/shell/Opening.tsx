/** Between a reload and the project being there again. */
import type { ReactNode } from 'react'
import { stopJob } from '../actions/shell.js'
import { useAct } from '../hooks/studio.js'
import { JobProgress } from '../parts/States.js'
import type { Job } from '../state/jobs.js'
import styles from './Opening.module.css'

export function Opening({ job: { id, label, done, total, secondsLeft } }: { readonly job: Job }): ReactNode {
  const act = useAct()
  return (
    <div className={styles.opening}>
      <JobProgress
        label={label}
        done={done}
        total={total}
        secondsLeft={secondsLeft}
        onStop={() => act(stopJob, id)}
      />
    </div>
  )
}
