/**
 * All the state there is, in one object that actions and views are given. It knows nothing of views; tests
 * make one with an engine in their own process.
 */
import { createClassesPage } from '../classes/state.js'
import { createSearchPage } from '../describe/search-state.js'
import { createDescribePage } from '../describe/state.js'
import { type StudioDocument, emptyDocument } from '../document/document.js'
import { type History, createHistory } from '../document/history.js'
import { createEvaluatePage } from '../evaluate/state.js'
import { createNetworkState } from '../images/state.js'
import type { Settings } from '../lib/settings.js'
import { createPhotosPage } from '../photos/state.js'
import { type Locks, type OneTab, holdProject } from '../project/one-tab.js'
import { createRecognisePage } from '../recognise/state.js'
import { type Server, type ServerParts, createServer } from '../server/state.js'
import { createStartPage } from '../start/state.js'
import type { Projects } from '../storage/projects.js'
import { type OfferedClassStore, createOfferedClass } from '../take-away/offered-class.js'
import { createTrainPage } from '../train/state.js'
import type { Engine } from '../worker/api.js'
import { type AddressStore, createAddress, fromHash } from './address.js'
import { type Interrupted, createInterrupted } from './interrupted.js'
import { type Jobs, createJobs } from './jobs.js'
import { type Layout, createLayout } from './layout.js'
import { type Notices, createNotices } from './notices.js'
import { type ProjectStore, createProjectStore } from './project.js'
import { type SessionStore, createSessionStore } from './session.js'
import { type Sync, syncClasses } from './sync.js'
import { type Tour, createTour } from './tour.js'
import { type Shade, type Theme, createTheme } from './theme.js'
import { type StoreApi, createStore } from 'zustand/vanilla'

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
  /** the tour, while there is one */
  readonly tour: StoreApi<Tour>
  /** a class that came by a link */
  readonly offer: OfferedClassStore
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
    tour: createTour(),
    offer: createOfferedClass()
  }
}

/** State of the pages that is neither undone nor kept in the project: one line for each page. */
function createPages() {
  return {
    start: createStartPage(),
    describe: createDescribePage(),
    photos: createPhotosPage(),
    recognise: createRecognisePage(),
    network: createNetworkState(),
    search: createSearchPage(),
    classes: createClassesPage(),
    train: createTrainPage(),
    evaluate: createEvaluatePage()
  }
}

type Pages = ReturnType<typeof createPages>

interface OverlayState {
  readonly open?: 'find' | 'keys' | 'drawer' | 'project' | 'take-away' | undefined
  /** what will happen to what is dragged over the window, once it is let go */
  readonly drop?: string | undefined
}

/**
 * What lies over the page: the find box, the sheet of keys, the drawer of a narrow window, the menu of the
 * project, what can be taken away, things dragged in.
 */
interface Overlay {
  readonly store: StoreApi<OverlayState>
  show(open: OverlayState['open']): void
  close(): void
  dragging(outcome: string | undefined): void
}

function createOverlay(): Overlay {
  const store: Overlay['store'] = createStore(() => ({}))
  return {
    store,
    show: open => store.setState({ open }),
    close: () => store.setState({ open: undefined }),
    dragging: outcome => {
      if (store.getState().drop !== outcome) store.setState({ drop: outcome })
    }
  }
}
