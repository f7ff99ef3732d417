/**
 * Where one is, and its address: '#/describe?class=deer&versions=1,now'. The address holds all that a link
 * should.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'

export const places = ['describe', 'recognise', 'classes', 'train', 'evaluate'] as const
export type PlaceName = (typeof places)[number] | 'start'

/** What the address says besides the place: class, image, versions, and whatever a page adds. */
export type Params = Readonly<Record<string, string>>

export interface Place {
  readonly place: PlaceName
  readonly params: Params
}

export function toHash({ place, params }: Place): string {
  const query = new URLSearchParams(Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1))).toString()
  return `#/${place === 'start' ? '' : place}${query === '' ? '' : `?${query}`}`
}

export function fromHash(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split('?', 2)
  const place = places.find(each => each === path) ?? 'start'
  return { place, params: Object.fromEntries(new URLSearchParams(query)) }
}

export interface Places {
  readonly store: StoreApi<Place>
  /** Another place; class and image stay, other parameters go unless they are given. */
  go(place: PlaceName, params?: Record<string, string | undefined>): void
  /** Other parameters here; undefined takes one away. */
  set(params: Record<string, string | undefined>): void
}

const kept = ['class', 'image']

export function createPlaces(initial: Place): Places {
  const store = createStore<Place>(() => initial)
  const merge = (params: Params, change: Record<string, string | undefined>): Params =>
    Object.fromEntries(
      Object.entries({ ...params, ...change }).filter(
        (entry): entry is [string, string] => entry[1] !== undefined
      )
    )
  return {
    store,
    go(place, params = {}) {
      const stay = Object.fromEntries(
        Object.entries(store.getState().params).filter(([name]) => kept.includes(name))
      )
      store.setState({ place, params: merge(stay, params) })
    },
    set: params => store.setState(now => ({ params: merge(now.params, params) }))
  }
}
