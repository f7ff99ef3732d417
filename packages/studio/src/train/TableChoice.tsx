/**
 * Which table of signatures is in use; another one is trained on anew, and what it cannot express is said
 * before.
 */
import { keptElsewhere, tableChoices } from '../document/tables.js'
import { list, plural } from '../lib/say.js'
import { ActionButton } from '../page/ActionButton.js'
import { stopJob } from '../page/shell-actions.js'
import { useAct, useDocument, useSession, useStudio } from '../page/use-studio.js'
import { Choice } from '../parts/Field.js'
import { JobProgress } from '../parts/States.js'
import type { DataFacts } from '../worker/facts.js'
import { chooseTable } from './table-actions.js'
import { useState, type ReactNode } from 'react'
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
  const [wanted, setWanted] = useState<string>()
  if (data === undefined || data.tables.length < 2) return null
  const chosen = wanted ?? data.table
  const known = unseenOf(data)
  const staying = document.classes
    .filter(
      ({ name, mixture }) =>
        !known.has(name) &&
        mixture === undefined &&
        (document.aside?.[chosen] ?? []).every(each => each.name !== name)
    )
    .map(({ name }) => name)
  const elsewhere = keptElsewhere(document)
  return (
    <div className={styles.planTable}>
      <Choice
        label="Signatures"
        value={chosen}
        disabled={job !== undefined}
        onChange={setWanted}
        options={tableChoices(data.tables.map(({ name }) => name)).map(value => ({
          value,
          label: labelOf(value, data)
        }))}
      />
      {job !== undefined ? (
        <JobProgress
          label={job.label}
          done={job.done}
          total={job.total}
          secondsLeft={job.secondsLeft}
          note={job.note}
          onStop={() => act(stopJob, job.id)}
        />
      ) : (
        chosen !== data.table && (
          <>
            <p className={styles.from}>
              Trains anew, with the settings of the model in use. Classes are then described by {chosen}
              {staying.length === 0
                ? ''
                : `; ${list(staying)} cannot be: ${staying.length === 1 ? 'it is' : 'they are'} kept, and come${staying.length === 1 ? 's' : ''} back with ${data.table}`}
              .
            </p>
            <ActionButton action={chooseTable} argument={chosen} />
          </>
        )
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

/** Classes without training images: every table of the data describes them. */
const unseenOf = ({ classes, trained }: DataFacts): ReadonlySet<string> =>
  new Set(classes.filter((_, at) => trained[at] === 0))

/** 'sentences: 384 numbers' */
function labelOf(table: string, { tables }: DataFacts): string {
  const parts = table.split(' + ').flatMap(name => tables.find(each => each.name === name) ?? [])
  return `${table}: ${plural(
    parts.reduce((sum, { length }) => sum + length, 0),
    'number'
  )}`
}
