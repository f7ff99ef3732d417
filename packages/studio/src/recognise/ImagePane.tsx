/** The photo itself, and ways to bring others. */
import { KEPT_MEGABYTES } from '../images/facts.js'
import { count } from '../lib/say.js'
import { useWidth } from '../page/use-media.js'
import { useSession } from '../page/use-studio.js'
import { Pane, PaneBody } from '../parts/Pane.js'
import { Thumbnail } from '../parts/Thumbnail.js'
import { AddPhotos } from './AddPhotos.js'
import type { RowAnswer } from './facts.js'
import { useRecognisePage, useShownRow } from './use-answer.js'
import { type ReactNode, useState } from 'react'
import styles from './recognise.module.css'

/** Whole numbers of times the pictures of the sample. */
const ROOM = { narrow: 224, middle: 256, wide: 416 } as const

export function ImagePane({ answer }: { readonly answer: RowAnswer | undefined }): ReactNode {
  const library = useSession(({ data }) => data?.rows ?? 0)
  const row = useShownRow() ?? 0
  const added = useRecognisePage(page => page.added)
  const waiting = useRecognisePage(page => page.dropped.find(({ key }) => key === page.shownPhoto))
  const own = row >= library ? added.at(row - library) : undefined
  const photo = waiting ?? own
  return (
    <Pane label="Photo">
      <PaneBody label="Photo" className={styles.imageBody}>
        {photo === undefined ? (
          <LibraryPhoto row={row} answer={answer} />
        ) : (
          <OwnPhoto
            photo={photo}
            place={own === undefined ? undefined : `${row - library + 1} of ${added.length}`}
            isWaiting={waiting !== undefined}
          />
        )}
      </PaneBody>
      <div className={styles.imageWays}>
        <AddPhotos all />
      </div>
    </Pane>
  )
}

function LibraryPhoto({
  row,
  answer
}: {
  readonly row: number
  readonly answer: RowAnswer | undefined
}): ReactNode {
  const sheet = useSession(session => session.sheet)
  const dataset = useSession(({ data }) => data?.name)
  const library = useSession(({ data }) => data?.rows ?? 0)
  const { label, name } = answer ?? {}
  return (
    <>
      <Thumbnail
        sheet={sheet}
        row={row}
        size={ROOM[useWidth()]}
        label={`photo ${count(row + 1)}, labelled ${label ?? 'nothing'}`}
      />
      <p className={styles.imageFacts}>
        <b>Photo {count(row + 1)}</b>
        <span>{sheet && `${sheet.width} × ${sheet.height}`}</span>
        <span>
          {count(row + 1)} of {count(library)}
        </span>
      </p>
      <p className={styles.label}>
        {label === undefined ? 'No label' : `Labelled ${label} in ${dataset ?? 'the data'}`}
        {name !== undefined && `, ${name}`}
      </p>
    </>
  )
}

function OwnPhoto({
  photo: { url, name, kept },
  place,
  isWaiting
}: {
  readonly photo: { readonly url?: string; readonly name: string; readonly kept: boolean }
  readonly place: string | undefined
  readonly isWaiting: boolean
}): ReactNode {
  const [size, setSize] = useState<{ readonly of: string; readonly text: string } | undefined>(undefined)
  const network = useRecognisePage(page => page.backbone)
  const isNetworkKept = useRecognisePage(page => page.backboneKept)
  return (
    <>
      {url !== undefined && (
        <img
          className={styles.picture}
          src={url}
          alt={name}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setSize({ of: url, text: `${naturalWidth} × ${naturalHeight}` })
          }
        />
      )}
      <p className={styles.imageFacts}>
        <b>{name}</b>
        <span>{size?.of === url ? size?.text : ''}</span>
        <span>{place}</span>
      </p>
      {!isWaiting && (
        <p className={styles.label}>
          {kept
            ? 'Kept with the project, in this browser.'
            : `Not kept after a reload: ${KEPT_MEGABYTES} MB of your own photos are, and there is no more room.`}
        </p>
      )}
      {network !== undefined && !isNetworkKept && (
        <p className={styles.label}>
          {network} has to be chosen again after a reload: networks of up to {KEPT_MEGABYTES} MB are kept.
        </p>
      )}
    </>
  )
}
