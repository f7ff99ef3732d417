/**
 * Where one is, and its address: '#/describe?class=deer&versions=1,now'. The address holds all that a link
 * should.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'

export const pageNames = ['describe', 'recognise', 'classes', 'train', 'evaluate'] as const
export type PageName = (typeof pageNames)[number] | 'start'

/**
 * What the address says besides the page: the project it is in, class, image, versions, and whatever a page
 * adds.
 */
export type Params = Readonly<Record<string, string>>

export interface Address {
  readonly page: PageName
  readonly params: Params
}

export function toHash({ page, params }: Address): string {
  const query = new URLSearchParams(Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1))).toString()
  return `#/${page === 'start' ? '' : page}${query === '' ? '' : `?${query}`}`
}

export function fromHash(hash: string): Address {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split('?', 2)
  const page = pageNames.find(each => each === path) ?? 'start'
  return { page, params: Object.fromEntries(new URLSearchParams(query)) }
}

/** Images count from 1, in the address as on the page. */
export const imageOf = (row: number): string => String(row + 1)

/** The row of an image in the address; undefined where that is no number. */
export function rowOf(image: string | undefined): number | undefined {
  return image !== undefined && /^[1-9]\d{0,14}$/.test(image) ? Number(image) - 1 : undefined
}

export interface AddressStore {
  readonly store: StoreApi<Address>
  /** Another page; project, class and image stay, other parameters go unless they are given. */
  go(page: PageName, params?: Record<string, string | undefined>): void
  /** Other parameters here; undefined takes one away. */
  set(params: Record<string, string | undefined>): void
}

const kept = ['in', 'class', 'image']

export function createAddress(initial: Address): AddressStore {
  const store = createStore<Address>(() => initial)
  const merge = (params: Params, change: Record<string, string | undefined>): Params =>
    Object.fromEntries(
      Object.entries({ ...params, ...change }).filter(
        (entry): entry is [string, string] => entry[1] !== undefined
      )
    )
  return {
    store,
    go(page, params = {}) {
      const stay = Object.fromEntries(
        Object.entries(store.getState().params).filter(([name]) => kept.includes(name))
      )
      store.setState({ page, params: merge(stay, params) })
    },
    set: params => store.setState(now => ({ params: merge(now.params, params) }))
  }
}
