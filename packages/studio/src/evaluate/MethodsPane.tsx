/** Methods side by side. Ours, the paper's and others' stand in groups of their own, never in one row. */
import { ActionButton } from '../page/ActionButton.js'
import { useAct, useProject, useSession, useStudio } from '../page/use-studio.js'
import { Choice } from '../parts/Field.js'
import { Pane, PaneBody, PaneHeader } from '../parts/Pane.js'
import { EmptyState, JobProgress } from '../parts/States.js'
import { MethodRow } from './MethodRow.js'
import { compareQuick, compareThese } from './actions.js'
import type { BiasFacts, EvaluationFacts, MethodFacts } from './facts.js'
import { comparisonOf } from './kept-comparison.js'
import { useMemo, type ReactNode } from 'react'
import { useStore } from 'zustand'
import styles from './evaluate.module.css'

const groups = [
  { kind: 'ours', title: 'Ours', note: '' },
  { kind: 'paper', title: 'The paper', note: 'Zhang and Saligrama, 2015' },
  { kind: 'other', title: 'Others', note: '' }
] as const
/** Methods that take longer, added one by one. */
const slow = ['sse-learned', 'ale', 'sje', 'devise', 'latem', 'cmt', 'random-forest', 'pst']

export function MethodsPane({
  measured,
  at
}: {
  readonly measured: EvaluationFacts
  readonly at: BiasFacts
}): ReactNode {
  const { jobs } = useStudio()
  const act = useAct()
  const model = useSession(session => session.model)
  const table = useSession(session => session.data?.table)
  const runs = useProject(project => project.runs)
  const comparison = useMemo(() => comparisonOf(runs, table), [runs, table])
  const job = useStore(jobs.store, state =>
    state.jobs.find(({ kind, status }) => kind === 'compare' && status === 'running')
  )
  const inUse: MethodFacts = {
    name: 'in-use',
    title: model?.method ?? '',
    source: '',
    kind: model?.settings.weights === 'class' ? 'ours' : 'paper',
    unseenOnly: measured.unseenOnly,
    seen: at.seen,
    unseen: at.unseen,
    harmonic: at.harmonic,
    seconds: model?.seconds ?? 0
  }
  const lines = [inUse, ...(comparison?.methods ?? [])]
  return (
    <Pane label="Methods">
      <PaneHeader title="Methods" note="same split and test photos, settings chosen on hidden classes">
        {comparison === undefined ? (
          <ActionButton action={compareQuick} argument={undefined} disabled={job !== undefined} />
        ) : (
          <Choice
            label="Add a method"
            quiet
            disabled={job !== undefined}
            value=""
            options={[
              { value: '', label: 'Add a method' },
              ...slow.map(name => ({ value: name, label: name }))
            ]}
            onChange={name => {
              if (name !== '') act(compareThese, name)
            }}
          />
        )}
      </PaneHeader>
      <PaneBody label="Methods" className={styles.methodsBody}>
        <table className={styles.methodsTable}>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">method</span>
              </th>
              <th scope="col">Only described</th>
              <th scope="col">Known</th>
              <th scope="col">Described</th>
              <th scope="col">H</th>
              <th scope="col" className={styles.methodsScale}>
                <span className="visually-hidden">H as a dot</span>
                <span aria-hidden className={styles.ticks}>
                  <span>0</span>
                  <span>50</span>
                  <span>100</span>
                </span>
              </th>
              <th scope="col">Time</th>
            </tr>
          </thead>
          {groups
            .filter(({ kind }) => lines.some(line => line.kind === kind))
            .map(({ kind, title, note }) => (
              <tbody key={kind} data-kind={kind}>
                <tr className={styles.group}>
                  <th scope="rowgroup" colSpan={7}>
                    {title} <span>{note}</span>
                  </th>
                </tr>
                {lines
                  .filter(line => line.kind === kind)
                  .sort(
                    (a, b) =>
                      Number(b.name === 'in-use') - Number(a.name === 'in-use') ||
                      (b.harmonic ?? 0) - (a.harmonic ?? 0)
                  )
                  .map(line => (
                    <MethodRow key={line.name} line={line} />
                  ))}
              </tbody>
            ))}
        </table>
        {job !== undefined && (
          <div className={styles.job}>
            <JobProgress
              label="Comparing methods"
              done={job.done}
              total={job.total}
              secondsLeft={job.secondsLeft}
              stopLabel="Stop, keep what is done"
              onStop={() => jobs.stop(job.id)}
            />
          </div>
        )}
        {comparison === undefined && job === undefined && (
          <div className={styles.job}>
            <EmptyState title="How do other methods do on the same photos?">
              Each gets the same budget and chooses its settings on held-out classes. The quick ones take a
              minute or so; the page stays usable.
            </EmptyState>
          </div>
        )}
      </PaneBody>
    </Pane>
  )
}
