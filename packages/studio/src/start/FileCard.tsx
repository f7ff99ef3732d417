/** A project or a model from a file. */
import { chosenFiles } from '../page/chosen-files.js'
import { openFiles } from '../page/file-actions.js'
import { useAct, useStudio } from '../page/use-studio.js'
import { Button } from '../parts/Button.js'
import { ErrorState } from '../parts/States.js'
import { StartCard } from './StartCard.js'
import type { ReactNode } from 'react'
import { useRef } from 'react'
import { useStore } from 'zustand'
import styles from './start.module.css'

export function FileCard(): ReactNode {
  const act = useAct()
  const { pages, server } = useStudio()
  const { problem, card } = useStore(pages.start)
  const hasServer = useStore(server.store, ({ address }) => address !== undefined)
  const input = useRef<HTMLInputElement>(null)
  return (
    <StartCard
      title="A project or a model"
      note="A file that Studio or `unseen` wrote."
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
      {!hasServer && (
        <p className={styles.fileCardNote}>
          A server’s models: <code>unseen serve MODEL --studio</code> serves this page with them.
        </p>
      )}
    </StartCard>
  )
}
