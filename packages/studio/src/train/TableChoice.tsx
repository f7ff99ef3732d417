/**
 * Which table of signatures is in use; another one is trained on at once, as one step that can be undone, and
 * what it cannot describe is kept and said.
 */
import { keptElsewhere, tableChoices } from '../document/tables.js'
import { list, plural } from '../lib/say.js'
import { stopJob } from '../page/shell-actions.js'
import { useAct, useDocument, useSession, useStudio } from '../page/use-studio.js'
import { Choice } from '../parts/Field.js'
import { JobProgress } from '../parts/States.js'
import type { DataFacts } from '../worker/facts.js'
import { chooseTable } from './table-actions.js'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import styles from './train.module.css'

export function TableChoice(): ReactNode {
  const { jobs } = useStudio()
  const act = useAct()
  const data = useSession(session => session.data)
  const document = useDocument(now => now)
  const job = useStore(jobs.store, state =>
    state.jobs.find(({ kind, status }) => kind === 'use' && status === 'running')
  )
  if (data === undefined || data.tables.length < 2) return null
  const elsewhere = keptElsewhere(document)
  return (
    <div className={styles.planTable}>
      <Choice
        label="Signatures"
        value={data.table}
        disabled={job !== undefined}
        onChange={table => act(chooseTable, table)}
        options={tableChoices(data.tables.map(({ name }) => name)).map(value => ({
          value,
          label: labelOf(value, data)
        }))}
      />
      {job !== undefined && (
        <JobProgress
          label={job.label}
          done={job.done}
          total={job.total}
          secondsLeft={job.secondsLeft}
          note={job.note}
          onStop={() => act(stopJob, job.id)}
        />
      )}
      {elsewhere.map(({ table, names }) => (
        <p key={table} className={styles.from}>
          Kept with {table}, which alone {names.length === 1 ? 'describes it' : 'describes them'}:{' '}
          {list(names)}.
        </p>
      ))}
    </div>
  )
}

/** 'sentences: 384 numbers' */
function labelOf(table: string, { tables }: DataFacts): string {
  const parts = table.split(' + ').flatMap(name => tables.find(each => each.name === name) ?? [])
  return `${table}: ${plural(
    parts.reduce((sum, { length }) => sum + length, 0),
    'number'
  )}`
}
