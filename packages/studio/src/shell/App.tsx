/** The frame: bar, page, status line, and what lies over them. Pages are loaded when one goes there. */
import type { PageName } from '../page/address.js'
import { useShort, useWidth } from '../page/use-media.js'
import { useAddress, useStudio } from '../page/use-studio.js'
import { Keeping } from '../project/Keeping.js'
import { ServerStrip } from '../server/ServerStrip.js'
import { StartPage } from '../start/StartPage.js'
import { OfferedClass } from '../take-away/OfferedClass.js'
import { BottomBar } from './BottomBar.js'
import { DropZone } from './DropZone.js'
import { FindBox } from './FindBox.js'
import { KeysSheet } from './KeysSheet.js'
import { Notices } from './Notices.js'
import { Opening } from './Opening.js'
import { StatusLine } from './StatusLine.js'
import { TopBar } from './TopBar.js'
import { Suspense, lazy, type ReactNode } from 'react'
import { useStore } from 'zustand'
import styles from './shell.module.css'

const pages: Readonly<Record<Exclude<PageName, 'start'>, React.ComponentType>> = {
  describe: lazy(async () => ({
    default: (await import('../describe/DescribePage.js')).DescribePage
  })),
  recognise: lazy(async () => ({
    default: (await import('../recognise/RecognisePage.js')).RecognisePage
  })),
  classes: lazy(async () => ({ default: (await import('../classes/ClassesPage.js')).ClassesPage })),
  train: lazy(async () => ({ default: (await import('../train/TrainPage.js')).TrainPage })),
  evaluate: lazy(async () => ({ default: (await import('../evaluate/EvaluatePage.js')).EvaluatePage }))
}

const TourPopover = lazy(async () => ({ default: (await import('./TourPopover.js')).TourPopover }))
const TakeAway = lazy(async () => ({ default: (await import('../take-away/TakeAway.js')).TakeAway }))

/** To the first slider where there is one, else to the page; the address stays, since it says where one is. */
function skip(event: React.MouseEvent): void {
  event.preventDefault()
  const main = document.getElementById('main')
  const slider = main?.querySelector<HTMLElement>('input[type=range]')
  ;(slider ?? main)?.focus()
}

export function App(): ReactNode {
  const { overlay, session, jobs, tour } = useStudio()
  const isTour = useStore(tour, ({ step }) => step !== undefined)
  const page = useAddress(state => state.page)
  const ready = useStore(session.store, ({ status }) => status === 'ready')
  const opening = useStore(jobs.store, state =>
    state.jobs.find(({ kind, status }) => kind === 'open' && status === 'running')
  )
  const open = useStore(overlay.store, state => state.open)
  const width = useWidth()
  const isShort = useShort()
  const shown = ready ? page : 'start'
  const Page = shown === 'start' ? StartPage : pages[shown]
  return (
    <div className={styles.app} data-place={shown}>
      <a className={styles.skip} href="#main" onClick={skip}>
        Skip to {shown === 'describe' ? 'the description' : 'the page'}
      </a>
      <TopBar page={shown} />
      <main className={styles.main} id="main" tabIndex={-1}>
        <Suspense fallback={<div className={styles.blank} data-loading />}>
          {!ready && opening !== undefined && page !== 'start' ? <Opening job={opening} /> : <Page />}
        </Suspense>
      </main>
      <div>
        <Notices />
        <ServerStrip />
        {width === 'narrow' && <Keeping />}
      </div>
      {/* In low windows the places are a menu of the bar, and the room is the page's. */}
      {isShort ? null : width === 'narrow' && shown !== 'start' ? <BottomBar page={shown} /> : <StatusLine />}
      {open === 'find' && <FindBox />}
      {open === 'keys' && <KeysSheet />}
      {open === 'take-away' && (
        <Suspense fallback={null}>
          <TakeAway />
        </Suspense>
      )}
      {ready && <OfferedClass />}
      {isTour && (
        <Suspense fallback={null}>
          <TourPopover />
        </Suspense>
      )}
      <DropZone />
    </div>
  )
}
