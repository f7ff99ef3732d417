/** One's own data, with the doctor's findings as a checklist. */
import { duration, plural } from '../lib/say.js'
import { ActionButton } from '../page/ActionButton.js'
import type { Action } from '../page/action.js'
import { chosenFiles } from '../page/chosen-files.js'
import { openFiles, takeFiles } from '../page/file-actions.js'
import { saveAs } from '../page/save-as.js'
import { stopJob } from '../page/shell-actions.js'
import { useAct, useStudio } from '../page/use-studio.js'
import { Button } from '../parts/Button.js'
import { Icon } from '../parts/Icon.js'
import { ErrorState, JobProgress } from '../parts/States.js'
import type { Examination } from '../worker/facts.js'
import { Checklist } from './Checklist.js'
import { StartCard } from './StartCard.js'
import { type ReactNode, useRef } from 'react'
import { useStore } from 'zustand'
import styles from './start.module.css'

export function DataCard(): ReactNode {
  const { pages, jobs } = useStudio()
  const act = useAct()
  const { dropped, examination, problem, card } = useStore(pages.start)
  const job = useStore(jobs.store, state =>
    state.jobs.find(({ kind, status }) => kind === 'open' && status === 'running')
  )
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const open = (list: FileList | null): void => {
    const chosen = chosenFiles(list)
    if (chosen.length > 0) act(openFiles, chosen)
  }
  const failed = card === 'data' && problem !== undefined
  const choose = (
    <>
      <Button onClick={() => folder.current?.click()} icon="folder">
        Choose a folder
      </Button>
      <Button onClick={() => files.current?.click()} icon="file">
        Choose files
      </Button>
    </>
  )
  return (
    <StartCard
      title="Tables of numbers"
      note={
        dropped === undefined ? (
          'Features of your photos, and a table that describes the classes.'
        ) : (
          <span className={styles.dropped}>
            <Icon name="folder" size={15} />
            <span>{dropped}</span>
            <Button kind="quiet" onClick={() => files.current?.click()}>
              Choose another
            </Button>
          </span>
        )
      }
      foot={
        examination === undefined ? (
          choose
        ) : (
          <>
            <ActionButton
              kind={examination.usable ? 'main' : 'plain'}
              action={takeFiles}
              argument={undefined}
              disabled={job !== undefined}
            >
              {continueLabel(examination)}
            </ActionButton>
            <ActionButton action={saveReport} argument={examination}>
              Report
            </ActionButton>
          </>
        )
      }
    >
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label="Files of my data"
        data-testid="data-files"
        onChange={event => open(event.currentTarget.files)}
      />
      <input
        ref={folder}
        type="file"
        hidden
        aria-label="Folder of my data"
        {...{ webkitdirectory: '' }}
        onChange={event => open(event.currentTarget.files)}
      />
      {failed && <ErrorState problem={problem} />}
      {job !== undefined && card === 'data' ? (
        <JobProgress
          label={job.label}
          done={job.done}
          total={job.total}
          secondsLeft={job.secondsLeft}
          note={job.note}
          onStop={() => act(stopJob, job.id)}
        />
      ) : examination !== undefined ? (
        <>
          <p className={styles.found}>
            <b>Needs a look</b>
            <span>
              {plural(examination.checks, 'check')}, {duration(examination.seconds)}
            </span>
          </p>
          <Checklist examination={examination} />
        </>
      ) : (
        !failed && (
          <ul className={styles.formats}>
            <li>
              <b>One CSV</b>: a column “label”, columns of features; and attributes.csv beside it
            </li>
            <li>
              <b>A folder</b>: features.npy, labels.csv, attributes.csv, or a dataset.json
            </li>
            <li>
              <b>npz, mat</b>: arrays of these names; the files of xlsa17 as they are
            </li>
            <li>
              <b>zip</b>: any of these, packed
            </li>
          </ul>
        )
      )}
    </StartCard>
  )
}

function continueLabel({ usable, findings }: Examination): string {
  if (usable) return 'Learn'
  return `Learn: ${findings.filter(({ blocks }) => blocks).length} to mend first`
}

const marks = { good: '+', note: '.', warning: '!', error: 'x' } as const

/** The doctor's findings to take along, as text. */
function reportText({ name, checks, findings }: Examination): string {
  const lines = findings.flatMap(({ severity, text, remedy }) => [
    `${marks[severity]} ${text}`,
    ...(remedy === undefined ? [] : [`    ${remedy}`])
  ])
  return `${name}: ${checks} checks\n\n${lines.join('\n')}\n`
}

const saveReport: Action<Examination> = {
  name: 'files.report',
  label: 'Save the findings',
  perform: (_studio, examination) =>
    saveAs(new Blob([reportText(examination)], { type: 'text/plain' }), `${examination.name}-findings.txt`)
}
