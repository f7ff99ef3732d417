/**
 * A user action is one object: buttons, shortcuts, the find box and tests all perform the same one. An action
 * that needs something to act on (a class, a row) takes it as its argument and is not found in the find box.
 */
import { problemOf } from '../lib/problem.js'
import type { PageName } from './address.js'
import type { Studio } from './studio.js'

export interface Action<Argument = void> {
  /** 'history.undo' */
  readonly name: string
  /** what it does, for people; may say what it will act on */
  readonly label: string | ((studio: Studio) => string)
  /** 'mod+k', 'shift+mod+z', '1', '?'; mod is Ctrl, or the Mac's command key */
  readonly shortcut?: string
  /** the page it belongs to: its shortcut counts only there */
  readonly page?: PageName
  /** also while somebody types in a field */
  readonly whileTyping?: boolean
  /** not listed in the find box */
  readonly hidden?: boolean
  readonly enabled?: (studio: Studio, argument: Argument) => boolean
  readonly perform: (studio: Studio, argument: Argument) => void | Promise<void>
}

export const labelOf = <Argument>({ label }: Action<Argument>, studio: Studio): string =>
  typeof label === 'function' ? label(studio) : label

export const isEnabled = <Argument>(
  { enabled }: Action<Argument>,
  studio: Studio,
  argument: Argument
): boolean => enabled?.(studio, argument) ?? true

/** Performs it where it is enabled; what goes wrong is shown, never thrown. */
export async function perform<Argument>(
  studio: Studio,
  action: Action<Argument>,
  argument: Argument
): Promise<void> {
  if (!isEnabled(action, studio, argument)) return
  try {
    await action.perform(studio, argument)
  } catch (error) {
    studio.notices.problem(problemOf(error))
  }
}
