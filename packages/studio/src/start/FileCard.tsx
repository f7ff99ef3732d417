/** The third card: a project or a model from a file, and the projects of this browser. */
import { day, plural } from '../lib/say.js'
import { chosenFiles } from '../page/chosen-files.js'
import { openFiles } from '../page/file-actions.js'
import { useAct, useStudio } from '../page/use-studio.js'
import { Button, IconButton } from '../parts/Button.js'
import { Icon } from '../parts/Icon.js'
import { ErrorState } from '../parts/States.js'
import { forgetRecent, openRecent } from '../project/actions.js'
import type { ProjectRecord } from '../storage/project-record.js'
import { StartCard } from './StartCard.js'
import type { ReactNode } from 'react'
import { useRef } from 'react'
import { useStore } from 'zustand'
import styles from './start.module.css'

export function FileCard(): ReactNode {
  const act = useAct()
  const { pages, server } = useStudio()
  const { recent, problem, card } = useStore(pages.start)
  const hasServer = useStore(server.store, ({ address }) => address !== undefined)
  const input = useRef<HTMLInputElement>(null)
  return (
    <StartCard
      title="Open a file"
      note="A project, a model, or a table of features."
      foot={
        <Button icon="file" onClick={() => input.current?.click()}>
          Choose a file
        </Button>
      }
    >
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Project or model file"
        data-testid="file"
        onChange={event => {
          const chosen = chosenFiles(event.currentTarget.files)
          if (chosen.length > 0) act(openFiles, chosen)
        }}
      />
      {card === 'file' && problem !== undefined ? (
        <ErrorState problem={problem} />
      ) : (
        <p className={styles.drop}>
          Drop it anywhere on this page<small>unseen, zip, npz, npy, mat, csv</small>
        </p>
      )}
      {!hasServer && recent.length === 0 && (
        <p className={styles.fileCardNote}>
          A server’s models: <code>unseen serve MODEL --studio</code> serves this page with them.
        </p>
      )}
      {recent.length > 0 && (
        <>
          <h3 className={styles.fileCardTitle}>Recent</h3>
          <ul className={styles.fileCardList} tabIndex={0} aria-label="Recent projects">
            {recent.map(record => (
              <li key={record.id}>
                <button
                  type="button"
                  className={styles.item}
                  data-action="project.recent"
                  onClick={() => act(openRecent, record)}
                >
                  <Icon name="file" size={16} />
                  <span>
                    {record.name}
                    <small>{factsOf(record)}</small>
                  </span>
                </button>
                <IconButton
                  icon="cross"
                  label={`Remove ${record.name} from this browser`}
                  onClick={() => act(forgetRecent, record)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </StartCard>
  )
}

function factsOf({ savedAt, source, counts, server }: ProjectRecord): string {
  if (server !== undefined) return `${day(savedAt)}, a model of the server`
  return source === 'model'
    ? `${day(savedAt)}, model only`
    : `${day(savedAt)}, ${counts.seen} seen, ${counts.unseen} unseen, ${plural(counts.rows, 'image')}`
}
