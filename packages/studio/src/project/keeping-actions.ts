/** When two tabs have worked on one project. */
import type { Action } from '../page/action.js'
import { openRecent } from './actions.js'
import { newId } from './opened.js'

/** The project as the other tab left it. */
export const takeTheirs: Action = {
  name: 'keeping.theirs',
  label: 'Take the state of the other tab',
  enabled: ({ project }) => project.getState().keeping === 'conflict',
  async perform(studio) {
    const { id } = studio.project.getState()
    const record = id === undefined ? undefined : await studio.projects.load(id)
    if (record !== undefined) await openRecent.perform(studio, record)
  }
}

/** The project is kept by this tab from now on. */
export const workHere: Action = {
  name: 'keeping.here',
  label: 'Work on the project in this tab',
  enabled: ({ project }) => project.getState().keeping === 'elsewhere',
  perform: ({ oneTab }) => oneTab.takeOver()
}

/** This tab's state goes on as a project of its own: neither is lost. */
export const keepMine: Action = {
  name: 'keeping.mine',
  label: 'Keep the state of this tab as a copy',
  enabled: ({ project }) =>
    project.getState().keeping === 'conflict' || project.getState().keeping === 'elsewhere',
  async perform(studio) {
    const { engine, project, projects, session } = studio
    const id = newId()
    const { id: before } = project.getState()
    session.store.setState(({ name }) => ({ name: `${name}, copy` }))
    project.setState({ id, revision: 0, keeping: 'waiting' })
    try {
      if (before !== undefined) await projects.copyFiles(before, id)
      await engine.project.keepModel(id)
    } catch {
      project.setState({ keeping: 'impossible' })
    }
  }
}
