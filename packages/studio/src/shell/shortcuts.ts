/** From a key to its action. */
import { type Action, isEnabled } from '../page/action.js'
import type { Studio } from '../page/studio.js'
import { actions } from './actions.js'

export interface Key {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
}

/** 'shift+mod+z'; of a key that shift changes ('?') shift is not said. */
export function shortcutOf({ key, ctrlKey, metaKey, shiftKey, altKey }: Key): string {
  const name = key.length === 1 ? key.toLowerCase() : key
  const isLetter = /^[a-z]$/.test(name) || key.length > 1
  return [shiftKey && isLetter && 'shift', altKey && 'alt', (ctrlKey || metaKey) && 'mod', name]
    .filter(part => part !== false)
    .join('+')
}

/** The action of this key here and now. A page's own action comes before one of everywhere. */
export function actionFor(studio: Studio, key: Key, typing: boolean): Action | undefined {
  const shortcut = shortcutOf(key)
  const { page } = studio.address.store.getState()
  const fitting = actions.filter(
    action =>
      action.shortcut === shortcut &&
      (action.page === undefined || action.page === page) &&
      (!typing || action.whileTyping === true) &&
      isEnabled(action, studio, undefined)
  )
  return fitting.find(action => action.page !== undefined) ?? fitting.at(0)
}

/** As it is printed: '⌘ K' on a Mac, 'Ctrl K' elsewhere. */
export function shownShortcut(shortcut: string, mac: boolean): string {
  const names: Record<string, string> = {
    mod: mac ? '⌘' : 'Ctrl',
    shift: mac ? '⇧' : 'Shift',
    alt: mac ? '⌥' : 'Alt',
    Escape: 'Esc',
    ArrowLeft: '←',
    ArrowRight: '→'
  }
  return shortcut
    .split('+')
    .map(part => names[part] ?? part.toUpperCase())
    .join(' ')
}
