/** Between a reload and the project being there again. */
import type { Job } from '../page/jobs.js'
import { stopJob } from '../page/shell-actions.js'
import { useAct } from '../page/use-studio.js'
import { JobProgress } from '../parts/States.js'
import type { ReactNode } from 'react'
import styles from './shell.module.css'

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
