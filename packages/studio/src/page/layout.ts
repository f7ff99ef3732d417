/** Widths of panes and what is folded: remembered in this browser. */
import type { Settings } from '../lib/settings.js'
import { createStore, type StoreApi } from 'zustand/vanilla'

export interface Layout {
  readonly store: StoreApi<{
    readonly widths: Readonly<Record<string, number>>
    readonly folded: readonly string[]
  }>
  setWidth(pane: string, width: number): void
  toggleFold(name: string): void
}

export function createLayout(settings: Settings): Layout {
  const store: Layout['store'] = createStore(() => read(settings.read('layout')))
  store.subscribe(state => settings.write('layout', JSON.stringify(state)))
  return {
    store,
    setWidth: (pane, width) => store.setState(({ widths }) => ({ widths: { ...widths, [pane]: width } })),
    toggleFold: name =>
      store.setState(({ folded }) => ({
        folded: folded.includes(name) ? folded.filter(each => each !== name) : [...folded, name]
      }))
  }
}

function read(text: string | undefined): {
  widths: Readonly<Record<string, number>>
  folded: readonly string[]
} {
  const nothing = { widths: {}, folded: [] }
  try {
    return { ...nothing, ...(JSON.parse(text ?? '{}') as object) }
  } catch {
    return nothing
  }
}
