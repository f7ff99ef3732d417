/** Going somewhere. */
import { defined } from '@unseen/core/internal'
import { count } from '../lib/say.js'
import type { ClassFacts } from '../worker/facts.js'
import type { Action } from './action.js'
import { type PageName, imageOf, pageNames, rowOf } from './address.js'
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

/** Says so where the address names a class or an image that is not there, instead of showing another in silence. */
export function checkAddress({ address: { store }, session, history, pages, notices }: Studio): void {
  const { status, classes, data } = session.store.getState()
  if (status !== 'ready') return
  const { class: name, image } = store.getState().params
  const { classes: described, aside = {} } = history.store.getState().present
  // A class that only another table describes is kept, and comes back with it.
  const isKnown = [...classes, ...described, ...Object.values(aside).flat()].some(each => each.name === name)
  if (name !== undefined && !isKnown)
    notices.problem({
      what: `No class is called “${name}” here.`,
      remedy: 'Another is shown. Choose one from the menu of its name, or describe a new one.'
    })
  const images = (data?.rows ?? 0) + pages.recognise.getState().added.length
  if (image !== undefined && (rowOf(image) ?? images) >= images)
    notices.problem({
      what: `There is no image “${image}”: ${images === 0 ? 'this project has none' : `they count from 1 to ${count(images)}`}.`,
      remedy: 'Another is shown.'
    })
}

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

/** From every place: goes to Describe and asks for a name. */
export const showNewClass: Action = {
  name: 'describe.new',
  label: 'Describe a class',
  shortcut: 'n',
  enabled: ({ session }) => session.store.getState().model !== undefined,
  perform({ pages, address, overlay }) {
    overlay.close()
    if (address.store.getState().page !== 'describe') address.go('describe')
    pages.describe.setState({ naming: 'new' })
  }
}

/** A row of the data, under Recognise. */
export const goToImage: Action<number> = {
  name: 'page.image',
  label: 'Go to an image',
  enabled: ({ session }, row) => row >= 0 && row < (session.store.getState().data?.rows ?? 0),
  perform: ({ address: store, overlay }, row) => {
    overlay.close()
    store.go('recognise', { image: imageOf(row) })
  }
}
