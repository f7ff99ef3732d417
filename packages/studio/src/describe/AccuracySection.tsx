/**
 * The accuracy to expect, from the rehearsal: with its scope, its interval, and each seen class that played
 * unseen.
 */
import { defined } from '@unseen/core/internal'
import { percent } from '../lib/say.js'
import { ActionButton } from '../page/ActionButton.js'
import { stopJob } from '../page/shell-actions.js'
import { useAct, useSession, useStudio } from '../page/use-studio.js'
import { EmptyState, ErrorState, JobProgress } from '../parts/States.js'
import { Term } from '../parts/Term.js'
import { rehearseAgain } from '../rehearse/actions.js'
import { AccuracyStrip } from './AccuracyStrip.js'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import styles from './describe.module.css'

export function AccuracySection(): ReactNode {
  return (
    <div className={styles.section} role="group" aria-label="Expected accuracy">
      <Accuracy />
    </div>
  )
}

function Accuracy(): ReactNode {
  const act = useAct()
  const job = useStore(useStudio().jobs.store, ({ jobs }) => jobs.find(({ kind }) => kind === 'rehearse'))
  const rehearsal = useSession(session => session.rehearsal)
  const hasData = useSession(session => session.data !== undefined)
  if (job?.status === 'running') {
    const classes = Math.floor(job.done)
    return (
      <JobProgress
        label="Rehearsing"
        done={classes}
        total={job.total}
        secondsLeft={job.secondsLeft}
        note="seen classes are hidden and described"
        stopLabel={classes > 0 ? `Stop here, keep ${classes}` : 'Stop'}
        onStop={() => act(stopJob, job.id)}
      />
    )
  }
  if (rehearsal === undefined) {
    if (job?.problem !== undefined)
      return (
        <ErrorState
          problem={job.problem}
          ways={<ActionButton action={rehearseAgain} argument={undefined} />}
        />
      )
    return (
      <EmptyState
        title="How well will it work?"
        {...defined({
          ways: hasData ? <ActionButton action={rehearseAgain} argument={undefined} /> : undefined
        })}
      >
        {hasData
          ? 'A rehearsal hides seen classes, describes them and counts: the only honest guess for a class without images.'
          : 'A rehearsal needs the images that the model was trained on; this project is a model alone.'}
      </EmptyState>
    )
  }
  const {
    found: {
      unseen: {
        accuracy: { value, low, high }
      },
      all,
      byClass,
      candidates,
      status
    }
  } = rehearsal
  return (
    <>
      <div className={styles.head}>
        <span className={styles.number} data-testid="expected">
          {percent(value, 1)}
        </span>
        <span className={styles.spread}>± {(50 * (high - low)).toFixed(1)}</span>
        <span className={styles.scope}>expected accuracy among unseen</span>
        <ActionButton kind="quiet" action={rehearseAgain} argument={undefined} />
      </div>
      <p className={styles.note}>
        In <Term word="rehearsal">rehearsal</Term>, {Math.round(candidates)} seen classes hidden at a time
        {status === 'cancelled' ? ', stopped early' : ''}. Among all {byClass.length}:{' '}
        {percent(all.calibrated.unseen)}.
      </p>
      <AccuracyStrip value={value} low={low} high={high} classes={byClass} />
    </>
  )
}
