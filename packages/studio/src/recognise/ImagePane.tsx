/** The image itself, enlarged by a whole number, and ways to bring another. */
import { KEPT_MEGABYTES } from '../images/facts.js'
import { count } from '../lib/say.js'
import { openFiles, pasteImages } from '../page/file-actions.js'
import { useAct, useSession } from '../page/use-studio.js'
import { Button } from '../parts/Button.js'
import { Pane, PaneBody } from '../parts/Pane.js'
import { Thumbnail, scaleFor } from '../parts/Thumbnail.js'
import { Camera, hasCamera } from './Camera.js'
import type { RowAnswer } from './facts.js'
import { useRecognisePage } from './use-answer.js'
import { useRef, useState, type ReactNode } from 'react'
import styles from './recognise.module.css'

const ROOM = 256

export function ImagePane({ answer: { row, label, name } }: { readonly answer: RowAnswer }): ReactNode {
  const sheet = useSession(session => session.sheet)
  const dataset = useSession(({ data }) => data?.name)
  const act = useAct()
  const chooser = useRef<HTMLInputElement>(null)
  const own = useSession(({ data }) => data?.rows ?? 0)
  const isAdded = row >= own
  const picture = useRecognisePage(page => (isAdded ? page.added.at(row - own)?.url : undefined))
  const kept = useRecognisePage(page => (isAdded ? page.added.at(row - own)?.kept : undefined))
  const network = useRecognisePage(page => page.backbone)
  const isNetworkKept = useRecognisePage(page => page.backboneKept)
  const [looking, setLooking] = useState(false)
  const size =
    !isAdded &&
    sheet &&
    `${sheet.width} × ${sheet.height}, enlarged ${scaleFor(ROOM, sheet.width, sheet.height)} ×`
  return (
    <Pane label="Image">
      <PaneBody label="Image" className={styles.imageBody}>
        {picture === undefined ? (
          <Thumbnail
            sheet={isAdded ? undefined : sheet}
            row={row}
            size={ROOM}
            label={`image ${count(row + 1)}, labelled ${label ?? 'nothing'}`}
          />
        ) : (
          <img className={styles.picture} src={picture} alt={name ?? ''} />
        )}
        <p className={styles.imageFacts}>
          <b>Image {count(row + 1)}</b>
          <span>{size}</span>
        </p>
        <p className={styles.label}>
          {label === undefined ? 'No label' : `Label in ${dataset ?? 'the data'}: ${label}`}
          {name !== undefined && (
            <>
              <br />
              {name}
            </>
          )}
        </p>
        {kept !== undefined && (
          <p className={styles.label}>
            {kept
              ? 'Kept with the project, in this browser.'
              : `Not kept after a reload: ${KEPT_MEGABYTES} MB of your own images are, and there is no more room.`}
          </p>
        )}
        {network !== undefined && !isNetworkKept && (
          <p className={styles.label}>
            {network} has to be chosen again after a reload: networks of up to {KEPT_MEGABYTES} MB are kept.
          </p>
        )}
        <div className={styles.imageWays}>
          <Button icon="folder" onClick={() => chooser.current?.click()}>
            Open
          </Button>
          <Button icon="paste" onClick={() => act(pasteImages, undefined)}>
            Paste
          </Button>
          {network !== undefined && hasCamera() && (
            <Button icon="camera" onClick={() => setLooking(true)}>
              Use the camera
            </Button>
          )}
          <input
            ref={chooser}
            type="file"
            hidden
            multiple
            accept="image/*"
            onChange={event => {
              const files = [...(event.currentTarget.files ?? [])]
              if (files.length > 0)
                act(
                  openFiles,
                  files.map(blob => ({ name: blob.name, blob }))
                )
            }}
          />
        </div>
        {looking && <Camera onClose={() => setLooking(false)} />}
      </PaneBody>
    </Pane>
  )
}
