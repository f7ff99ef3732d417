/**
 * The page Recognise: what an image is taken for, how its score comes about, why not another class, what
 * would flip it.
 */
import { usePaneEdge } from '../page/PaneEdge.js'
import { useSession } from '../page/use-studio.js'
import { Pane } from '../parts/Pane.js'
import { EmptyState, ErrorState } from '../parts/States.js'
import { AnswerPane } from './AnswerPane.js'
import { ComesAbout } from './ComesAbout.js'
import { FlipPane } from './FlipPane.js'
import { ImagePane } from './ImagePane.js'
import { ProportionsPane } from './ProportionsPane.js'
import { Strip } from './Strip.js'
import { Waiting } from './Waiting.js'
import { WhyPane } from './WhyPane.js'
import { useAnswers, useRecognisePage } from './use-answer.js'
import type { ReactNode } from 'react'
import styles from './recognise.module.css'

export function RecognisePage(): ReactNode {
  useAnswers()
  const added = useRecognisePage(page => page.added.length)
  const waiting = useRecognisePage(page => page.dropped.length > 0 || page.refused !== undefined)
  const hasRows = useSession(({ data }) => (data?.rows ?? 0) > 0) || added > 0
  const answer = useRecognisePage(page => page.answer)
  const problem = useRecognisePage(page => page.problem)
  const { style, edge } = usePaneEdge('recognise', { usual: 296, least: 296, most: 480 })
  if (waiting)
    return (
      <Pane label="Recognise" className={styles.alone} isPage>
        <Waiting />
      </Pane>
    )
  if (!hasRows)
    return (
      <Pane label="Recognise" className={styles.alone} isPage>
        <EmptyState title="There is no image to recognise.">
          This project is a model alone. Drop images or a data set anywhere on the page.
        </EmptyState>
      </Pane>
    )
  if (problem !== undefined)
    return (
      <Pane label="Recognise" className={styles.alone} isPage>
        <ErrorState problem={problem} />
      </Pane>
    )
  if (answer === undefined)
    return (
      <Pane label="Recognise" className={styles.alone} isPage>
        <EmptyState title="Recognising." />
      </Pane>
    )
  return (
    <div className={styles.page} style={style}>
      <div className={styles.image}>
        <ImagePane answer={answer} />
        <ProportionsPane answer={answer} />
      </div>
      <div className={styles.said}>
        <div className={styles.answer}>
          <AnswerPane answer={answer} />
          <ComesAbout answer={answer} />
        </div>
        <div className={styles.why}>
          <WhyPane answer={answer} />
          <FlipPane answer={answer} />
        </div>
      </div>
      <Strip />
      {edge}
    </div>
  )
}
