/**
 * Ties the state to the browser: address, keys, theme, other tabs, leaving the page; and goes on where one
 * was.
 */
import { createSettings } from '../lib/settings.js'
import { perform } from '../page/action.js'
import { checkAddress } from '../page/address-actions.js'
import { fromHash, toHash } from '../page/address.js'
import type { InterruptedJob } from '../page/interrupted.js'
import { type Studio, createStudio } from '../page/studio.js'
import { isSample, openRecent, openSampleAt } from '../project/actions.js'
import { type Unsaved, keepProject } from '../project/keeper.js'
import { followKeeping } from '../recognise/kept-photos.js'
import { openLocal } from '../start/actions.js'
import { type Database, openDatabase } from '../storage/database.js'
import { createProjects } from '../storage/projects.js'
import { receiveLink } from '../take-away/actions.js'
import { linkedPart } from '../take-away/description-link.js'
import { callback, connectEngine } from '../worker/connect.js'
import { actionFor } from './shortcuts.js'

const LAST = 'project'
const UNSAVED = 'unsaved'
const LINKED = 'linked'
/** Of this tab alone: it ends with it, and is in no project. */
const TOKEN = 'token'
const JOBS = 'jobs'

export function startStudio(): Studio {
  const darkness = window.matchMedia('(prefers-color-scheme: dark)')
  const settings = createSettings(storageOf())
  let database: Promise<Database> | undefined
  const projects = createProjects(() => (database ??= openDatabase()))
  const studio = createStudio({
    engine: connectEngine(),
    projects,
    settings,
    callback,
    version: STUDIO_VERSION,
    sampleFolder: new URL('sample/', document.baseURI).href,
    hash: window.location.hash,
    // Only where the page is served as browsers want it: over https, or from this computer.
    locks: 'locks' in navigator ? navigator.locks : undefined,
    shade: darkness.matches ? 'dark' : 'light',
    server: {
      address: serverAddress(),
      token: sessionStorage.getItem(TOKEN) ?? '',
      remember: token => sessionStorage.setItem(TOKEN, token),
      isHidden: () => document.visibilityState === 'hidden'
    }
  })
  followTheme(studio, darkness)
  followAddress(studio)
  followKeys(studio)
  const keeper = keepProject(
    studio,
    'BroadcastChannel' in window ? new BroadcastChannel('unseen-studio') : undefined
  )
  followKeeping(studio)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void keeper.flush()
  })
  // The database may be too slow for a page that goes away; what belongs to the tab is written at once.
  window.addEventListener('pagehide', () => {
    const unsaved = keeper.unsaved()
    if (unsaved !== undefined) store(sessionStorage, UNSAVED, JSON.stringify(unsaved))
  })
  // A reload goes on with the project of its tab; a copied address names it, so that it opens in a new one too.
  studio.project.subscribe(({ id }) => {
    if (id !== undefined) sessionStorage.setItem(LAST, id)
    nameProject(studio)
  })
  followLinks(studio)
  followJobs(studio)
  void goOn(studio)
  return studio
}

/** `unseen serve --studio` says in the page where its interface begins. */
function serverAddress(): string | undefined {
  const said = document.querySelector<HTMLMetaElement>('meta[name="unseen-server"]')?.content
  return said === undefined ? undefined : new URL(said, document.baseURI).href
}

function storageOf(): Storage | undefined {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}

/** Where there is no room the page goes on without. */
function store(storage: Storage, name: string, text: string): void {
  try {
    storage.setItem(name, text)
  } catch {
    // Nothing to be done about it.
  }
}

function followTheme({ theme }: Studio, darkness: MediaQueryList): void {
  const show = (): void => {
    document.documentElement.dataset['theme'] = theme.store.getState().shade
  }
  show()
  theme.store.subscribe(show)
  darkness.addEventListener('change', () => theme.system(darkness.matches ? 'dark' : 'light'))
}

function followAddress(studio: Studio): void {
  const { address } = studio
  address.store.subscribe((now, before) => {
    const hash = toHash(now)
    if (hash === window.location.hash || (hash === '#/' && window.location.hash === '')) return
    // Another page is a step of the browser's history, another class or image on it is not.
    if (now.page === before.page) history.replaceState(null, '', hash)
    else history.pushState(null, '', hash)
  })
  window.addEventListener('popstate', () => {
    if (linkedPart(window.location.hash) !== undefined) return
    address.store.setState(fromHash(window.location.hash))
    nameProject(studio)
    checkAddress(studio)
  })
}

/** The address says what is open, whoever wrote it. */
function nameProject({ address, project }: Studio): void {
  const { id } = project.getState()
  const { page, params } = address.store.getState()
  if (id !== undefined && page !== 'start' && params['in'] !== id) address.set({ in: id })
}

/**
 * A class in the address: taken from there at once, so that a reload does not offer it twice, and kept in
 * this tab until it is added or declined.
 */
function followLinks(studio: Studio): void {
  const take = (): void => {
    const part = linkedPart(window.location.hash)
    if (part === undefined) return
    history.replaceState(null, '', toHash(studio.address.store.getState()))
    sessionStorage.setItem(LINKED, part)
    void perform(studio, receiveLink, part).then(forget)
  }
  const forget = (): void => {
    if (studio.offer.getState().description === undefined) sessionStorage.removeItem(LINKED)
  }
  studio.offer.subscribe(forget)
  window.addEventListener('hashchange', take)
  const kept = sessionStorage.getItem(LINKED)
  if (linkedPart(window.location.hash) !== undefined) take()
  else if (kept !== null) void perform(studio, receiveLink, kept).then(forget)
}

function followKeys(studio: Studio): void {
  window.addEventListener('keydown', event => {
    if (event.defaultPrevented) return
    const target = event.target instanceof HTMLElement ? event.target : undefined
    const typing =
      target !== undefined &&
      (target.isContentEditable ||
        /^(?:TEXTAREA|SELECT)$/.test(target.tagName) ||
        (target instanceof HTMLInputElement && !/^(?:range|checkbox|radio|button)$/.test(target.type)))
    const action = actionFor(studio, event, typing)
    if (action === undefined) return
    event.preventDefault()
    void perform(studio, action, undefined)
  })
}

/**
 * Jobs that could be begun again are noted for as long as they run: whatever stands there after a reload was
 * broken off by it.
 */
function followJobs({ jobs, interrupted, project }: Studio): void {
  try {
    interrupted.store.setState({
      jobs: JSON.parse(sessionStorage.getItem(JOBS) ?? '[]') as readonly InterruptedJob[]
    })
  } catch {
    // Whatever stands there is not ours.
  }
  const note = (): void => {
    const { id } = project.getState()
    const running = jobs
      .running()
      .flatMap(({ kind, label, again }): InterruptedJob[] =>
        again === undefined || id === undefined ? [] : [{ project: id, kind, label, again }]
      )
    const noted = JSON.stringify([...running, ...interrupted.store.getState().jobs])
    if (noted !== sessionStorage.getItem(JOBS)) sessionStorage.setItem(JOBS, noted)
  }
  jobs.store.subscribe(note)
  interrupted.store.subscribe(note)
}

/** After a reload, or where an address names one: the project, where it was. */
async function goOn(studio: Studio): Promise<void> {
  const here = fromHash(window.location.hash)
  const id = here.params['in'] ?? sessionStorage.getItem(LAST)
  if (here.params['open'] === 'local') return perform(studio, openLocal, undefined)
  if (id === null || here.page === 'start') return
  const record = await studio.projects.load(id).catch(() => undefined)
  if (record !== undefined) {
    await perform(studio, openRecent, { ...record, address: toHash(here) })
    takeUnsaved(studio)
  } else if (isSample(id)) await perform(studio, openSampleAt, toHash(here))
  else
    studio.notices.problem({
      what: 'This address is of a project that is not in this browser.',
      remedy: 'Ask for its file: “Share or export” saves one.'
    })
}

/** What was changed in the moment of a reload is one step more. */
function takeUnsaved({ project, history }: Studio): void {
  const text = sessionStorage.getItem(UNSAVED)
  sessionStorage.removeItem(UNSAVED)
  if (text === null) return
  const { id, revision, document } = JSON.parse(text) as Unsaved
  if (id === project.getState().id && revision === project.getState().revision)
    history.change('What was changed before the reload', () => document)
}
