/**
 * A server that the open project is worked against. The document's described classes are sent to it a moment
 * after each change (a drag when it ends), what others change comes back, and whatever the server cannot take
 * now waits here: it is kept with the project, and said.
 */
import { type Client, createClient } from '@unseen/client'
import { defined } from '@unseen/core/internal'
import { type StudioDocument, findDescribed, withDescribed, withVersion } from '../document/document.js'
import type { History } from '../document/history.js'
import {
  type ServerLink,
  type Theirs,
  type Unsaved,
  mergeNews,
  unknownOf,
  unsavedOf,
  withKnown,
  withTheirs
} from '../document/in-step.js'
import { isDraft } from '../document/versions.js'
import { type Problem, problemOf } from '../lib/problem.js'
import { list } from '../lib/say.js'
import type { Notices } from '../page/notices.js'
import type { ProjectStore } from '../page/project.js'
import { createStore, type StoreApi } from 'zustand/vanilla'

export type ModelSummary = Awaited<ReturnType<Client['models']>>['models'][number]
export type LibrarySummary = Awaited<ReturnType<Client['libraries']>>['libraries'][number]

export interface ServerState {
  /**
   * where the interface of the server begins that this page comes from; undefined where it comes from plain
   * files
   */
  readonly address?: string | undefined
  readonly token: string
  readonly models?: readonly ModelSummary[] | undefined
  /** of the model that is open; undefined until the server has told */
  readonly libraries?: readonly LibrarySummary[] | undefined
  /** why things are not as they should be at the server */
  readonly problem?: Problem | undefined
  /** when it is tried again, where that goes by itself */
  readonly retryAt?: number | undefined
  readonly sending: boolean
  /** how many changes the server does not have */
  readonly waiting: number
  readonly conflicts: readonly Theirs[]
  /** the model was trained anew at the server */
  readonly stale: boolean
}

export interface Server {
  readonly store: StoreApi<ServerState>
  client(): Client
  /** Another token, remembered for this tab alone. */
  setToken(token: string): void
  /** Sends what waits and asks for news, at once. */
  tryNow(): Promise<void>
  /**
   * A class by a sentence that the server's encoder reads; it is kept there at once, and `take` puts the
   * signature it was given into the document.
   */
  describeBy(name: string, sentence: string, take: (signature: readonly number[]) => void): Promise<void>
  /** One's own change goes over the other's. */
  keepMine(name: string): void
  /** The other's change is taken; one's own stays as a version. */
  takeTheirs(name: string): void
}

export interface ServerParts {
  readonly address?: string | undefined
  readonly token?: string | undefined
  /** keeps the token for this tab */
  readonly remember?: ((token: string) => void) | undefined
  readonly fetch?: typeof fetch | undefined
  /** nobody looks at the page: news can wait */
  readonly isHidden?: (() => boolean) | undefined
}

/** Milliseconds. */
const AFTER_CHANGE = 400
const BETWEEN_NEWS = 5000
const FIRST_RETRY = 1000
const LAST_RETRY = 30_000

/** Codes that pass by themselves. */
const passing = new Set([
  'network.unreachable',
  'network.broken',
  'serve.busy',
  'serve.rate',
  'executor.lost',
  'path.write',
  'cancelled'
])
/** Whether another token mends it. */
export const needsToken = (problem: Problem | undefined): boolean =>
  problem?.code === 'serve.token' || problem?.code === 'serve.scope'

/** '127.0.0.1:8711' */
export const hostOf = (address: string | undefined): string =>
  address === undefined ? '' : new URL(address).host

export function createServer(
  { address, token = '', remember = () => undefined, fetch: ask, isHidden = () => false }: ServerParts,
  {
    history,
    project,
    notices
  }: { readonly history: History<StudioDocument>; readonly project: ProjectStore; readonly notices: Notices }
): Server {
  const store = createStore<ServerState>(() => ({
    address,
    token,
    sending: false,
    waiting: 0,
    conflicts: [],
    stale: false
  }))
  const client = (): Client => {
    const { address: at = '', token: held } = store.getState()
    return createClient(at, {
      ...defined({ token: held !== '' ? held : undefined }),
      fetch: ask ?? ((...args) => fetch(...args))
    })
  }
  const link = (): ServerLink | undefined =>
    project.getState().id === undefined ? undefined : project.getState().server
  const setLink = (next: (now: ServerLink) => ServerLink): void =>
    project.setState(({ server }) => (server === undefined ? {} : { server: next(server) }))
  const present = (): StudioDocument => history.store.getState().present
  const unsaved = (): readonly Unsaved[] => {
    const now = link()
    return now === undefined ? [] : unsavedOf(present(), now)
  }

  /** Changes that the server refused as they are: not sent again before they are others. */
  let refused: readonly { readonly change: Unsaved; readonly problem: Problem }[] = []
  let retry = FIRST_RETRY
  let newsAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let era = 0

  const isRefused = ({ name, values }: Unsaved): boolean =>
    refused.some(({ change }) => change.name === name && change.values === values)
  const sendable = (): readonly Unsaved[] => {
    const { conflicts, problem } = store.getState()
    // A drag is sent when it ends; what another token would allow waits for it.
    if (history.store.getState().drag !== undefined || needsToken(problem)) return []
    return unsaved().filter(
      change => !isRefused(change) && !conflicts.some(({ name }) => name === change.name)
    )
  }

  const send = async ({ name, values, based }: Unsaved): Promise<void> => {
    const model = client().model(link()?.model ?? '')
    const asked = era
    const sent =
      values === null
        ? await model
            .forget(name, based === undefined ? {} : { version: based.version })
            .catch((error: unknown) => {
              if (problemOf(error).code === 'classes.unknown') return { version: 0 }
              throw error
            })
        : await model.change(
            name,
            { signature: [...values] },
            based === undefined ? { isNew: true } : { version: based.version }
          )
    if (asked === era) setLink(now => withKnown(now, { name, values, version: sent.version }))
  }

  const hear = async (): Promise<void> => {
    const before = link()
    if (before === undefined) return
    const asked = era
    const model = client().model(before.model)
    const { version, fingerprint, classes, changed = [] } = await model.classes({ since: before.version })
    const said = {
      version,
      classes: classes.filter(({ seen }) => !seen),
      changed: changed.filter(({ seen }) => !seen).map(theirsOf)
    }
    const more = await Promise.all(
      unknownOf(before, said).map(async name => theirsOf(await model.class(name)))
    )
    const now = link()
    // Meanwhile something else was opened, or is in somebody's hand: it is asked again later.
    if (asked !== era || now === undefined || history.store.getState().drag !== undefined) return
    const merged = mergeNews(present(), now, { ...said, changed: [...said.changed, ...more] })
    setLink(() => merged.link)
    if (merged.taken.length > 0) {
      const time = Date.now()
      history.rebase(
        document => merged.taken.reduce((changing, theirs) => withTheirs(changing, theirs, time), document),
        sameClasses
      )
      notices.announce(
        `Changed at the server: ${list(merged.taken.map(({ name, by, values }) => `${name}${values === null ? ' was forgotten' : ''}${by === undefined ? '' : ` by ${by}`}`))}.`
      )
    }
    store.setState({ conflicts: merged.conflicts, stale: fingerprint !== now.fingerprint })
    if (store.getState().libraries === undefined) {
      const { libraries } = await client().libraries()
      if (asked === era)
        store.setState({ libraries: libraries.filter(({ models }) => models.includes(now.model)) })
    }
  }

  const fail = (error: unknown): void => {
    const problem = problemOf(error)
    const seconds = Number(problem.where?.['seconds'] ?? 0)
    const passes = passing.has(problem.code ?? '')
    store.setState({ problem, retryAt: passes ? Date.now() + Math.max(1000 * seconds, retry) : undefined })
    retry = Math.min(2 * retry, LAST_RETRY)
    newsAt = 0
  }

  const sendAll = async (): Promise<void> => {
    for (let [change] = sendable(); change !== undefined; [change] = sendable()) {
      try {
        await send(change)
      } catch (error) {
        const problem = problemOf(error)
        // Somebody was quicker: what they did comes first.
        if (problem.code === 'serve.version') await hear()
        else if (passing.has(problem.code ?? '') || needsToken(problem)) throw error
        else refused = [...refused.filter(each => each.change.name !== change.name), { change, problem }]
      }
    }
  }

  const turn = async (): Promise<void> => {
    const asked = era
    if (link() === undefined) return
    store.setState({ sending: sendable().length > 0 })
    try {
      await sendAll()
      if (Date.now() >= newsAt) {
        newsAt = Date.now() + BETWEEN_NEWS
        if (!isHidden()) await hear()
      }
      retry = FIRST_RETRY
      refused = refused.filter(({ change }) =>
        unsaved().some(({ name, values }) => name === change.name && values === change.values)
      )
      const { problem } = store.getState()
      // A token that may only read goes on reading: what it may not do is still to be said.
      if (problem?.code !== 'serve.scope')
        store.setState({ problem: refused.at(0)?.problem, retryAt: undefined })
    } catch (error) {
      if (asked === era) fail(error)
    }
    store.setState({ sending: false, waiting: unsaved().length })
  }

  const schedule = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (link() === undefined) return
    const { retryAt, problem } = store.getState()
    if (problem?.code === 'serve.token') return
    const wait =
      retryAt !== undefined
        ? retryAt - Date.now()
        : sendable().length > 0
          ? AFTER_CHANGE
          : Math.max(AFTER_CHANGE, newsAt - Date.now())
    timer = setTimeout(() => void work(), Math.max(0, wait))
  }

  const work = (): Promise<void> => {
    clearTimeout(timer)
    running ??= turn().finally(() => {
      running = undefined
      schedule()
    })
    return running
  }

  const tryNow = async (): Promise<void> => {
    await running
    refused = []
    retry = FIRST_RETRY
    newsAt = 0
    store.setState({ problem: undefined, retryAt: undefined })
    await work()
  }

  history.store.subscribe((now, before) => {
    if (now.present.classes === before.present.classes && now.drag === before.drag) return
    store.setState({ waiting: unsaved().length })
    if (running === undefined) schedule()
  })
  project.subscribe((now, before) => {
    if (now.id === before.id || now.id === undefined) return
    era++
    refused = []
    newsAt = 0
    retry = FIRST_RETRY
    store.setState({
      problem: undefined,
      retryAt: undefined,
      conflicts: [],
      stale: false,
      libraries: undefined,
      waiting: unsaved().length
    })
    schedule()
  })

  return {
    store,
    client,
    setToken(next) {
      remember(next)
      store.setState({ token: next, problem: undefined })
    },
    tryNow,
    async describeBy(name, sentence, take) {
      await running
      const now = link()
      const based = now?.known.find(each => each.name === name)
      const { signature, version } = await client()
        .model(now?.model ?? '')
        .change(name, { sentence }, based === undefined ? { isNew: true } : { version: based.version })
      // Both at once: nobody may see one without the other and send the old one back.
      take(signature)
      setLink(known => withKnown(known, { name, values: signature, version }))
    },
    keepMine(name) {
      const theirs = store.getState().conflicts.find(each => each.name === name)
      if (theirs === undefined) return
      setLink(now => withKnown(now, theirs))
      store.setState(({ conflicts }) => ({ conflicts: conflicts.filter(each => each.name !== name) }))
      schedule()
    },
    takeTheirs(name) {
      const theirs = store.getState().conflicts.find(each => each.name === name)
      if (theirs === undefined) return
      setLink(now => withKnown(now, theirs))
      store.setState(({ conflicts }) => ({ conflicts: conflicts.filter(each => each.name !== name) }))
      // A step that can be undone: then one's own is sent after all.
      history.change(`Take ${name} as the server has it`, document =>
        withTheirs(withDraftKept(document, name), theirs, Date.now())
      )
    }
  }
}

/** The draft as a version, where it is none yet. */
function withDraftKept(document: StudioDocument, name: string): StudioDocument {
  const described = findDescribed(document, name)
  return described === undefined || !isDraft(described)
    ? document
    : withDescribed(document, withVersion(described, Date.now()))
}

function theirsOf({
  name,
  signature,
  version,
  by,
  at
}: {
  readonly name: string
  readonly signature: readonly number[]
  readonly version: number
  readonly by?: string | undefined
  readonly at?: string | undefined
}): Theirs {
  return { name, values: signature, version, by, at }
}

const sameClasses = (a: StudioDocument, b: StudioDocument): boolean =>
  a.bias === b.bias &&
  a.margin === b.margin &&
  a.pages === b.pages &&
  a.classes.length === b.classes.length &&
  a.classes.every((each, at) => each === b.classes[at])
