/** The page Recognise: what a photo is, how sure that is, and why. */
import { isHere } from '../images/state.js'
import { useAct, useSession, useStudio } from '../page/use-studio.js'
import { Pane } from '../parts/Pane.js'
import { EmptyState, ErrorState } from '../parts/States.js'
import { AddPhotos } from './AddPhotos.js'
import { AnswerPane } from './AnswerPane.js'
import { ImagePane } from './ImagePane.js'
import { Strip } from './Strip.js'
import { Waiting } from './Waiting.js'
import { WhyPane } from './WhyPane.js'
import { readPhotos } from './actions.js'
import { waitingIn } from './state.js'
import { useAnswers, useRecognisePage, useShownRow } from './use-answer.js'
import { type ReactNode, useEffect } from 'react'
import { useStore } from 'zustand'
import styles from './recognise.module.css'

export function RecognisePage(): ReactNode {
  useAnswers()
  const act = useAct()
  const { pages } = useStudio()
  // Photos that waited through a reload are looked at where the network is here.
  useEffect(() => act(readPhotos, undefined), [act])
  const row = useShownRow()
  const added = useRecognisePage(page => page.added.length)
  const waiting = useRecognisePage(page => waitingIn(page).length)
  const later = useRecognisePage(page => page.later)
  const refused = useRecognisePage(page => page.refused)
  const backbone = useRecognisePage(page => page.backbone)
  const wanted = useSession(({ model }) => model?.network?.digest)
  const hasNetwork = useStore(pages.network, network => isHere(network, wanted)) || backbone !== undefined
  const isReading = useRecognisePage(page => page.shownPhoto !== undefined)
  const hasRows = useSession(({ data }) => (data?.rows ?? 0) > 0) || added > 0 || isReading
  const found = useRecognisePage(page => page.answer)
  const problem = useRecognisePage(page => page.problem)
  const answer = found !== undefined && found.row === row && !isReading ? found : undefined
  if (!later && ((waiting > 0 && !hasNetwork) || refused !== undefined)) return <Waiting />
  if (!hasRows)
    return (
      <Pane label="Recognise" className={styles.alone} isPage>
        <EmptyState title="There is no photo to recognise." ways={<AddPhotos all />}>
          This project is a model alone. Drop photos anywhere on the page.
        </EmptyState>
      </Pane>
    )
  if (problem !== undefined)
    return (
      <Pane label="Recognise" className={styles.alone} isPage>
        <ErrorState problem={problem} />
      </Pane>
    )
  return (
    <div className={styles.page}>
      <ImagePane answer={answer} />
      <div className={styles.said}>
        <AnswerPane answer={answer} />
        {answer === undefined ? <Pane label="Why">{null}</Pane> : <WhyPane answer={answer} />}
      </div>
      <Strip />
    </div>
  )
}
