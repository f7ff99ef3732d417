/**
 * The page Evaluate: what is right of seen and of unseen classes, at which bias, what is confused, when it is
 * silent, and other methods.
 */
import { defined } from '@unseen/core/internal'
import { createLatest } from '../lib/latest.js'
import { problemOf } from '../lib/problem.js'
import { plural } from '../lib/say.js'
import { ActionButton } from '../page/ActionButton.js'
import { usePaneEdge } from '../page/PaneEdge.js'
import { runJob } from '../page/run-job.js'
import { useAct, useDocument, useSession, useStudio } from '../page/use-studio.js'
import { Button } from '../parts/Button.js'
import { Pane, Sentence } from '../parts/Pane.js'
import { EmptyState, ErrorState, JobProgress } from '../parts/States.js'
import { rehearseOnce } from '../rehearse/actions.js'
import { CellImages } from './CellImages.js'
import { ConfusionPane } from './ConfusionPane.js'
import { CoveragePane } from './CoveragePane.js'
import { CurvePane } from './CurvePane.js'
import { EachClassPane } from './EachClassPane.js'
import { MethodsPane } from './MethodsPane.js'
import { PairsPane } from './PairsPane.js'
import { SurePane } from './SurePane.js'
import { exportReport } from './actions.js'
import type { BiasQuestion, EvaluationFacts } from './facts.js'
import { type ReactNode, useCallback, useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import styles from './evaluate.module.css'

export function EvaluatePage(): ReactNode {
  const { jobs, pages } = useStudio()
  const act = useAct()
  const { again } = useEvaluation()
  const hasData = useSession(({ data }) => (data?.rows ?? 0) > 0)
  const { measured, at, problem, cell } = useStore(pages.evaluate)
  const job = useStore(jobs.store, state => state.jobs.find(({ kind }) => kind === 'evaluate'))
  const { style, edge } = usePaneEdge('evaluate', { usual: 476, least: 420, most: 640 })
  const ready = measured !== undefined
  // The bias that counts is the rehearsal's; where nobody went by Describe, none was made yet.
  useEffect(() => {
    if (ready) act(rehearseOnce, undefined)
  }, [act, ready])
  const alone = (inside: ReactNode): ReactNode => (
    <Pane label="Evaluate" className={styles.alone} isPage>
      {inside}
    </Pane>
  )
  if (!hasData)
    return alone(
      <EmptyState title="There are no photos to test it on.">
        This project is a model alone. Drop a data set with labels anywhere on the page.
      </EmptyState>
    )
  if (problem !== undefined)
    return alone(<ErrorState problem={problem} ways={<Button onClick={again}>Try again</Button>} />)
  if (measured === undefined || at === undefined) {
    if (job?.status === 'stopped')
      return alone(
        <EmptyState title="The evaluation was stopped." ways={<Button onClick={again}>Evaluate</Button>} />
      )
    return alone(
      <JobProgress
        label="Evaluating"
        done={job?.done ?? 0}
        total={job?.total}
        secondsLeft={job?.secondsLeft}
        note={job?.note}
        onStop={job && (() => jobs.stop(job.id))}
      />
    )
  }
  return (
    <div className={styles.page} style={style}>
      <header className={styles.top}>
        <div data-testid="sentence" data-harmonic={at.harmonic} data-seen={at.seen} data-unseen={at.unseen}>
          <Sentence isHeading>
            Right: <b>{Math.round(100 * at.seen)} in 100</b> photos of known classes,{' '}
            <b>{Math.round(100 * at.unseen)} in 100</b> of described. Guessing would get{' '}
            {Math.round(100 / measured.classes.length)}.
          </Sentence>
        </div>
        <span className={styles.measured}>{measuredOn(measured)}</span>
        <ActionButton action={exportReport} argument={undefined} />
      </header>
      <CurvePane measured={measured} at={at} />
      <SurePane measured={measured} />
      <EachClassPane measured={measured} at={at} />
      <PairsPane measured={measured} at={at} />
      <ConfusionPane measured={measured} at={at} />
      <CoveragePane measured={measured} at={at} />
      <MethodsPane measured={measured} at={at} />
      {edge}
      {cell !== undefined && <CellImages cell={cell} />}
    </div>
  )
}

/** What was measured on what. */
function measuredOn({ rows, keptBy, trainedOn }: EvaluationFacts): string {
  const images = `${plural(rows.seen, 'test photo')} of known, ${plural(rows.unseen, 'photo')} of described classes`
  return keptBy === 'split'
    ? `${images}, kept apart by the split`
    : `${images}; the model is trained on the other ${plural(trainedOn, 'photo')} for this`
}

/**
 * Has the model measured whenever it changed, and asks again whenever bias or margin change; late answers are
 * dropped.
 */
function useEvaluation(): { readonly again: () => void } {
  const studio = useStudio()
  const { engine, pages, session } = studio
  const ready = useSession(({ model, data }) => model !== undefined && data !== undefined)
  const revision = useSession(state => state.revision)
  const measured = useStore(pages.evaluate, page => page.measured)
  const bias = useDocument(document => document.bias)
  const margin = useDocument(document => document.margin)

  const measuring = useMemo(
    () =>
      createLatest({
        answer: () =>
          runJob(studio, { kind: 'evaluate', label: 'Evaluating' }, (id, tell) =>
            engine.evaluate.measure(id, tell)
          ),
        apply: found => pages.evaluate.setState({ ...defined({ measured: found }), problem: undefined }),
        fail: error =>
          pages.evaluate.setState({ problem: problemOf(error), measured: undefined, at: undefined })
      }),
    [studio, engine, pages]
  )

  const asking = useMemo(
    () =>
      createLatest({
        async answer(question: BiasQuestion) {
          const started = performance.now()
          const at = await engine.evaluate.at(question)
          session.updated(`Evaluated in ${Math.max(1, Math.round(performance.now() - started))} ms`)
          return at
        },
        apply: at => pages.evaluate.setState({ at }),
        fail: error => pages.evaluate.setState({ problem: problemOf(error) })
      }),
    [engine, pages, session]
  )

  const again = useCallback(() => measuring.ask(undefined), [measuring])
  useEffect(() => {
    if (ready) again()
  }, [again, ready, revision])
  useEffect(() => {
    if (measured !== undefined) asking.ask({ bias, margin })
  }, [asking, measured, bias, margin])
  return { again }
}
