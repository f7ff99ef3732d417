/**
 * The library as a film strip around the image: what each is taken for; the corner says that its label
 * disagrees.
 */
import { count } from '../lib/say.js'
import { ActionButton } from '../page/ActionButton.js'
import { NamedMark } from '../page/NamedMark.js'
import { useAct, useSession } from '../page/use-studio.js'
import { Icon } from '../parts/Icon.js'
import { Thumbnail } from '../parts/Thumbnail.js'
import { nextImage, previousImage, showRow } from './actions.js'
import { useRecognisePage, useShownRow } from './use-answer.js'
import { useEffect, useRef, type ReactNode } from 'react'
import styles from './recognise.module.css'

export function Strip(): ReactNode {
  const row = useShownRow()
  const data = useSession(session => session.data)
  const sheet = useSession(session => session.sheet)
  const strip = useRecognisePage(page => page.strip)
  const added = useRecognisePage(page => page.added)
  const own = data?.rows ?? 0
  const act = useAct()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // Nothing is returned: newer browsers answer with a promise, which React would call when the strip goes.
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [row, strip])
  return (
    <nav className={styles.strip} aria-label="Library">
      <div className={styles.where}>
        <b>Library</b>
        <span className={styles.stripNote}>
          {count(row + 1)} of {count(own + added.length)}
        </span>
        <span className={styles.stripSteps}>
          <ActionButton action={previousImage} argument={undefined} aria-label="The image before">
            <span className={styles.back}>
              <Icon name="right" size={14} />
            </span>
          </ActionButton>
          <ActionButton action={nextImage} argument={undefined} aria-label="The next image">
            <Icon name="right" size={14} />
          </ActionButton>
        </span>
      </div>
      <ul ref={list} className={styles.list}>
        {strip.map(each => (
          <li key={each.row} className={styles.frame}>
            <Thumbnail
              sheet={each.row < own ? sheet : undefined}
              url={each.row < own ? undefined : added.at(each.row - own)?.url}
              row={each.row}
              size={64}
              corner={each.disagrees}
              selected={each.row === row}
              label={`image ${count(each.row + 1)}, taken for ${each.none ? 'unlike anything known' : each.class}${each.disagrees ? ', its label disagrees' : ''}`}
              onClick={() => act(showRow, each.row)}
            />
            {each.none ? (
              <span className={styles.stripNote}>none</span>
            ) : (
              <NamedMark name={each.class} size={8} />
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}
