/**
 * The film strip: one's own photos, or the library around the one that is shown, each with its verdict; the
 * corner says that it is labelled otherwise. Photos that wait or cannot be read stand there, too.
 */
import { count } from '../lib/say.js'
import { ActionButton } from '../page/ActionButton.js'
import { useAct, useSession, useStudio } from '../page/use-studio.js'
import { Button } from '../parts/Button.js'
import { Icon } from '../parts/Icon.js'
import { Switch } from '../parts/Tabs.js'
import { Thumbnail } from '../parts/Thumbnail.js'
import { VerdictWords } from './VerdictWords.js'
import {
  leaveOut,
  nextImage,
  previousImage,
  readPhotos,
  showPhoto,
  showRow,
  showStrip,
  waitLater
} from './actions.js'
import type { StripFacts } from './facts.js'
import { waitingIn } from './state.js'
import { useRecognisePage, useShownRow } from './use-answer.js'
import { useEffect, useRef, type ReactNode } from 'react'
import { useStore } from 'zustand'
import styles from './recognise.module.css'

export function Strip(): ReactNode {
  const row = useShownRow()
  const library = useSession(({ data }) => data?.rows ?? 0)
  const sheet = useSession(session => session.sheet)
  const strip = useRecognisePage(page => page.strip)
  const added = useRecognisePage(page => page.added)
  const dropped = useRecognisePage(page => page.dropped)
  const own = useRecognisePage(page => page.own)
  const shownPhoto = useRecognisePage(page => page.shownPhoto)
  const act = useAct()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // Sideways alone: on a phone the strip lies below, and the page must not jump there.
    const [all, shown] = [list.current, list.current?.querySelector('[aria-current]')?.closest('li')]
    if (!all || !shown) return
    const [from, to] = [
      shown.offsetLeft - all.offsetLeft,
      shown.offsetLeft - all.offsetLeft + shown.offsetWidth
    ]
    if (from < all.scrollLeft || to > all.scrollLeft + all.clientWidth) all.scrollLeft = from
  }, [row, strip, shownPhoto])
  return (
    <nav className={styles.strip} aria-label={own ? 'Your photos' : 'Library'}>
      <div className={styles.where}>
        {added.length + dropped.length > 0 && library > 0 ? (
          <Switch
            label="What the strip shows"
            value={own ? 'own' : 'library'}
            options={[
              { value: 'own', label: `Yours ${added.length + dropped.length}` },
              { value: 'library', label: `All ${count(library)}` }
            ]}
            onChange={value => act(showStrip, value)}
          />
        ) : (
          <>
            <b>Library</b>
            <span className={styles.stripNote}>{count(library)} photos</span>
          </>
        )}
        <span className={styles.stripSteps}>
          <ActionButton action={previousImage} argument={undefined} aria-label="The photo before">
            <span className={styles.back}>
              <Icon name="right" size={14} />
            </span>
          </ActionButton>
          <ActionButton action={nextImage} argument={undefined} aria-label="The next photo">
            <Icon name="right" size={14} />
          </ActionButton>
        </span>
      </div>
      <ul ref={list} className={styles.list}>
        {strip
          .filter(each => own === each.row >= library)
          .map(each => {
            const url = each.row < library ? undefined : added.at(each.row - library)?.url
            const name =
              each.row < library ? `photo ${count(each.row + 1)}` : added.at(each.row - library)?.name
            const isShown = each.row === row && shownPhoto === undefined
            return (
              <li key={each.row} className={styles.frame} data-selected={isShown || undefined}>
                <Thumbnail
                  sheet={each.row < library ? sheet : undefined}
                  url={url}
                  row={each.row}
                  size={64}
                  corner={each.disagrees}
                  selected={isShown}
                  label={`${name ?? ''}: ${each.words}${each.disagrees ? ' Labelled otherwise.' : ''}`}
                  onClick={() => act(showRow, each.row)}
                />
                <span className={styles.frameText} aria-hidden="true">
                  <span className={styles.frameWords}>
                    <VerdictWords words={each.words} />
                  </span>
                  <Sureness facts={each} />
                </span>
              </li>
            )
          })}
        {own &&
          dropped.map(({ key, name, url, problem }) => (
            <li key={key} className={styles.frame} data-selected={key === shownPhoto || undefined}>
              {problem === undefined ? (
                <>
                  <Thumbnail
                    sheet={undefined}
                    url={url}
                    row={0}
                    size={64}
                    faint
                    selected={key === shownPhoto}
                    label={`${name}: waits`}
                    onClick={() => act(showPhoto, key)}
                  />
                  <span className={styles.frameText}>
                    <span>{name}</span>
                    <small className={styles.note}>waits</small>
                  </span>
                </>
              ) : (
                <>
                  <span className={styles.brokenFrame}>
                    <Icon name="warning" />
                  </span>
                  <span className={styles.frameText}>
                    <b className={styles.bad}>{name}</b>
                    <small className={styles.note}>{problem}</small>
                    <Button kind="quiet" onClick={() => act(leaveOut, key)}>
                      Leave out
                    </Button>
                  </span>
                </>
              )}
            </li>
          ))}
      </ul>
      <WaitingNote />
    </nav>
  )
}

/** Photos that nobody looks at now. */
function WaitingNote(): ReactNode {
  const waiting = useRecognisePage(page => waitingIn(page).length)
  const later = useRecognisePage(page => page.later)
  const act = useAct()
  const busy = useStore(useStudio().jobs.store, ({ jobs }) =>
    jobs.some(({ kind, status }) => kind === 'images' && status === 'running')
  )
  if (waiting === 0 || busy) return null
  return (
    <div className={styles.waitingNote}>
      <Button onClick={() => (later ? act(waitLater, false) : act(readPhotos, undefined))}>
        {waiting === 1 ? '1 photo waits' : `${waiting} photos wait`}
      </Button>
    </div>
  )
}

/** The best three as parts of one bar; hatched where it is unlike anything known. */
function Sureness({ facts: { kind, probabilities } }: { readonly facts: StripFacts }): ReactNode {
  if (kind === 'unlike') return <span className={styles.sureness} data-unlike />
  return (
    <span className={styles.sureness}>
      {probabilities.map((probability, at) => (
        <span key={at} style={{ width: `${100 * probability}%` }} />
      ))}
    </span>
  )
}
