/** Going somewhere. */
import { defined } from '@unseen/core/internal'
import type { ClassFacts } from '../worker/facts.js'
import type { Action } from './action.js'
import { type PageName, pageNames } from './address.js'
import type { Studio } from './studio.js'

export const pageLabels: Readonly<Record<PageName, string>> = {
  start: 'Start',
  describe: 'Describe',
  recognise: 'Recognise',
  classes: 'Classes',
  train: 'Train',
  evaluate: 'Evaluate'
}

const isOpen = ({ session }: Studio): boolean => session.store.getState().status === 'ready'

export const goTo = (page: PageName): Action => ({
  name: `page.${page}`,
  label: pageLabels[page],
  ...defined({ shortcut: page !== 'start' ? String(pageNames.indexOf(page) + 1) : undefined }),
  enabled: studio => page === 'start' || isOpen(studio),
  perform: ({ address: store, overlay }) => {
    overlay.close()
    store.go(page)
  }
})

export const pageActions: readonly Action[] = [
  ...pageNames.map(goTo),
  { ...goTo('start'), label: 'Start: open something else' }
]

/** A class: an unseen one is described, a seen one is looked at among the classes. */
export const goToClass: Action<Pick<ClassFacts, 'name' | 'seen'>> = {
  name: 'page.class',
  label: 'Go to a class',
  perform: ({ address: store, overlay }, { name, seen }) => {
    overlay.close()
    store.go(seen ? 'classes' : 'describe', { class: name })
  }
}

/** A row of the data, under Recognise. */
export const goToImage: Action<number> = {
  name: 'page.image',
  label: 'Go to an image',
  enabled: ({ session }, row) => row >= 0 && row < (session.store.getState().data?.rows ?? 0),
  perform: ({ address: store, overlay }, row) => {
    overlay.close()
    store.go('recognise', { image: String(row) })
  }
}
