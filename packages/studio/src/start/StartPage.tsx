/** Start: the first question and the photos, the sample, recent projects, and files of other kinds. */
import { useAct, useStudio } from '../page/use-studio.js'
import { AskCard } from './AskCard.js'
import { DataCard } from './DataCard.js'
import { FileCard } from './FileCard.js'
import { HeadlineStrip } from './HeadlineStrip.js'
import { OfferNote } from './OfferNote.js'
import { RecentCard } from './RecentCard.js'
import { SampleCard } from './SampleCard.js'
import { ServerCard } from './ServerCard.js'
import { StartCard } from './StartCard.js'
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
  // What is being looked at stands where the eye is.
  const isExamining = useStore(
    studio.pages.start,
    page => page.dropped !== undefined || page.problem !== undefined
  )
  useEffect(() => act(loadStart, undefined), [act])
  return (
    <div className={styles.page} tabIndex={0} role="group" aria-label="Start">
      <div className={styles.middle}>
        <h1 className={styles.title}>Say what it looks like. Find it in your photos.</h1>
        <p className={styles.lead}>
          Unseen knows some things from photos. Describe another one, and it finds that too, without ever
          having been shown one.
        </p>
        <OfferNote />
        <AskCard />
        {isExamining && <OwnFiles />}
        <div className={styles.cards} data-server={hasServer || undefined}>
          {hasServer && <ServerCard />}
          <SampleCard headline={headline} sheet={sheet} />
          <RecentCard />
          <StartCard title="New here?">
            <HeadlineStrip headline={headline} sheet={sheet} />
          </StartCard>
        </div>
        {!isExamining && <OwnFiles />}
      </div>
    </div>
  )
}

/** Files other than photos: tables of numbers, models, projects. */
function OwnFiles(): ReactNode {
  return (
    <section aria-labelledby="own-files">
      <h2 id="own-files" className={styles.filesTitle}>
        Have a model, a project or a table of numbers? Open a file.
      </h2>
      <div className={styles.cards} data-files>
        <DataCard />
        <FileCard />
      </div>
    </section>
  )
}
