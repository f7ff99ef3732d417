/**
 * The images of the library ranked for one class, by their margin over the best other candidate (raw scores
 * of different images do not compare). While a slider moves only that class changes: what the others score
 * is kept, so that a step costs one pass of rows x seen.
 */
import type { Model, ModelClass } from '@unseen/core'
import { BlockScorer, LibraryRanker, type ScoredClass, blockOf } from '@unseen/core/internal'
import type { AmongChoice } from './facts.js'
import { type RowProportions, withImageColumns } from './row-proportions.js'
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
    const library = libraryOf(session, model)
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
      scoredClasses(
        model,
        others.map(each => each.name),
        among,
        bias
      )
    )
    const positions = others.map(each => model.classes.indexOf(each))
    const position = Int32Array.from(which, at => positions[at] ?? -1)
    return (rivals = { library, rows, bias, others, ranker, best, position })
  }

  return {
    rank(model, name, among, wanted) {
      const bias = among === 'all' ? (wanted ?? model.notes.bias ?? 0) : 0
      const { ranker, rows, best, position } = rivalsOf(model, name, among, bias)
      const [own] = scoredClasses(model, [name], among, bias)
      const { scores, margins } = ranker.margins(own, best)
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

/** Classes as rows are scored for them: with their constants, and the bias where seen ones compete. */
export function scoredClasses(
  model: Model,
  names: readonly string[],
  among: AmongChoice,
  bias = model.notes.bias ?? 0
): ScoredClass[] {
  const biases = model.annotate({ bias }).biasesOf(names, among)
  return names.map((name, at) => ({ mixture: model.comparedMixture(name), bias: biases[at] }))
}

/** What the rows have of all parts of a model; the same object for as long as they are the same. */
export function libraryOf(session: Session, model: Model): RowProportions {
  const base = proportionsOf(session)
  const means = model.classes.flatMap(({ examples }) => examples?.mean ?? [])
  if (means.length === 0) return base
  const known = libraries.get(base)
  if (known?.means.length === means.length && known.means.every((mean, at) => mean === means[at]))
    return known.library
  const library = withImageColumns(base, model, session.imageColumns)
  libraries.set(base, { means, library })
  return library
}

const libraries = new WeakMap<
  RowProportions,
  { readonly means: readonly Float64Array[]; readonly library: RowProportions }
>()

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
