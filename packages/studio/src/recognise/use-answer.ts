/**
 * Asks the engine about the row that is shown, whenever row, candidates, bias, margin or model change; late
 * answers are dropped.
 */
import { createLatest } from '../lib/latest.js'
import { problemOf } from '../lib/problem.js'
import { useDocument, useAddress, useSession, useStudio } from '../page/use-studio.js'
import type { RowQuestion } from './facts.js'
import { type RecognisePage, shownRow, stripAround } from './state.js'
import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'

/** As many as fit a wide window. */
const STRIP = 40

export const useRecognisePage = <Selected>(select: (page: RecognisePage) => Selected): Selected =>
  useStore(useStudio().pages.recognise, select)

export function useShownRow(): number {
  const image = useAddress(({ params }) => params['image'])
  const data = useSession(session => session.data)
  const added = useRecognisePage(page => page.added.length)
  return shownRow(image, data, added)
}

export function useAnswers(): void {
  const { engine, pages, session } = useStudio()
  const row = useShownRow()
  const added = useRecognisePage(page => page.added.length)
  const rows = useSession(({ data }) => data?.rows ?? 0) + added
  const ready = useSession(({ model }) => model !== undefined) && rows > 0
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
          session.updated(`Recognised in ${Math.max(1, Math.round(performance.now() - started))} ms`)
          return {
            answer,
            strip: await engine.recognise.strip(stripAround(question.row, rows, STRIP), question)
          }
        },
        apply: found => pages.recognise.setState({ ...found, problem: undefined }),
        fail: error => pages.recognise.setState({ problem: problemOf(error) })
      }),
    [engine, pages, session, rows]
  )

  useEffect(() => {
    if (ready) latest.ask({ row, among, bias, margin, against })
  }, [latest, ready, row, among, bias, margin, against, revision])
}
