/** Images with their figures, as many as fit into the rows. A click looks at one under Recognise. */
import { count, signed } from '../lib/say.js'
import { goToImage } from '../page/address-actions.js'
import { useAct, useSession } from '../page/use-studio.js'
import { Thumbnail } from '../parts/Thumbnail.js'
import type { ClaimedImage } from './facts.js'
import { useColumns } from './use-describing.js'
import { memo, type ReactNode } from 'react'
import styles from './describe.module.css'

interface ImageGridProps {
  readonly images: readonly ClaimedImage[]
  readonly rows: number
  readonly label: string
  readonly figure?: 'score' | 'margin'
  readonly faint?: boolean
  /** the last ones are the ones to show */
  readonly fromEnd?: boolean
}

const SIZE = 64
const GAP = 6

export const ImageGrid = memo(function ImageGrid({
  images,
  rows,
  label,
  figure,
  faint = false,
  fromEnd = false
}: ImageGridProps): ReactNode {
  const [element, columns] = useColumns(SIZE, GAP)
  const sheet = useSession(session => session.sheet)
  const data = useSession(session => session.data)
  const act = useAct()
  const room = rows * (figure === undefined ? columns + 1 : columns)
  const shown = fromEnd ? images.slice(-room) : images.slice(0, room)
  return (
    <div ref={element} className={styles.claimsGrid} role="group" aria-label={label}>
      {shown.length === 0 && <p className={styles.none}>None.</p>}
      {shown.map(({ row, score, margin, gained, disagrees }) => {
        const value = figure === 'margin' ? signedAlways(margin) : signed(score, 2)
        const labelled = data === undefined ? '' : `, labelled ${data.classes[data.labels[row]]}`
        const spoken = `image ${count(row + 1)}${labelled}, ${figure ?? 'score'} ${value}${gained > 0 ? `, ${count(gained)} ranks gained` : ''}`
        return (
          <span key={row} className={styles.image} data-row={row} data-gained={gained}>
            <Thumbnail
              sheet={sheet}
              row={row}
              size={SIZE}
              label={spoken}
              edge={gained > 0}
              corner={disagrees}
              faint={faint}
              onClick={() => act(goToImage, row)}
            />
            {figure !== undefined && (
              <span className={styles.figures} aria-hidden="true">
                <span>{value}</span>
                {gained > 0 && <b>+{count(gained)}</b>}
              </span>
            )}
          </span>
        )
      })}
    </div>
  )
})

const signedAlways = (value: number): string => (value > 0 ? `+${value.toFixed(3)}` : signed(value, 3))
