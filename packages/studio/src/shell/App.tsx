/** The frame: bar, place, status line, and what lies over them. Places are loaded when one goes there. */
import { Suspense, lazy, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { usePlace, useStudio } from '../hooks/studio.js'
import { useWidth } from '../hooks/media.js'
import { StartPage } from '../places/start/StartPage.js'
import type { PlaceName } from '../state/place.js'
import styles from './App.module.css'
import { BottomBar } from './BottomBar.js'
import { DropZone } from './DropZone.js'
import { FindBox } from './FindBox.js'
import { Keeping } from './Keeping.js'
import { KeysSheet } from './KeysSheet.js'
import { Notices } from './Notices.js'
import { Offer } from './Offer.js'
import { Opening } from './Opening.js'
import { ServerStrip } from './ServerStrip.js'
import { StatusLine } from './StatusLine.js'
import { TopBar } from './TopBar.js'

const pages: Readonly<Record<Exclude<PlaceName, 'start'>, React.ComponentType>> = {
  describe: lazy(async () => ({
    default: (await import('../places/describe/DescribePage.js')).DescribePage
  })),
  recognise: lazy(async () => ({
    default: (await import('../places/recognise/RecognisePage.js')).RecognisePage
  })),
  classes: lazy(async () => ({ default: (await import('../places/classes/ClassesPage.js')).ClassesPage })),
  train: lazy(async () => ({ default: (await import('../places/train/TrainPage.js')).TrainPage })),
  evaluate: lazy(async () => ({ default: (await import('../places/evaluate/EvaluatePage.js')).EvaluatePage }))
}

const TakeAway = lazy(async () => ({ default: (await import('./TakeAway.js')).TakeAway }))

export function App(): ReactNode {
  const { overlay, session, jobs } = useStudio()
  const place = usePlace(state => state.place)
  const ready = useStore(session.store, ({ status }) => status === 'ready')
  const opening = useStore(jobs.store, state =>
    state.jobs.find(({ kind, status }) => kind === 'open' && status === 'running')
  )
  const open = useStore(overlay.store, state => state.open)
  const width = useWidth()
  const shown = ready ? place : 'start'
  const Page = shown === 'start' ? StartPage : pages[shown]
  return (
    <div className={styles.app} data-place={shown}>
      <TopBar place={shown} />
      <main className={styles.main} id="main">
        <Suspense fallback={<div className={styles.blank} data-loading />}>
          {!ready && opening !== undefined && place !== 'start' ? <Opening job={opening} /> : <Page />}
        </Suspense>
      </main>
      <div>
        <Notices />
        <ServerStrip />
        {width === 'narrow' && <Keeping />}
      </div>
      {width === 'narrow' && shown !== 'start' ? <BottomBar place={shown} /> : <StatusLine />}
      {open === 'find' && <FindBox />}
      {open === 'keys' && <KeysSheet />}
      {open === 'take-away' && (
        <Suspense fallback={null}>
          <TakeAway />
        </Suspense>
      )}
      {ready && <Offer />}
      <DropZone />
    </div>
  )
}
