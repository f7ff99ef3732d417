/** All runs, newest first; two or more that are ticked can be compared. */
import type { Run } from '../document/runs.js'
import { clock, duration, percent } from '../lib/say.js'
import { ActionButton } from '../page/ActionButton.js'
import { useAct, useSession } from '../page/use-studio.js'
import { IconButton } from '../parts/Button.js'
import { Pane, PaneBody, PaneHeader } from '../parts/Pane.js'
import { compareRuns, forgetRun, showRun, tickRun } from './actions.js'
import { statusText, useRuns, useTrainJob, useTrainPage } from './use-train.js'
import type { ReactNode } from 'react'
import styles from './train.module.css'

export function RunList(): ReactNode {
  const runs = useRuns()
  const selected = useTrainPage(page => page.selected)
  return (
    <Pane label="Runs">
      <PaneHeader title="Runs" note={String(runs.length)}>
        <ActionButton action={compareRuns} argument={undefined}>
          {selected.length > 1 ? `Compare ${selected.length}` : 'Compare'}
        </ActionButton>
      </PaneHeader>
      <PaneBody label="Runs">
        <ul>
          {runs.map(run => (
            <RunItem key={run.id} run={run} first={runs[0].id} />
          ))}
        </ul>
        <p className={styles.note}>
          {runs.length === 0 ? 'Runs are listed here.' : 'Runs are kept in the project file.'} Accuracy is on
          held-out classes, so runs compare.
        </p>
      </PaneBody>
    </Pane>
  )
}

function RunItem({ run, first }: { readonly run: Run; readonly first: string }): ReactNode {
  const act = useAct()
  const { id, number, title, best, startedAt, seconds, status, table } = run
  const inUse = useSession(session => session.data?.table)
  const shown = useTrainPage(page => (page.shown ?? first) === id)
  const ticked = useTrainPage(page => page.selected.includes(id))
  const used = useTrainPage(page => page.used === id)
  const job = useTrainJob()
  return (
    <li className={styles.run} data-run={number} data-status={status} data-selected={shown || undefined}>
      <label className={styles.tick}>
        <input type="checkbox" checked={ticked} onChange={() => act(tickRun, id)} />
        <span className="visually-hidden">Compare run {number}</span>
      </label>
      <button
        type="button"
        className={styles.show}
        aria-current={shown || undefined}
        onClick={() => act(showRun, id)}
      >
        <span>
          <b>Run {number}</b> {title}
        </span>
        <b>{best === undefined ? '' : percent(best.accuracy, 1)}</b>
        <span className={styles.runListFacts} data-failed={status === 'failed' || undefined}>
          {used && <em>in use </em>}
          {[
            statusText(run, job !== undefined),
            clock(startedAt),
            seconds === undefined ? '' : `took ${duration(seconds)}`,
            table === undefined || table === inUse ? '' : `on ${table}`
          ]
            .filter(text => text !== '')
            .join(', ')}
        </span>
      </button>
      {(status !== 'running' || job === undefined) && (
        <IconButton icon="cross" label={`Remove run ${number}`} onClick={() => act(forgetRun, id)} />
      )}
    </li>
  )
}
