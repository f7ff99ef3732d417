/**
 * All the state there is, in one object that actions and views are given. It knows nothing of views; tests
 * make one with an engine in their own process.
 */
import { emptyDocument, type StudioDocument } from '../base/document.js'
import type { Engine } from '../engine/api.js'
import type { Projects } from '../storage/projects.js'
import type { Settings } from '../storage/settings.js'
import { createHistory, type History } from './history.js'
import { createInterrupted, type Interrupted } from './interrupted.js'
import { createJobs, type Jobs } from './jobs.js'
import { createLayout, type Layout } from './layout.js'
import { createNotices, type Notices } from './notices.js'
import { createPages, type Pages } from './pages.js'
import { createPlaces, fromHash, type Places } from './place.js'
import { createProjectStore, type ProjectStore } from './project.js'
import { createSessionStore, type SessionStore } from './session.js'
import { createOverlay, type Overlay } from './overlay.js'
import { syncClasses, type Sync } from './sync.js'
import { createTheme, type Shade, type Theme } from './theme.js'

export interface Studio {
  readonly engine: Engine
  readonly projects: Projects
  /** makes a function fit to be called by the engine (comlink's proxy in the page) */
  readonly callback: <Args extends readonly unknown[]>(body: (...args: Args) => void) => (...args: Args) => void
  /** the address of the sample's files */
  readonly sampleFolder: string
  /** the document, with undo and redo */
  readonly history: History<StudioDocument>
  readonly project: ProjectStore
  readonly session: SessionStore
  readonly sync: Sync
  readonly places: Places
  readonly jobs: Jobs
  readonly interrupted: Interrupted
  readonly notices: Notices
  readonly overlay: Overlay
  readonly theme: Theme
  readonly layout: Layout
  readonly pages: Pages
}

export interface StudioParts {
  readonly engine: Engine
  readonly projects: Projects
  readonly settings: Settings
  readonly callback?: Studio['callback']
  readonly sampleFolder: string
  readonly hash?: string
  readonly shade?: Shade
}

export function createStudio({ engine, projects, settings, callback = (body) => body, sampleFolder, hash = '', shade = 'light' }: StudioParts): Studio {
  const history = createHistory(emptyDocument)
  const session = createSessionStore()
  const notices = createNotices()
  const jobs = createJobs((id) => void engine.jobs.stop(id))
  return {
    engine, projects, callback, sampleFolder, history, session, notices, jobs,
    interrupted: createInterrupted(jobs),
    project: createProjectStore(),
    sync: syncClasses(engine, history, session, notices),
    places: createPlaces(fromHash(hash)),
    overlay: createOverlay(),
    theme: createTheme(settings, shade),
    layout: createLayout(settings),
    pages: createPages(),
  }
}
