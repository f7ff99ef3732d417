/** Another table of signatures for the same images: trained anew, and one step that can be undone. */
import { inOtherTable, keptElsewhere } from '../document/tables.js'
import { list } from '../lib/say.js'
import type { Action } from '../page/action.js'
import { keptProject } from '../page/project.js'
import { runJob } from '../page/run-job.js'
import type { Studio } from '../page/studio.js'
import type { Opened } from '../worker/facts.js'

export const chooseTable: Action<string> = {
  name: 'train.table',
  label: 'Use other signatures',
  enabled: ({ session, jobs }, table) => {
    const { data, model } = session.store.getState()
    return (
      model !== undefined && data !== undefined && data.table !== table && jobs.running('use').length === 0
    )
  },
  async perform(studio, table) {
    const { history, notices, pages } = studio
    const label = `Use the signatures ${table}`
    const isDone = await changeTable(studio, table, 'anew', ({ classes }) =>
      history.change(label, document => inOtherTable(document, table, classes, Date.now()))
    )
    if (!isDone) return
    pages.train.setState({ used: undefined })
    pages.describe.setState({
      tab:
        studio.session.store
          .getState()
          .data?.tables.some(({ name, encoder }) => name === table && encoder !== undefined) === true
          ? 'sentence'
          : 'attributes'
    })
    const kept = keptElsewhere(history.store.getState().present).map(
      ({ table: of, names }) => `${list(names)} kept with ${of}`
    )
    notices.undoable([`Signatures: ${table}`, ...kept].join('; '))
    notices.announce(`The signatures are ${table}.`)
  }
}

/**
 * Has the engine take another table, then changes the document in the same moment as the page learns of it.
 * False where it was stopped: then nothing changed.
 */
export async function changeTable(
  studio: Studio,
  table: string,
  how: 'anew' | 'as before',
  change: (opened: Opened) => void
): Promise<boolean> {
  const { engine, session, project, sync } = studio
  const opened = await runJob(studio, { kind: 'use', label: `Training on ${table}` }, (job, tell) =>
    engine.train.table(job, table, how === 'as before', tell)
  )
  if (opened === undefined) return false
  change(opened)
  session.opened(session.store.getState().name, opened)
  sync.again()
  await sync.settled()
  const id = keptProject(project)
  if (id !== undefined) await engine.project.keepModel(id).catch(() => undefined)
  return true
}
