/** What is always at hand: find, keys, theme, closing what is open. */
import type { Action } from './action.js'

export const toggleTheme: Action = {
  name: 'shell.theme',
  label: ({ theme }) => (theme.store.getState().shade === 'light' ? 'Dark theme' : 'Light theme'),
  perform: ({ theme }) => theme.toggle()
}

export const showFind: Action = {
  name: 'shell.find',
  label: 'Find anything',
  shortcut: 'mod+k',
  whileTyping: true,
  hidden: true,
  perform: ({ overlay }) => overlay.show('find')
}

export const showKeys: Action = {
  name: 'shell.keys',
  label: 'Keys',
  shortcut: '?',
  perform: ({ overlay }) => overlay.show('keys')
}

export const showDrawer: Action = {
  name: 'shell.drawer',
  label: 'More of this page',
  hidden: true,
  perform: ({ overlay }) => overlay.show(overlay.store.getState().open === 'drawer' ? undefined : 'drawer')
}

export const showProject: Action = {
  name: 'shell.project',
  label: 'Project',
  hidden: true,
  perform: ({ overlay }) => overlay.show(overlay.store.getState().open === 'project' ? undefined : 'project')
}

export const close: Action = {
  name: 'shell.close',
  label: 'Close',
  shortcut: 'Escape',
  whileTyping: true,
  hidden: true,
  enabled: ({ overlay, notices }) =>
    overlay.store.getState().open !== undefined || notices.store.getState().problem !== undefined,
  perform: ({ overlay, notices }) => {
    if (overlay.store.getState().open !== undefined) overlay.close()
    else notices.problem(undefined)
  }
}

export const stopJob: Action<string> = {
  name: 'shell.stop',
  label: 'Stop',
  perform: ({ jobs }, id) => jobs.stop(id)
}

export const shellActions: readonly Action[] = [showFind, showKeys, toggleTheme, close]
