/** Projects: the sample, those of this browser, and the file to take away. */
import { defined } from '@unseen/core/internal'
import { changesOf } from '../document/document.js'
import type { Action } from '../page/action.js'
import { runJob } from '../page/run-job.js'
import { saveAs } from '../page/save-as.js'
import type { Studio } from '../page/studio.js'
import type { ProjectRecord } from '../storage/project-record.js'
import { SAMPLE } from '../worker/sample-name.js'
import type { ProjectContent } from './engine/project-file.js'
import { recordOf } from './keeper.js'
import { keepFiles, newId, takeOpened } from './opened.js'

/** Projects of the sample are known by their id, so that their address opens it in a browser that never was here. */
const SAMPLES = 'sample-'
const FIRST = `#/describe?class=${SAMPLE.class}`
export const isSample = (id: string): boolean => id.startsWith(SAMPLES)

export const openSample: Action = {
  name: 'project.sample',
  label: 'Open the sample',
  enabled: canOpen,
  perform: studio => openSampleAt.perform(studio, FIRST)
}

/**
 * The sample as it comes along, at a place of it: the project of it that nothing was made in yet, or a new
 * one, with a number where this browser has others.
 */
export const openSampleAt: Action<string> = {
  name: 'project.sampleAt',
  label: 'Open the sample at an address',
  hidden: true,
  enabled: canOpen,
  async perform(studio, address) {
    const others = (await studio.projects.list().catch(() => [])).filter(({ source }) => source === 'sample')
    for (const record of others.filter(isAsItCame))
      if (await studio.oneTab.isFree(record.id)) return openRecent.perform(studio, { ...record, address })
    const opened = await runJob(studio, { kind: 'open', label: 'Opening the sample' }, (id, tell) =>
      studio.engine.open.sample(id, studio.sampleFolder, tell)
    )
    if (opened === undefined) return
    const id = SAMPLES + newId()
    takeOpened(studio, opened, {
      id,
      name: others.length === 0 ? SAMPLE.name : `${SAMPLE.name} ${others.length + 1}`,
      source: 'sample',
      address
    })
    await keepFiles(studio, id, 'sample')
  }
}

export const openRecent: Action<ProjectRecord> = {
  name: 'project.recent',
  label: 'Open a recent project',
  enabled: canOpen,
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

function canOpen({ jobs }: Studio): boolean {
  return jobs.running('open').length === 0
}

/** Nothing was made in it: whoever opens the sample again need not get another of the same name. */
function isAsItCame({ document: { classes, bias, margin, pages }, runs, counts }: ProjectRecord): boolean {
  return (
    runs.length <= 1 &&
    bias === undefined &&
    margin === undefined &&
    Object.keys(pages).length === 0 &&
    classes.length === counts.unseen &&
    classes.every(each => each.versions.length === 1 && changesOf(each) === 0)
  )
}

function isReady({ session }: Studio): boolean {
  return session.store.getState().model !== undefined
}

export const projectActions: readonly Action[] = [openSample, saveProject, saveModel]
