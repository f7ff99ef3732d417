/** Which images a description claims, which it wins and loses against another one. */
import type { Model } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { alikeness } from '../../worker/alike.js'
import { type Ranker, type Ranking, effectiveAmong, placeOf } from '../../worker/ranking.js'
import { type Session, dataOf, modelOf } from '../../worker/session.js'
import type {
  ClaimedImage,
  Claims,
  ClaimsQuestion,
  CompareQuestion,
  CompareSide,
  Comparison
} from '../facts.js'

/** The model with another description of a class; without one, as it is. */
export const described = (model: Model, name: string, values: readonly number[] | undefined): Model =>
  values === undefined ? model : model.describe(name, values)

export function claimsOf(
  session: Session,
  ranker: Ranker,
  { class: name, values, before, among: wanted, bias, surest, border }: ClaimsQuestion
): Claims {
  const model = described(modelOf(session), name, values)
  const among = effectiveAmong(model, wanted)
  const now = ranker.rank(model, name, among, bias)
  const then = before === undefined ? now : ranker.rank(model.describe(name, before), name, among, bias)
  const isOwn = labelTest(session, name)
  const image = (at: number): ClaimedImage => ({
    row: now.rows[at],
    score: now.scores[at],
    margin: now.margins[at],
    gained: placeOf(then, then.margins[at]) - placeOf(now, now.margins[at]),
    disagrees: isOwn(now.rows[at]) !== (now.claimed[at] === 1)
  })
  const down = (a: number, b: number): number => now.margins[b] - now.margins[a] || a - b
  const { sorted, count, margins, claimed } = now
  const least = sorted[Math.max(0, sorted.length - surest)]
  const most = sorted[Math.min(sorted.length - 1, sorted.length - count + border - 1)]
  const next = sorted[Math.max(0, sorted.length - count - border)]
  const positions = [...margins.keys()]
  return {
    class: name,
    among,
    candidates: among === 'all' ? model.classes.length : model.unseen.length,
    rows: now.rows.length,
    claimed: count,
    ...counted(now, isOwn),
    surest: positions
      .filter(at => claimed[at] === 1 && margins[at] >= least)
      .sort(down)
      .slice(0, surest)
      .map(image),
    above: positions
      .filter(at => claimed[at] === 1 && margins[at] <= most)
      .sort(down)
      .slice(-border)
      .map(image),
    below: positions
      .filter(at => claimed[at] === 0 && margins[at] >= next)
      .sort(down)
      .slice(0, border)
      .map(image)
  }
}

export function compareDescriptions(
  session: Session,
  ranker: Ranker,
  { class: name, before, after, among: wanted, bias, other, images }: CompareQuestion
): Comparison {
  const model = modelOf(session)
  const hasImages = session.library !== undefined
  const isOwn = hasImages ? labelTest(session, name) : () => false
  const side = (values: readonly number[]): { facts: CompareSide; ranking: Ranking } => {
    const changed = model.describe(name, values)
    const ranking = hasImages ? ranker.rank(changed, name, effectiveAmong(changed, wanted), bias) : nothing
    const { mixture } = changed.find(name)
    return {
      ranking,
      facts: {
        mixture: [...mixture],
        expressed: changed.expressed(name).expressed,
        claimed: ranking.count,
        right: counted(ranking, isOwn).right,
        ...defined({
          alike: other === undefined ? undefined : alikeness(mixture, changed.find(other).mixture)
        })
      }
    }
  }
  const [first, second] = [side(before), side(after)]
  /** claimed by one and not by the other, surest first */
  const only = ({ ranking }: typeof first, { ranking: without }: typeof first): Comparison['joined'] => {
    const found = [...ranking.rows.keys()]
      .filter(at => ranking.claimed[at] === 1 && without.claimed[at] === 0)
      .sort((a, b) => ranking.margins[b] - ranking.margins[a] || a - b)
    return { count: found.length, rows: found.slice(0, images).map(at => ranking.rows[at]) }
  }
  return {
    class: name,
    hasImages,
    before: first.facts,
    after: second.facts,
    other,
    labelled: counted(second.ranking, isOwn).labelled,
    joined: only(second, first),
    left: only(first, second)
  }
}

const nothing: Ranking = {
  rows: new Uint32Array(),
  scores: new Float64Array(),
  margins: new Float64Array(),
  claimed: new Uint8Array(),
  count: 0,
  sorted: new Float64Array()
}

function counted(
  { rows, claimed }: Ranking,
  isOwn: (row: number) => boolean
): { readonly labelled: number; readonly right: number } {
  let labelled = 0
  let right = 0
  rows.forEach((row, at) => {
    if (!isOwn(row)) return
    labelled++
    right += claimed[at]
  })
  return { labelled, right }
}

/** Whether a row has the label of the class; none has that of a class which is new. */
function labelTest(session: Session, name: string): (row: number) => boolean {
  const { labels, classes } = dataOf(session).dataset
  const label = classes.indexOf(name)
  return label < 0 ? () => false : row => labels[row] === label
}
