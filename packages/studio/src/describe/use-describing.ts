/**
 * What the parts of this page have in common: the class being described, its version before, and what is
 * shown of it now.
 */
import type { Described, Version } from '../document/document.js'
import { baselineOf } from '../document/versions.js'
import { describedNow } from '../page/described-now.js'
import { classFactsOf } from '../page/session.js'
import { useAct, useDocument, useAddress, useSession, useStudio } from '../page/use-studio.js'
import { rehearseOnce } from '../rehearse/actions.js'
import type { ClassFacts } from '../worker/facts.js'
import { followDescribing } from './describing.js'
import type { DescribePage } from './state.js'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useStore } from 'zustand'

export const useDescribePage = <Selected>(select: (state: DescribePage) => Selected): Selected =>
  useStore(useStudio().pages.describe, select)

/** Asks the engine for as long as the page is there, rehearses a model that was not, and lets go of B. */
export function useFollowing(): void {
  const studio = useStudio()
  const act = useAct()
  const model = useSession(session => session.model)
  useEffect(() => followDescribing(studio), [studio])
  useEffect(() => act(rehearseOnce, undefined), [act, model])
  useEffect(() => {
    const letGo = (): void => {
      if (studio.pages.describe.getState().holding) studio.pages.describe.setState({ holding: false })
    }
    const up = ({ key }: KeyboardEvent): void => {
      if (key.toLowerCase() === 'b') letGo()
    }
    window.addEventListener('keyup', up)
    window.addEventListener('blur', letGo)
    return () => {
      window.removeEventListener('keyup', up)
      window.removeEventListener('blur', letGo)
    }
  }, [studio])
}

export interface Describing {
  readonly described: Described
  readonly baseline: Version | undefined
  /** absent while nothing is said of the class */
  readonly facts: ClassFacts | undefined
}

export function useDescribing(): Describing | undefined {
  const studio = useStudio()
  useDocument(({ classes }) => classes)
  useAddress(({ params }) => params['class'])
  useDescribePage(({ position }) => position)
  const described = describedNow(studio)
  const facts = useSession(session => classFactsOf(session, described?.name))
  return described && { described, baseline: baselineOf(described), facts }
}

export interface Shown {
  readonly mixture: readonly number[]
  readonly expressed: number
  readonly below: boolean
}

/** Mixture and expression as they are, or as they were while B is held. */
export function useShown(facts: ClassFacts | undefined): {
  readonly now: Shown | undefined
  readonly before: Shown | undefined
  readonly holding: boolean
} {
  const before = useDescribePage(page => page.before)
  const holding = useDescribePage(page => page.holding)
  const then = before?.class === facts?.name ? before : undefined
  return {
    now: holding && then !== undefined ? then : facts,
    before: then,
    holding: holding && then !== undefined
  }
}

/** How many tiles stand side by side in an element, as wide as it is now. */
export function useColumns(tile: number, gap: number): readonly [RefObject<HTMLDivElement | null>, number] {
  const element = useRef<HTMLDivElement>(null)
  const [columns, setColumns] = useState(7)
  useEffect(() => {
    if (element.current === null) return
    const observer = new ResizeObserver(([entry]) =>
      setColumns(Math.max(1, Math.floor((entry.contentRect.width + gap) / (tile + gap))))
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [tile, gap])
  return [element, columns]
}
