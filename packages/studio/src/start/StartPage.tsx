/**
 * Start: what this is, and its cards: the sample, one's own data, a file; and the server, where one serves
 * this page.
 */
import { useAct, useStudio } from '../page/use-studio.js'
import { DataCard } from './DataCard.js'
import { FileCard } from './FileCard.js'
import { HeadlineStrip } from './HeadlineStrip.js'
import { OfferNote } from './OfferNote.js'
import { SampleCard } from './SampleCard.js'
import { ServerCard } from './ServerCard.js'
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
        <div className={styles.cards} data-server={hasServer || undefined}>
          {hasServer && <ServerCard />}
          <SampleCard headline={headline} sheet={sheet} />
          <DataCard />
          <FileCard />
        </div>
      </div>
    </div>
  )
}
