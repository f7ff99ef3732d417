/**
 * Has the model measured whenever it changed, and asks again whenever bias or margin change; late answers are
 * dropped.
 */
import { defined } from '@unseen/core/internal'
import { createLatest } from '../lib/latest.js'
import { problemOf } from '../lib/problem.js'
import { runJob } from '../page/run-job.js'
import { useDocument, useSession, useStudio } from '../page/use-studio.js'
import type { BiasQuestion } from './facts.js'
import type { EvaluatePage } from './state.js'
import { useCallback, useEffect, useMemo } from 'react'
import { useStore } from 'zustand'

export const useEvaluatePage = <Part>(select: (page: EvaluatePage) => Part): Part =>
  useStore(useStudio().pages.evaluate, select)

export function useEvaluation(): { readonly again: () => void } {
  const studio = useStudio()
  const { engine, pages, session } = studio
  const ready = useSession(({ model, data }) => model !== undefined && data !== undefined)
  const revision = useSession(state => state.revision)
  const measured = useEvaluatePage(page => page.measured)
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
