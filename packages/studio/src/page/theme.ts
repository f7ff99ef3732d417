/**
 * Light or dark: as the system, unless somebody chose; the choice is remembered. Its twin before the first
 * paint is public/theme.js.
 */
import type { Settings } from '../lib/settings.js'
import { createStore, type StoreApi } from 'zustand/vanilla'

export type Shade = 'light' | 'dark'

export interface Theme {
  readonly store: StoreApi<{ readonly shade: Shade; readonly chosen: boolean }>
  toggle(): void
  /** The system changed its mind, which counts where nobody chose. */
  system(shade: Shade): void
}

export function createTheme(settings: Settings, system: Shade): Theme {
  const chosen = settings.read('theme')
  const known = chosen === 'light' || chosen === 'dark'
  const store = createStore<{ shade: Shade; chosen: boolean }>(() => ({
    shade: known ? chosen : system,
    chosen: known
  }))
  return {
    store,
    toggle() {
      const shade = store.getState().shade === 'light' ? 'dark' : 'light'
      settings.write('theme', shade)
      store.setState({ shade, chosen: true })
    },
    system(shade) {
      if (!store.getState().chosen) store.setState({ shade })
    }
  }
}
