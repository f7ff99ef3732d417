/** Projects: the sample, those of this browser, and the file to take away. */
import { defined } from '@unseen/core/internal'
import type { Action } from '../page/action.js'
import { runJob } from '../page/run-job.js'
import { saveAs } from '../page/save-as.js'
import type { Studio } from '../page/studio.js'
import type { ProjectRecord } from '../storage/project-record.js'
import { SAMPLE } from '../worker/sample-name.js'
import type { ProjectContent } from './engine/project-file.js'
import { recordOf } from './keeper.js'
import { keepFiles, newId, takeOpened } from './opened.js'

export const openSample: Action = {
  name: 'project.sample',
  label: 'Open the sample',
  enabled: ({ jobs }) => jobs.running('open').length === 0,
  async perform(studio) {
    const opened = await runJob(studio, { kind: 'open', label: 'Opening the sample' }, (id, tell) =>
      studio.engine.open.sample(id, studio.sampleFolder, tell)
    )
    if (opened === undefined) return
    const id = newId()
    takeOpened(studio, opened, {
      id,
      name: SAMPLE.name,
      source: 'sample',
      address: `#/describe?class=${SAMPLE.class}`
    })
    await keepFiles(studio, id, 'sample')
  }
}

export const openRecent: Action<ProjectRecord> = {
  name: 'project.recent',
  label: 'Open a recent project',
  enabled: ({ jobs }) => jobs.running('open').length === 0,
  async perform(studio, record) {
    const opened = await runJob(studio, { kind: 'open', label: `Opening ${record.name}` }, (id, tell) =>
      studio.engine.project.load(id, record, studio.sampleFolder, tell)
    )
    if (opened !== undefined) takeOpened(studio, opened, record)
  }
}

export const listRecent: Action = {
  name: 'project.list',
  label: 'List recent projects',
  hidden: true,
  async perform({ projects, pages }) {
    pages.start.setState({ recent: await projects.list().catch(() => []) })
  }
}

export const forgetRecent: Action<ProjectRecord> = {
  name: 'project.forget',
  label: 'Remove from this browser',
  async perform(studio, { id }) {
    await studio.projects.remove(id)
    await listRecent.perform(studio)
  }
}

export const saveProject: Action = {
  name: 'project.save',
  label: 'Save the project as a file',
  shortcut: 'mod+s',
  whileTyping: true,
  enabled: isReady,
  async perform(studio) {
    const content = contentOf(studio)
    saveAs(await studio.engine.project.write(content), `${content.name}.unseen-project.zip`)
  }
}

/** What a project file says of the project as it is now. */
export function contentOf(studio: Studio): ProjectContent {
  const { name, document, colours, address, runs, split, table } = recordOf(
    studio,
    studio.project.getState().id ?? ''
  )
  return {
    name,
    document,
    colours,
    address,
    runs,
    ...defined({ split, table })
  }
}

export const saveModel: Action = {
  name: 'project.model',
  label: 'Save the model as a file',
  enabled: isReady,
  async perform(studio) {
    saveAs(
      await studio.engine.takeAway.model(studio.history.store.getState().present.bias),
      `${studio.session.store.getState().name}.unseen`
    )
  }
}

function isReady({ session }: Studio): boolean {
  return session.store.getState().model !== undefined
}

export const projectActions: readonly Action[] = [openSample, saveProject, saveModel]
