/** When two tabs have worked on one project. */
import type { Action } from './action.js'
import { keepFiles, newId } from './open.js'
import { openRecent } from './project.js'

/** The project as the other tab left it. */
export const takeTheirs: Action = {
  name: 'keeping.theirs',
  label: 'Take the state of the other tab',
  enabled: ({ project }) => project.getState().keeping === 'conflict',
  async perform(studio) {
    const { id } = studio.project.getState()
    const record = id === undefined ? undefined : await studio.projects.load(id)
    if (record !== undefined) await openRecent.perform(studio, record)
  },
}

/** This tab's state goes on as a project of its own: neither is lost. */
export const keepMine: Action = {
  name: 'keeping.mine',
  label: 'Keep the state of this tab as a copy',
  enabled: ({ project }) => project.getState().keeping === 'conflict',
  async perform(studio) {
    const id = newId()
    const { source } = studio.project.getState()
    studio.session.store.setState(({ name }) => ({ name: `${name}, copy` }))
    studio.project.setState({ id, revision: 0, keeping: 'waiting' })
    await keepFiles(studio, id, source)
  },
}
