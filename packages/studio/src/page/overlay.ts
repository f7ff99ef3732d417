/**
 * What lies over the page: the find box, the sheet of keys, the drawer of a narrow window, the menu of the
 * project, what can be taken away, things dragged in.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'

export interface OverlayState {
  readonly open?: 'find' | 'keys' | 'drawer' | 'project' | 'take-away' | undefined
  /** what will happen to what is dragged over the window, once it is let go */
  readonly drop?: string | undefined
}

export interface Overlay {
  readonly store: StoreApi<OverlayState>
  show(open: OverlayState['open']): void
  close(): void
  dragging(outcome: string | undefined): void
}

export function createOverlay(): Overlay {
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
