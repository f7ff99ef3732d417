/** Which images a description claims, which it wins and loses against another one. */
import type { Model } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { alikeness } from '../../worker/alike.js'
import type { AmongChoice } from '../../worker/facts.js'
import { type Ranking, placeOf, rowsAmong } from '../../worker/ranking.js'
import { type Session, dataOf } from '../../worker/session.js'
import type { ClaimedImage, Claims, CompareSide, Focus, VersionComparison } from '../facts.js'

/** Positions in the ranked rows of those that have the label of a class; none has that of a class which is new. */
export type OwnRows = (name: string, among: AmongChoice) => readonly number[]

/** Looked up once for each class, until the data or the competing classes change. */
export function createOwnRows(session: Session): OwnRows {
  let known:
    | { readonly rows: Uint32Array; readonly name: string; readonly own: readonly number[] }
    | undefined
  return (name, among) => {
    const data = dataOf(session)
    const rows = rowsAmong(data, among)
    if (known?.rows === rows && known.name === name) return known.own
    const { labels, classes } = data.dataset
    const label = classes.indexOf(name)
    const own = label < 0 ? [] : [...rows.keys()].filter(at => labels[rows[at]] === label)
    known = { rows, name, own }
    return own
  }
}

export function claimsOf({
  model,
  name,
  among,
  now,
  then,
  own,
  hasLabel,
  images: { surest, border }
}: {
  readonly model: Model
  readonly name: string
  readonly among: AmongChoice
  /** as it is shown, and the one that ranks are compared with */
  readonly now: Ranking
  readonly then: Ranking
  readonly own: readonly number[]
  /** the data have this class: rows may be labelled so, and then are its own */
  readonly hasLabel: boolean
  readonly images: Pick<Focus['images'], 'surest' | 'border'>
}): Claims {
  const { rows, scores, margins, claimed, sorted, count } = now
  const isOwn = new Set(own)
  const image = (at: number): ClaimedImage => ({
    row: rows[at],
    score: scores[at],
    margin: margins[at],
    gained: placeOf(then, then.margins[at]) - placeOf(now, margins[at]),
    disagrees: hasLabel && isOwn.has(at) !== (claimed[at] === 1)
  })
  // Only what lies beyond these margins has to be put in order.
  const least = sorted[Math.max(0, sorted.length - surest)]
  const most = sorted[Math.min(sorted.length - 1, sorted.length - count + border - 1)]
  const next = sorted[Math.max(0, sorted.length - count - border)]
  const [first, above, below]: number[][] = [[], [], []]
  for (let at = 0; at < margins.length; at++) {
    if (claimed[at] === 1) {
      if (margins[at] >= least) first.push(at)
      if (margins[at] <= most) above.push(at)
    } else if (margins[at] >= next) below.push(at)
  }
  const down = (a: number, b: number): number => margins[b] - margins[a] || a - b
  return {
    class: name,
    among,
    candidates: among === 'all' ? model.classes.length : model.unseen.length,
    rows: rows.length,
    claimed: count,
    labelled: own.length,
    right: rightOf(now, own),
    taken: takenBy(now, isOwn, model),
    surest: first.sort(down).slice(0, surest).map(image),
    above: above.sort(down).slice(-border).map(image),
    below: below.sort(down).slice(0, border).map(image)
  }
}

/** Classes that are told of: the rest took little. */
const MOST_TAKEN = 4

/** Whose the claimed rows would be without this class, but for those that are labelled as its own. */
function takenBy({ claimed, rival }: Ranking, own: ReadonlySet<number>, model: Model): Claims['taken'] {
  const [gone, had] = [new Int32Array(model.classes.length), new Int32Array(model.classes.length)]
  rival.forEach((position, at) => {
    if (position < 0 || own.has(at)) return
    had[position]++
    gone[position] += claimed[at]
  })
  return [...gone.keys()]
    .filter(position => gone[position] > 0)
    .sort((a, b) => gone[b] - gone[a] || a - b)
    .slice(0, MOST_TAKEN)
    .map(position => ({
      class: model.classes[position].name,
      count: gone[position],
      of: had[position]
    }))
}

export function compareSides({
  name,
  sides,
  own,
  hasImages,
  other,
  most
}: {
  readonly name: string
  /** before and after: the model with the class described so, and its ranking */
  readonly sides: readonly { readonly model: Model; readonly ranking: Ranking }[]
  readonly own: readonly number[]
  readonly hasImages: boolean
  /** the class that both are likened to */
  readonly other: string | undefined
  /** images to tell of */
  readonly most: number
}): VersionComparison {
  const [before, after] = sides.map(({ model, ranking }): CompareSide => {
    const { mixture } = model.find(name)
    return {
      mixture: [...mixture],
      expressed: model.expressed(name).expressed,
      claimed: ranking.count,
      right: hasImages ? rightOf(ranking, own) : 0,
      ...defined({
        alike: other === undefined ? undefined : alikeness(mixture, model.find(other).mixture)
      })
    }
  })
  /** claimed by one and not by the other, surest first */
  const only = (ranking: Ranking, without: Ranking): VersionComparison['joined'] => {
    const found: number[] = []
    for (let at = 0; at < ranking.rows.length; at++)
      if (ranking.claimed[at] === 1 && without.claimed[at] === 0) found.push(at)
    found.sort((a, b) => ranking.margins[b] - ranking.margins[a] || a - b)
    return { count: found.length, rows: found.slice(0, most).map(at => ranking.rows[at]) }
  }
  const [first, second] = sides
  return {
    class: name,
    hasImages,
    before,
    after,
    other,
    labelled: hasImages ? own.length : 0,
    joined: only(second.ranking, first.ranking),
    left: only(first.ranking, second.ranking)
  }
}

/** Of a model alone, which has no images. */
export const noRanking: Ranking = {
  rows: new Uint32Array(),
  scores: new Float64Array(),
  margins: new Float64Array(),
  claimed: new Uint8Array(),
  rival: new Int32Array(),
  count: 0,
  sorted: new Float64Array()
}

const rightOf = ({ claimed }: Ranking, own: readonly number[]): number =>
  own.reduce((sum, at) => sum + claimed[at], 0)
