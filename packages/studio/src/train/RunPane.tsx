/** One run: how far it is, the settings it tried, the course of the training, and the best. */
import type { Run } from '../document/runs.js'
import { clock, duration, percent, plural } from '../lib/say.js'
import { ActionButton } from '../page/ActionButton.js'
import type { Job } from '../page/jobs.js'
import { Pane, PaneBody, PaneHeader, Section, Sentence } from '../parts/Pane.js'
import { EmptyState, ErrorState } from '../parts/States.js'
import { rehearseAgain } from '../rehearse/actions.js'
import { SettingsMap } from './SettingsMap.js'
import { TrainingCharts } from './TrainingCharts.js'
import { goOnWithRun, stopRun, useRun } from './actions.js'
import { statusText, useTrainJob, useTrainPage } from './use-train.js'
import type { ReactNode } from 'react'
import styles from './train.module.css'

/** What the paper's letters are called here. */
const optionWords: Readonly<Record<string, string>> = {
  gamma: 'smoothing, γ',
  lambda1: 'size of references, λ₁',
  lambda2: 'margin per class, λ₂',
  lambda3: 'margin per image, λ₃'
}

export function RunPane({ run }: { readonly run: Run }): ReactNode {
  const job = useTrainJob()
  const used = useTrainPage(page => page.used === run.id)
  const isRunning = run.status === 'running' && job !== undefined
  const best = run.best
  return (
    <Pane label={`Run ${run.number}`}>
      <PaneHeader title={`Run ${run.number}: ${run.title}`} note={`started ${clock(run.startedAt)}`}>
        {isRunning && <ActionButton action={stopRun} argument={undefined} />}
      </PaneHeader>
      <PaneBody label={`Run ${run.number}`}>
        <div className={styles.top}>
          <Sentence isHeading>
            {sentenceOf(run, isRunning || run.status === 'waiting' ? job : undefined)}
          </Sentence>
          {isRunning && <Bar job={job} />}
          {!isRunning && job === undefined && run.status !== 'done' && run.status !== 'failed' && (
            <div className={styles.goOn}>
              <ActionButton action={goOnWithRun} argument={run.id} kind="main" />
              <span>
                {run.status === 'stopped'
                  ? 'It was stopped'
                  : run.status === 'waiting'
                    ? 'It waited for its turn when the page was loaded again'
                    : 'It was interrupted when the page was loaded again'}
                ; it goes on from what it has tried.
              </span>
            </div>
          )}
          {run.problem !== undefined && <ErrorState problem={{ what: run.problem }} />}
        </div>
        <Section label="Settings tried" className={styles.found}>
          <SettingsMap run={run} />
          {best !== undefined && (
            <div className={styles.best} data-testid="best" data-accuracy={best.accuracy}>
              <h3>Best</h3>
              <p className={styles.large}>
                {percent(best.accuracy, 1)} <small>± {(100 * best.standardError).toFixed(1)}</small>
              </p>
              <dl>
                {Object.entries(best.options).map(([name, value]) => (
                  <div key={name}>
                    <dt>{optionWords[name] ?? name}</dt>
                    <dd>{String(value)}</dd>
                  </div>
                ))}
              </dl>
              {best.alike > 1 && (
                <p className={styles.alike}>
                  {plural(best.alike - 1, 'other setting')} cannot be told from it.
                </p>
              )}
              <div className={styles.ways}>
                {used ? (
                  <ActionButton action={rehearseAgain} argument={undefined} />
                ) : (
                  <ActionButton action={useRun} argument={run.id} disabled={isRunning} />
                )}
                {used && <span className={styles.used}>in use</span>}
              </div>
            </div>
          )}
        </Section>
        {run.steps.length > 0 ? (
          <TrainingCharts steps={run.steps} tolerance={Number(best?.options['tolerance'] ?? 1e-3)} />
        ) : run.family === 'paper' && run.status !== 'failed' ? (
          <Section>
            <EmptyState title="Objective and duality gap follow.">
              They are shown while the best setting learns from all seen classes, after the search.
            </EmptyState>
          </Section>
        ) : (
          run.status === 'done' && (
            <Section>
              <p className={styles.alike}>
                The weights have a closed form: the optimum is reached at once, there is no gap to close.
              </p>
            </Section>
          )
        )}
      </PaneBody>
    </Pane>
  )
}

function Bar({ job: { done, total, note, secondsLeft } }: { readonly job: Job }): ReactNode {
  return (
    <>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label="Settings tried"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={total === undefined ? undefined : done}
      >
        <span style={{ width: `${total === undefined || total === 0 ? 0 : (100 * done) / total}%` }} />
      </div>
      <p className={styles.runFacts}>
        <span>{note ?? (total === undefined ? '' : `${done} of ${total} trainings`)}</span>
        <span>
          {secondsLeft === undefined || !Number.isFinite(secondsLeft)
            ? ''
            : `about ${duration(secondsLeft)} left`}
        </span>
      </p>
    </>
  )
}

function sentenceOf(run: Run, job: Job | undefined): ReactNode {
  const { status, best, tried, seconds } = run
  const soFar =
    best?.accuracy ?? (tried.length === 0 ? undefined : Math.max(...tried.map(({ accuracy }) => accuracy)))
  if (status === 'failed') return 'The run did not work.'
  if (status === 'waiting' && job !== undefined) return 'It begins when the run before it ends.'
  if (soFar === undefined)
    return job === undefined ? 'Nothing was found yet.' : 'The first settings are being tried.'
  if (job !== undefined)
    return (
      <>
        Best so far: <b>{percent(soFar, 1)}</b> on held-out classes.
      </>
    )
  return (
    <>
      <b>{percent(soFar, 1)}</b> right on held-out classes
      {status === 'done' ? <>, found in {duration(seconds ?? 0)}.</> : <>; {statusText(run, false)}.</>}
    </>
  )
}
