/** Going somewhere. */
import { defined } from '@unseen/core/internal'
import type { ClassFacts } from '../worker/facts.js'
import type { Action } from './action.js'
import { type PlaceName, places } from './address.js'
import type { Studio } from './studio.js'

export const placeLabels: Readonly<Record<PlaceName, string>> = {
  start: 'Start',
  describe: 'Describe',
  recognise: 'Recognise',
  classes: 'Classes',
  train: 'Train',
  evaluate: 'Evaluate'
}

const isOpen = ({ session }: Studio): boolean => session.store.getState().status === 'ready'

export const goTo = (place: PlaceName): Action => ({
  name: `place.${place}`,
  label: placeLabels[place],
  ...defined({ shortcut: place !== 'start' ? String(places.indexOf(place) + 1) : undefined }),
  enabled: studio => place === 'start' || isOpen(studio),
  perform: ({ places: store, overlay }) => {
    overlay.close()
    store.go(place)
  }
})

export const placeActions: readonly Action[] = [
  ...places.map(goTo),
  { ...goTo('start'), label: 'Start: open something else' }
]

/** A class: an unseen one is described, a seen one is looked at among the classes. */
export const goToClass: Action<Pick<ClassFacts, 'name' | 'seen'>> = {
  name: 'place.class',
  label: 'Go to a class',
  perform: ({ places: store, overlay }, { name, seen }) => {
    overlay.close()
    store.go(seen ? 'classes' : 'describe', { class: name })
  }
}

/** A row of the data, under Recognise. */
export const goToImage: Action<number> = {
  name: 'place.image',
  label: 'Go to an image',
  enabled: ({ session }, row) => row >= 0 && row < (session.store.getState().data?.rows ?? 0),
  perform: ({ places: store, overlay }, row) => {
    overlay.close()
    store.go('recognise', { image: String(row) })
  }
}
