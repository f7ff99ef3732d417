/**
 * The accuracy to expect, from the rehearsal: with its scope, its interval, and each seen class that played
 * unseen.
 */
import { defined } from '@unseen/core/internal'
import { ActionButton } from '../page/ActionButton.js'
import { stopJob } from '../page/shell-actions.js'
import { useAct, useSession, useStudio } from '../page/use-studio.js'
import { EmptyState, ErrorState, JobProgress } from '../parts/States.js'
import { Term } from '../parts/Term.js'
import { rehearseAgain } from '../rehearse/actions.js'
import { useDescribing } from './use-describing.js'
import { AccuracyStrip } from './AccuracyStrip.js'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import styles from './describe.module.css'

export function AccuracySection(): ReactNode {
  return (
    <div className={styles.section} role="group" aria-label="What to expect">
      <Accuracy />
    </div>
  )
}

function Accuracy(): ReactNode {
  const act = useAct()
  const job = useStore(useStudio().jobs.store, ({ jobs }) => jobs.find(({ kind }) => kind === 'rehearse'))
  const rehearsal = useSession(session => session.rehearsal)
  const seen = useSession(session => session.model?.seen)
  const describing = useDescribing()
  const hasData = useSession(session => session.data !== undefined)
  if (job?.status === 'running') {
    const classes = Math.floor(job.done)
    return (
      <JobProgress
        label="Rehearsing"
        done={classes}
        total={job.total}
        secondsLeft={job.secondsLeft}
        note="known classes are hidden and described"
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
          ? 'A test hides known classes, describes them and counts: the only honest guess for a class without photos.'
          : 'A test needs the photos that the model learned from; this project is a model alone.'}
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
  const name = describing?.described.name
  const alike = weighed(
    byClass.map(each => ({ name: each.class, value: each.unseen })),
    seen,
    describing?.facts?.mixture
  )
  return (
    <>
      <div className={styles.head}>
        <span className={styles.number} data-testid="expected" data-accuracy={value}>
          About {inHundred(value)} in 100 right
        </span>
        <span className={styles.spread}>give or take {Math.round(50 * (high - low))}</span>
        <ActionButton kind="quiet" action={rehearseAgain} argument={undefined} />
      </div>
      <p className={styles.note}>
        Tested by <Term word="rehearsal">hiding</Term> {Math.round(candidates)} known classes in turn
        {status === 'cancelled' ? ', stopped early' : ''}; against all {byClass.length}:{' '}
        {inHundred(all.calibrated.unseen)} in 100.
        {alike !== undefined && (
          <>
            {' '}
            <span data-testid="alike">
              The classes {name} is made of, when hidden: <b>{inHundred(alike)} in 100</b>.
            </span>
          </>
        )}
      </p>
      <AccuracyStrip value={value} low={low} high={high} classes={byClass} />
    </>
  )
}

const inHundred = (share: number): number => Math.round(100 * share)

/**
 * How the classes did that this one is made of, each by its share: what to expect of it rather than of any
 * class. Undefined where fewer than half of it were hidden.
 */
function weighed(
  hidden: readonly { readonly name: string; readonly value: number }[],
  seen: readonly string[] | undefined,
  mixture: readonly number[] | undefined
): number | undefined {
  if (seen === undefined || mixture === undefined) return undefined
  let [sum, whole] = [0, 0]
  for (const { name, value } of hidden) {
    const share = Math.max(0, mixture[seen.indexOf(name)] ?? 0)
    sum += share * value
    whole += share
  }
  return whole < 0.5 ? undefined : sum / whole
}
