/**
 * What is open, as the engine tells it. `revision` grows with every change of the model: whatever was
 * computed from an older one is stale.
 */
import type {
  AttributeFacts,
  ClassFacts,
  DataFacts,
  ModelFacts,
  Opened,
  RehearsalFacts
} from '../worker/facts.js'
import { createStore, type StoreApi } from 'zustand/vanilla'

/** The sprite sheet of the rows' pictures. */
export interface Sheet {
  readonly url: string
  readonly width: number
  readonly height: number
  readonly columns: number
}

export interface SessionState {
  readonly status: 'none' | 'opening' | 'ready'
  readonly name: string
  readonly data?: DataFacts | undefined
  readonly model?: ModelFacts | undefined
  /** absent until the model was rehearsed */
  readonly rehearsal?: RehearsalFacts | undefined
  /** seen classes first */
  readonly classes: readonly ClassFacts[]
  readonly sheet?: Sheet | undefined
  readonly revision: number
  /** how long the last answer of the engine took, for the status line: 'Updated in 9 ms' */
  readonly lastUpdate?: string | undefined
}

export interface SessionStore {
  readonly store: StoreApi<SessionState>
  opened(name: string, opened: Opened): void
  /** Some classes changed; `names` are all there are. Nothing happens where nothing did. */
  classesChanged(changed: readonly ClassFacts[], names: readonly string[]): void
  /** The model was rehearsed: its bias and thresholds count from now on. */
  rehearsed(rehearsal: RehearsalFacts): void
  updated(text: string): void
}

export function createSessionStore(): SessionStore {
  const store = createStore<SessionState>(() => ({ status: 'none', name: '', classes: [], revision: 0 }))
  return {
    store,
    opened(name, { data, model, rehearsal, classes, sheet }) {
      const before = store.getState()
      if (sheet !== undefined && before.sheet !== undefined) URL.revokeObjectURL(before.sheet.url)
      const thumbnails = data?.thumbnails
      const picture =
        sheet === undefined || thumbnails === undefined
          ? undefined
          : { ...thumbnails, url: URL.createObjectURL(sheet) }
      store.setState({
        status: 'ready',
        name,
        data,
        model,
        rehearsal,
        classes,
        sheet: picture,
        revision: before.revision + 1
      })
    },
    classesChanged(changed, names) {
      const { classes, revision } = store.getState()
      const isSame =
        changed.length === 0 &&
        names.length === classes.length &&
        names.every((name, at) => name === classes[at].name)
      if (isSame) return
      const known = new Map([...classes, ...changed].map(each => [each.name, each]))
      store.setState({ classes: names.flatMap(name => known.get(name) ?? []), revision: revision + 1 })
    },
    rehearsed: rehearsal => store.setState(({ revision }) => ({ rehearsal, revision: revision + 1 })),
    updated: text => store.setState({ lastUpdate: text })
  }
}

/** The entries of a signature that have names: of the table in use, or as the model alone remembers them. */
export const attributesOf = ({
  data,
  model
}: Pick<SessionState, 'data' | 'model'>): readonly AttributeFacts[] | undefined =>
  data === undefined ? model?.attributes : data.attributes

export const classFactsOf = ({ classes }: SessionState, name: string | undefined): ClassFacts | undefined =>
  classes.find(each => each.name === name)
