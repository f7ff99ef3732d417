/**
 * Asks the engine about the row that is shown, whenever row, candidates, bias, margin or model change; late
 * answers are dropped.
 */
import { createLatest } from '../lib/latest.js'
import { problemOf } from '../lib/problem.js'
import { useAct, useDocument, useAddress, useSession, useStudio } from '../page/use-studio.js'
import { rehearseOnce } from '../rehearse/actions.js'
import type { RowQuestion } from './facts.js'
import { type RecognisePage, shownRow, stripOf } from './state.js'
import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'

export const useRecognisePage = <Selected>(select: (page: RecognisePage) => Selected): Selected =>
  useStore(useStudio().pages.recognise, select)

/** Undefined until it is known which one to begin with. */
export function useShownRow(): number | undefined {
  const image = useAddress(({ params }) => params['image'])
  const data = useSession(session => session.data)
  const added = useRecognisePage(page => page.added.length)
  const first = useRecognisePage(page => page.first)
  return shownRow(image, data?.rows ?? 0, added) ?? first
}

export function useAnswers(): void {
  const { engine, pages, session } = useStudio()
  const row = useShownRow()
  const own = useRecognisePage(page => page.own)
  const added = useRecognisePage(page => page.added.length)
  const library = useSession(({ data }) => data?.rows ?? 0)
  const ready = useSession(({ model }) => model !== undefined) && library + added > 0
  const revision = useSession(state => state.revision)
  const among = useRecognisePage(page => page.among)
  const against = useRecognisePage(page => page.against)
  const bias = useDocument(document => document.bias)
  const margin = useDocument(document => document.margin)

  const latest = useMemo(
    () =>
      createLatest({
        async answer(question: RowQuestion) {
          const started = performance.now()
          const answer = await engine.recognise.row(question)
          session.updated(`Read in ${Math.max(1, Math.round(performance.now() - started))} ms`)
          const rows = stripOf(question.row, { own, library, added })
          return { answer, strip: await engine.recognise.strip(rows, question) }
        },
        apply: found => pages.recognise.setState({ ...found, problem: undefined }),
        fail: error => pages.recognise.setState({ problem: problemOf(error) })
      }),
    [engine, pages, session, own, library, added]
  )

  useEffect(() => {
    if (ready && row !== undefined) latest.ask({ row, among, bias, margin, against })
  }, [latest, ready, row, among, bias, margin, against, revision])

  // How sure an answer is, is known once the model was tested.
  const trainedAt = useSession(({ model }) => model?.trainedAt)
  const act = useAct()
  useEffect(() => {
    if (ready) act(rehearseOnce, undefined)
  }, [act, ready, trainedAt])

  const hasWish = useAddress(({ params }) => params['image'] !== undefined)
  useEffect(() => {
    if (!ready || hasWish) return
    // Whoever comes without a wish is shown a photo that is recognised; how sure that is, a test may change.
    engine.recognise.first({ among: 'all', bias, margin }).then(
      first => pages.recognise.setState({ first }),
      (error: unknown) => pages.recognise.setState({ problem: problemOf(error) })
    )
  }, [ready, hasWish, bias, margin, revision, engine, pages])
}
