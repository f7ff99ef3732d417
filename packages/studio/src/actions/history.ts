/** Undo and redo, of everything the document holds. */
import type { Studio } from '../state/studio.js'
import type { Action } from './action.js'

const lastOf = ({ history }: Studio): string | undefined => history.store.getState().past.at(-1)?.label
const nextOf = ({ history }: Studio): string | undefined => history.store.getState().future.at(0)?.label

export const undo: Action = {
  name: 'history.undo',
  label: (studio) => (lastOf(studio) === undefined ? 'Undo' : `Undo: ${lastOf(studio) ?? ''}`),
  shortcut: 'mod+z',
  enabled: (studio) => lastOf(studio) !== undefined,
  perform: ({ history, notices }) => {
    const label = history.undo()
    notices.clear()
    if (label !== undefined) notices.announce(`Undone: ${label}`)
  },
}

export const redo: Action = {
  name: 'history.redo',
  label: (studio) => (nextOf(studio) === undefined ? 'Redo' : `Redo: ${nextOf(studio) ?? ''}`),
  shortcut: 'shift+mod+z',
  enabled: (studio) => nextOf(studio) !== undefined,
  perform: ({ history, notices }) => {
    const label = history.redo()
    if (label !== undefined) notices.announce(`Done again: ${label}`)
  },
}

export const historyActions: readonly Action[] = [undo, redo]
