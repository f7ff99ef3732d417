/**
 * Asks the engine how alike the classes are, whenever the model changes; and what of the page is selected.
 */
import { createLatest } from '../lib/latest.js'
import { problemOf } from '../lib/problem.js'
import { useAddress, useSession, useStudio } from '../page/use-studio.js'
import type { AffinityFacts } from './affinity-facts.js'
import type { ClassesPage } from './state.js'
import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'

export const useClassesPage = <Selected>(select: (page: ClassesPage) => Selected): Selected =>
  useStore(useStudio().pages.classes, select)

export function useAffinity(): void {
  const { engine, pages, session } = useStudio()
  const ready = useSession(({ model }) => model !== undefined)
  const revision = useSession(state => state.revision)
  const latest = useMemo(
    () =>
      createLatest({
        async answer(_revision: number) {
          const started = performance.now()
          const affinity = await engine.affinity.classes()
          session.updated(`Compared in ${Math.max(1, Math.round(performance.now() - started))} ms`)
          return affinity
        },
        apply: affinity => pages.classes.setState({ affinity, problem: undefined }),
        fail: error => pages.classes.setState({ problem: problemOf(error) })
      }),
    [engine, pages, session]
  )
  useEffect(() => {
    if (ready) latest.ask(revision)
  }, [latest, ready, revision])
}

/**
 * The class in hand (the address names it; else the first unseen one) and the one it is held against (else
 * its nearest).
 */
export function useSelection(affinity: Pick<AffinityFacts, 'classes' | 'nearest'>): {
  readonly selected: string
  readonly against: string | undefined
} {
  const params = useAddress(address => address.params)
  const unseen = useSession(({ classes }) => classes.find(({ seen }) => !seen)?.name)
  const known = (name: string | undefined): string | undefined =>
    name !== undefined && affinity.classes.includes(name) ? name : undefined
  const selected = known(params['class']) ?? known(unseen) ?? affinity.classes[0]
  return {
    selected,
    against: known(params['against']) ?? affinity.nearest[affinity.classes.indexOf(selected)]?.class
  }
}
