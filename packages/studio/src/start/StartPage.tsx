/**
 * Start: what this is, and its doors: the sample, one's own data, a file; and the server, where one serves
 * this page.
 */
import { useAct, useStudio } from '../page/use-studio.js'
import { DataDoor } from './DataDoor.js'
import { FileDoor } from './FileDoor.js'
import { HeadlineStrip } from './HeadlineStrip.js'
import { OfferNote } from './OfferNote.js'
import { SampleDoor } from './SampleDoor.js'
import { ServerDoor } from './ServerDoor.js'
import { loadStart } from './actions.js'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import styles from './start.module.css'

export function StartPage(): ReactNode {
  const studio = useStudio()
  const act = useAct()
  const headline = useStore(studio.pages.start, page => page.headline)
  const hasServer = useStore(studio.server.store, ({ address }) => address !== undefined)
  const sheet = headline && {
    ...headline.thumbnails,
    url: new URL('headline.webp', studio.sampleFolder).href
  }
  useEffect(() => act(loadStart, undefined), [act])
  return (
    <div className={styles.page} tabIndex={0} role="group" aria-label="Start">
      <div className={styles.middle}>
        <h1 className={styles.title}>Describe a class, and find its images.</h1>
        <p className={styles.lead}>
          Unseen learns from classes you have pictures of. A class you can only describe becomes a mixture of
          them.
        </p>
        <OfferNote />
        <HeadlineStrip headline={headline} sheet={sheet} />
        <div className={styles.doors} data-server={hasServer || undefined}>
          {hasServer && <ServerDoor />}
          <SampleDoor headline={headline} sheet={sheet} />
          <DataDoor />
          <FileDoor />
        </div>
      </div>
    </div>
  )
}
