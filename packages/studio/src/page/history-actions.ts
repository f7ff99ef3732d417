/**
 * Undo and redo, of everything the document holds. A step to another table of signatures takes its model
 * along.
 */
import type { StudioDocument } from '../document/document.js'
import { changeTable } from '../train/table-actions.js'
import type { Action } from './action.js'
import type { Studio } from './studio.js'

const lastOf = ({ history }: Studio) => history.store.getState().past.at(-1)
const nextOf = ({ history }: Studio) => history.store.getState().future.at(0)

export const undo: Action = {
  name: 'history.undo',
  label: studio => (lastOf(studio) === undefined ? 'Undo' : `Undo: ${lastOf(studio)?.label ?? ''}`),
  shortcut: 'mod+z',
  enabled: studio => canGo(studio, lastOf(studio)?.before),
  async perform(studio) {
    const label = await goTo(studio, lastOf(studio)?.before, () => studio.history.undo())
    studio.notices.clear()
    if (label !== undefined) studio.notices.announce(`Undone: ${label}`)
  }
}

export const redo: Action = {
  name: 'history.redo',
  label: studio => (nextOf(studio) === undefined ? 'Redo' : `Redo: ${nextOf(studio)?.label ?? ''}`),
  shortcut: 'shift+mod+z',
  enabled: studio => canGo(studio, nextOf(studio)?.after),
  async perform(studio) {
    const label = await goTo(studio, nextOf(studio)?.after, () => studio.history.redo())
    if (label !== undefined) studio.notices.announce(`Done again: ${label}`)
  }
}

/** The table to be taken before the document can be so; undefined where it is in use. */
function otherTable({ history }: Studio, { table }: StudioDocument): string | undefined {
  return table === history.store.getState().present.table ? undefined : table
}

function canGo(studio: Studio, to: StudioDocument | undefined): boolean {
  return to !== undefined && (otherTable(studio, to) === undefined || studio.jobs.running('use').length === 0)
}

async function goTo(
  studio: Studio,
  to: StudioDocument | undefined,
  step: () => string | undefined
): Promise<string | undefined> {
  const table = to && otherTable(studio, to)
  if (table === undefined) return step()
  let label: string | undefined
  await changeTable(studio, table, 'as before', () => {
    // Whatever was done while the other table was taken is one step further: it can be done again.
    do label = step()
    while (label !== undefined && studio.history.store.getState().present.table !== table)
  })
  return label
}

export const historyActions: readonly Action[] = [undo, redo]
