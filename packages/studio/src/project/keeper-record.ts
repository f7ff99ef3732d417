/** The record of the project as it is now. */
import { defined } from '@unseen/core/internal'
import { toHash } from '../page/address.js'
import type { Studio } from '../page/studio.js'
import type { ProjectRecord } from '../storage/project-record.js'

export function recordOf(
  { project, session, history, address }: Studio,
  id: string
): Omit<ProjectRecord, 'revision'> {
  const { source, colours, runs, server } = project.getState()
  const { name, data, classes } = session.store.getState()
  return {
    id,
    name,
    source,
    savedAt: Date.now(),
    colours,
    runs,
    document: history.store.getState().present,
    address: toHash(address.store.getState()),
    ...defined({
      server,
      split: data?.split,
      table: data?.table
    }),
    counts: {
      seen: classes.filter(({ seen }) => seen).length,
      unseen: classes.filter(({ seen }) => !seen).length,
      rows: data?.rows ?? 0
    }
  }
}
