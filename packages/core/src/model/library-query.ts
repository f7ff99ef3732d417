/** What a library is asked: the class, and the classes it must beat, as rows are scored for them. */
import type { LibraryQuery } from '../recognition/rank-library.js'
import type { Model } from './model.js'
import type { Among } from './types.js'

export interface NamedQuery extends LibraryQuery {
  readonly name: string
  /** of the background classes, in their order */
  readonly names: readonly string[]
}

/**
 * `background`: the classes a row might be of, the class itself among them or not; the unseen ones unless
 * given. An empty list is none.
 */
export function libraryQuery(model: Model, name: string, background: Among = 'unseen'): NamedQuery {
  const names =
    background === 'all'
      ? [...model.seen, ...model.unseen]
      : background === 'seen'
        ? model.seen
        : background === 'unseen'
          ? model.unseen
          : [...new Set(background)]
  const among = [name, ...names]
  const biases = model.biasesOf(among, among)
  const [first, ...rivals] = among.map((each, at) => ({
    mixture: model.comparedMixture(each),
    bias: biases[at]
  }))
  return { name, names, class: first, background: rivals, position: names.indexOf(name) }
}
