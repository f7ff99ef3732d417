/** The images of one cell of the confusion, the surest first. */
import { count, plural } from '../lib/say.js'
import { useAct, useSession } from '../page/use-studio.js'
import { IconButton } from '../parts/Button.js'
import { Dialog } from '../parts/Dialog.js'
import { PaneHeader, Sentence } from '../parts/Pane.js'
import { Thumbnail } from '../parts/Thumbnail.js'
import { closeCell, explainImage } from './actions.js'
import type { Cell } from './state.js'
import type { ReactNode } from 'react'
import styles from './evaluate.module.css'

const MOST = 240

export function CellImages({ cell: { label, answer, rows } }: { readonly cell: Cell }): ReactNode {
  const act = useAct()
  const sheet = useSession(session => session.sheet)
  const close = (): void => act(closeCell, undefined)
  return (
    <Dialog kind="drawer" label={`Images of ${label} taken for ${answer}`} onClose={close}>
      <PaneHeader title={`${label} taken for ${answer}`}>
        <IconButton icon="cross" label="Close" onClick={close} />
      </PaneHeader>
      <div className={styles.cellImagesBody}>
        <Sentence small>
          {rows === undefined ? (
            'Looking for them.'
          ) : rows.length === 0 ? (
            'There is none at this bias.'
          ) : label === answer ? (
            <>
              <b>{plural(rows.length, 'image')}</b> of {label}, recognised.
            </>
          ) : (
            <>
              <b>{plural(rows.length, 'image')}</b> of {label} that it takes for {answer}.
            </>
          )}
        </Sentence>
        {rows !== undefined && rows.length > 0 && (
          <p className={styles.cellImagesNote}>
            The surest first. Choose one to see why.
            {rows.length > MOST && ` The first ${count(MOST)} are shown.`}
          </p>
        )}
        <div className={styles.images}>
          {Array.from(rows?.subarray(0, MOST) ?? [], row => (
            <Thumbnail
              key={row}
              sheet={sheet}
              row={row}
              size={64}
              label={`image ${count(row + 1)}, labelled ${label}, taken for ${answer}`}
              corner={label !== answer}
              onClick={() => {
                close()
                act(explainImage, row)
              }}
            />
          ))}
        </div>
      </div>
    </Dialog>
  )
}
