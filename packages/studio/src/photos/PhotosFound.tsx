/** Photos that it finds since photos were given: joined, left, stayed. A click gives one. */
import { count } from '../lib/say.js'
import { useAct, useSession } from '../page/use-studio.js'
import { Pane, PaneBody, PaneHeader, Section, Sentence } from '../parts/Pane.js'
import { Thumbnail } from '../parts/Thumbnail.js'
import { givePhotos } from './actions.js'
import type { FoundPhotos } from './facts.js'
import { useAnswers, useEffectOfPhotos } from './use-photos.js'
import type { ReactNode } from 'react'
import styles from './photos.module.css'

export function PhotosFound({ className }: { readonly className?: string | undefined }): ReactNode {
  const effect = useEffectOfPhotos()
  const { answers } = useAnswers()
  const isMoved = answers.some(({ yes }) => yes)
  return (
    <Pane label="Photos it finds" className={className}>
      <PaneHeader
        title="Photos it finds"
        note={isMoved ? 'since the photos were given' : 'by its description'}
      />
      <PaneBody label="Found photos">
        {effect !== undefined && (
          <>
            <Section>
              <Sentence>
                {isMoved && (
                  <>
                    <b>{count(effect.joined.count)}</b> joined, <b>{count(effect.left.count)}</b> left.{' '}
                  </>
                )}
                Now <b data-testid="found">{count(effect.joined.count + effect.stayed.count)}</b> of{' '}
                {count(effect.rows)}.
              </Sentence>
            </Section>
            {isMoved && <Group title="Joined" found={effect.joined} edge />}
            {isMoved && <Group title="Left" note="back where they were" found={effect.left} faint />}
            <Group title={isMoved ? 'Stayed' : 'Found'} found={effect.stayed} />
          </>
        )}
      </PaneBody>
    </Pane>
  )
}

function Group({
  title,
  note,
  found,
  edge = false,
  faint = false
}: {
  readonly title: string
  readonly note?: string
  readonly found: FoundPhotos
  readonly edge?: boolean
  readonly faint?: boolean
}): ReactNode {
  const act = useAct()
  const { name } = useAnswers()
  const sheet = useSession(session => session.sheet)
  const shown = found.photos.slice(0, edge || faint ? 6 : 18)
  return (
    <Section label={title}>
      <h3 className={styles.title} data-accent={edge || undefined}>
        {title}{' '}
        <span className={styles.note}>
          {count(found.count)}
          {note === undefined || found.count === 0 ? '' : `, ${note}`}
        </span>
      </h3>
      <ul className={styles.found}>
        {shown.map(({ row, other }) => (
          <li key={row}>
            <Thumbnail
              sheet={sheet}
              row={row}
              size={64}
              edge={edge}
              faint={faint}
              label={`photo ${count(row + 1)}: give it as a photo of ${name ?? 'it'}`}
              onClick={() => act(givePhotos, [row])}
            />
            {faint && <span className={styles.photoName}>to {other}</span>}
          </li>
        ))}
      </ul>
      {found.count > shown.length && <p className={styles.note}>{count(found.count - shown.length)} more</p>}
    </Section>
  )
}
