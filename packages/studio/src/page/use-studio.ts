/** From state to views: the studio by context, its stores by selectors, its actions as callbacks. */
import type { StudioDocument } from '../document/document.js'
import { type Action, isEnabled, labelOf, perform } from './action.js'
import type { Address } from './address.js'
import type { ProjectState } from './project.js'
import type { SessionState } from './session.js'
import type { Studio } from './studio.js'
import { createContext, useCallback, useContext } from 'react'
import { useStore } from 'zustand'

export const StudioContext = createContext<Studio | undefined>(undefined)

export function useStudio(): Studio {
  const studio = useContext(StudioContext)
  if (studio === undefined) throw new Error('A view stands outside of the studio.')
  return studio
}

export const useSession = <Selected>(select: (state: SessionState) => Selected): Selected =>
  useStore(useStudio().session.store, select)
export const useAddress = <Selected>(select: (state: Address) => Selected): Selected =>
  useStore(useStudio().address.store, select)
export const useProject = <Selected>(select: (state: ProjectState) => Selected): Selected =>
  useStore(useStudio().project, select)
export const useDocument = <Selected>(select: (document: StudioDocument) => Selected): Selected =>
  useStore(useStudio().history.store, ({ present }) => select(present))

/** Performs an action: `onClick={useAction(openSample)}`, or with an argument `act(goToClass, facts)`. */
export function useAct(): <Argument>(action: Action<Argument>, argument: Argument) => void {
  const studio = useStudio()
  return useCallback((action, argument) => void perform(studio, action, argument), [studio])
}

/**
 * Label and state of an action, for a button. Whoever shows it re-renders with the store its state depends
 * on.
 */
export function useAction<Argument>(
  action: Action<Argument>,
  argument: Argument
): { readonly label: string; readonly enabled: boolean; readonly run: () => void } {
  const studio = useStudio()
  return {
    label: labelOf(action, studio),
    enabled: isEnabled(action, studio, argument),
    run: () => void perform(studio, action, argument)
  }
}
