/** How wide the window is, in the three steps of the layout. */
import { useSyncExternalStore } from 'react'

export type Width = 'narrow' | 'middle' | 'wide'

const queries = { wide: '(min-width: 1200px)', middle: '(min-width: 800px)' } as const

function subscribe(changed: () => void): () => void {
  const lists = Object.values(queries).map((query) => window.matchMedia(query))
  for (const list of lists) list.addEventListener('change', changed)
  return () => {
    for (const list of lists) list.removeEventListener('change', changed)
  }
}

/** narrow: one column; middle: the right pane is a drawer; wide: all panes. */
export function useWidth(): Width {
  return useSyncExternalStore(subscribe, () => (window.matchMedia(queries.wide).matches ? 'wide' : window.matchMedia(queries.middle).matches ? 'middle' : 'narrow'))
}

export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)
