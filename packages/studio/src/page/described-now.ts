import type { Described } from '../document/document.js'
import type { Studio } from './studio.js'

/** The class of the address, or the one that took its place. */
export function describedNow({
  history,
  address,
  pages
}: Pick<Studio, 'history' | 'address' | 'pages'>): Described | undefined {
  const { classes } = history.store.getState().present
  const wanted = address.store.getState().params['class']
  return (
    classes.find(({ name }) => name === wanted) ??
    classes[Math.min(pages.describe.getState().position, classes.length - 1)]
  )
}
