/**
 * What the browser says of itself: how wide the window is, in the three steps of the layout; whether there is
 * a network.
 */
import { useSyncExternalStore } from 'react'

export type Width = 'narrow' | 'middle' | 'wide'

const queries = { wide: '(min-width: 1200px)', middle: '(min-width: 800px)' } as const

function subscribe(changed: () => void): () => void {
  const lists = Object.values(queries).map(query => window.matchMedia(query))
  for (const list of lists) list.addEventListener('change', changed)
  return () => {
    for (const list of lists) list.removeEventListener('change', changed)
  }
}

/** narrow: one column; middle: the right pane is a drawer; wide: all panes. */
export function useWidth(): Width {
  return useSyncExternalStore(subscribe, () =>
    window.matchMedia(queries.wide).matches
      ? 'wide'
      : window.matchMedia(queries.middle).matches
        ? 'middle'
        : 'narrow'
  )
}

const short = '(max-height: 559px)'

/** Too low for bars at top and foot: zoomed to 200 %, or a phone on its side. */
export function useShort(): boolean {
  return useSyncExternalStore(
    changed => {
      const list = window.matchMedia(short)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => window.matchMedia(short).matches
  )
}

/** Is there a network, as far as the browser knows? */
export function useOnline(): boolean {
  return useSyncExternalStore(
    changed => {
      const names = ['online', 'offline'] as const
      for (const name of names) window.addEventListener(name, changed)
      return () => {
        for (const name of names) window.removeEventListener(name, changed)
      }
    },
    () => navigator.onLine
  )
}

export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)
