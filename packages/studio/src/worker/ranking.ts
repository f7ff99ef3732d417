/**
 * The images of the library ranked for one class, by their margin over the best other candidate (raw scores
 * of different images do not compare). While a slider moves only that class changes: what the others score
 * is kept, so that a step costs one pass of rows x seen.
 */
import type { Model, ModelClass } from '@unseen/core'
import { BlockScorer, LibraryRanker, blockOf } from '@unseen/core/internal'
import type { AmongChoice } from './facts.js'
import type { RowProportions } from './row-proportions.js'
import { type OpenData, type Session, dataOf, proportionsOf } from './session.js'

export interface Ranking {
  /** rows of the data set that are ranked */
  readonly rows: Uint32Array
  /** all by position in `rows` */
  readonly scores: Float64Array
  readonly margins: Float64Array
  readonly claimed: Uint8Array
  /** position in the model of the candidate that would have the row without this class; -1 without any */
  readonly rival: Int32Array
  readonly count: number
  /** the margins, ascending */
  readonly sorted: Float64Array
}

/** The best other candidate of every row. */
interface Rivals {
  readonly library: RowProportions
  readonly rows: Uint32Array
  readonly bias: number
  readonly others: readonly ModelClass[]
  readonly ranker: LibraryRanker
  readonly best: Float64Array
  /** its position in the model, which decides between equals */
  readonly position: Int32Array
}

export interface Ranker {
  rank(model: Model, name: string, among: AmongChoice, bias: number | undefined): Ranking
}

export function createRanker(session: Session): Ranker {
  let rivals: Rivals | undefined

  const rivalsOf = (model: Model, name: string, among: AmongChoice, bias: number): Rivals => {
    const library = proportionsOf(session)
    const rows = rowsAmong(dataOf(session), among)
    const others = model.classes.filter(each => each.name !== name && (among === 'all' || !each.seen))
    const known = rivals?.library === library && rivals.rows === rows ? rivals : undefined
    if (
      known?.bias === bias &&
      known.others.length === others.length &&
      known.others.every((each, at) => each === others[at])
    )
      return known
    const ranker = known?.ranker ?? rankerOf(library, rows)
    const { best, which } = ranker.rivals(
      others.map(({ name, seen }) => ({ mixture: model.comparedMixture(name), bias: seen ? bias : 0 }))
    )
    const positions = others.map(each => model.classes.indexOf(each))
    const position = Int32Array.from(which, at => positions[at] ?? -1)
    return (rivals = { library, rows, bias, others, ranker, best, position })
  }

  return {
    rank(model, name, among, wanted) {
      const bias = among === 'all' ? (wanted ?? model.notes.bias ?? 0) : 0
      const { ranker, rows, best, position } = rivalsOf(model, name, among, bias)
      const { scores, margins } = ranker.margins({ mixture: model.comparedMixture(name), bias: 0 }, best)
      const at = model.classes.findIndex(each => each.name === name)
      const claimed = Uint8Array.from(scores, (score, i) =>
        score > best[i] || (score === best[i] && at < position[i]) ? 1 : 0
      )
      return {
        rows,
        scores,
        margins,
        claimed,
        rival: position,
        count: claimed.reduce((sum, one) => sum + one, 0),
        sorted: Float64Array.from(margins).sort()
      }
    }
  }
}

/** A single unseen class would claim everything: then all classes compete. */
export const effectiveAmong = (model: Model, among: AmongChoice): AmongChoice =>
  model.unseen.length < 2 ? 'all' : among

/** Of the given rows of the library alone: what it finds is by position among them. */
export const rankerOf = ({ proportions, seen }: RowProportions, rows: Uint32Array): LibraryRanker =>
  new LibraryRanker(blockOf(proportions, seen, rows), new BlockScorer(seen))

/** How many images have a larger margin: the place of this one, from 0. */
export function placeOf({ sorted }: Ranking, margin: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle] > margin) high = middle
    else low = middle + 1
  }
  return sorted.length - low
}

const newRows = new WeakMap<OpenData, Readonly<Record<AmongChoice, Uint32Array>>>()

/**
 * Rows that were not trained on. Among unseen classes those of unseen classes, where there are any. The same array
 * for as long as the data are the same.
 */
export function rowsAmong(data: OpenData, among: AmongChoice): Uint32Array {
  const known = newRows.get(data)
  if (known !== undefined) return known[among]
  const {
    dataset: { labels },
    taken: { test, testSeen }
  } = data
  const kept = Uint32Array.from([...test.rows, ...(testSeen?.rows ?? [])]).sort()
  const all = kept.length > 0 ? kept : Uint32Array.from(labels.keys())
  const unseen = test.rows.length > 0 ? Uint32Array.from(test.rows).sort() : all
  newRows.set(data, { all, unseen })
  return among === 'all' ? all : unseen
}
