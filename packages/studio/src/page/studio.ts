/**
 * All the state there is, in one object that actions and views are given. It knows nothing of views; tests
 * make one with an engine in their own process.
 */
import { type StudioDocument, emptyDocument } from '../document/document.js'
import { type History, createHistory } from '../document/history.js'
import type { Settings } from '../lib/settings.js'
import { type Locks, type OneTab, holdProject } from '../project/one-tab.js'
import { type Server, type ServerParts, createServer } from '../server/state.js'
import type { Projects } from '../storage/projects.js'
import { type Offer, createOffer } from '../take-away/offered-class.js'
import type { Engine } from '../worker/api.js'
import { type AddressStore, createAddress, fromHash } from './address.js'
import { type Interrupted, createInterrupted } from './interrupted.js'
import { type Jobs, createJobs } from './jobs.js'
import { type Layout, createLayout } from './layout.js'
import { type Notices, createNotices } from './notices.js'
import { type Overlay, createOverlay } from './overlay.js'
import { type Pages, createPages } from './pages.js'
import { type ProjectStore, createProjectStore } from './project.js'
import { type SessionStore, createSessionStore } from './session.js'
import { type Sync, syncClasses } from './sync.js'
import { type Shade, type Theme, createTheme } from './theme.js'

export interface Studio {
  readonly engine: Engine
  readonly projects: Projects
  /** makes a function fit to be called by the engine (comlink's proxy in the page) */
  readonly callback: <Args extends readonly unknown[]>(
    body: (...args: Args) => void
  ) => (...args: Args) => void
  /** of Unseen, for what is written */
  readonly version: string
  /** the address of the sample's files */
  readonly sampleFolder: string
  /** the document, with undo and redo */
  readonly history: History<StudioDocument>
  readonly project: ProjectStore
  /** lets one tab at a time keep the project */
  readonly oneTab: OneTab
  readonly session: SessionStore
  readonly sync: Sync
  /** the server that the project is worked against, if any */
  readonly server: Server
  readonly address: AddressStore
  readonly jobs: Jobs
  readonly interrupted: Interrupted
  readonly notices: Notices
  readonly overlay: Overlay
  readonly theme: Theme
  readonly layout: Layout
  readonly pages: Pages
  /** a class that came by a link */
  readonly offer: Offer
}

export interface StudioParts {
  readonly engine: Engine
  readonly projects: Projects
  readonly settings: Settings
  readonly callback?: Studio['callback']
  readonly version?: string
  readonly sampleFolder: string
  readonly hash?: string
  readonly shade?: Shade
  readonly server?: ServerParts
  /** of the browser, where it has some */
  readonly locks?: Locks | undefined
}

export function createStudio({
  engine,
  projects,
  settings,
  callback = body => body,
  version = '',
  sampleFolder,
  hash = '',
  shade = 'light',
  server = {},
  locks
}: StudioParts): Studio {
  const history = createHistory(emptyDocument)
  const session = createSessionStore()
  const notices = createNotices()
  const project = createProjectStore()
  const jobs = createJobs(id => void engine.jobs.stop(id))
  return {
    engine,
    projects,
    callback,
    version,
    sampleFolder,
    history,
    session,
    notices,
    jobs,
    project,
    oneTab: holdProject(project, projects, locks),
    interrupted: createInterrupted(jobs),
    server: createServer(server, { history, project, notices }),
    sync: syncClasses(engine, history, session, notices),
    address: createAddress(fromHash(hash)),
    overlay: createOverlay(),
    theme: createTheme(settings, shade),
    layout: createLayout(settings),
    pages: createPages(),
    offer: createOffer()
  }
}
