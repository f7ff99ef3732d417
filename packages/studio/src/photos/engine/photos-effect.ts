/**
 * Of the engine: what photos of a described class change in it and in what it finds, and which photo of the library
 * an answer would help most with. Rows that were answered are nobody's find: they count neither way.
 */
import type { Model } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import type { Answer } from '../../document/document.js'
import { type Ranking, createRanker, effectiveAmong } from '../../worker/ranking.js'
import { computeImageColumns } from '../../worker/row-proportions.js'
import { type Session, dataOf, modelOf } from '../../worker/session.js'
import type { AskedPhoto, Change, FoundPhoto, FoundPhotos, PhotosEffect, PhotosQuestion } from '../facts.js'
import { featuresOf } from '../../images/engine/added.js'
import { photosMixture } from './photos-mixture.js'
import { readPhotos, showPhotos } from './photos.js'

/** Photos that are offered for an answer. */
const ASKED = 7
/** Answers that have to move little before nothing is asked any more. */
const LAST = 3
/** Shares that are told of, and classes that photos were taken from. */
const TOLD = 5

/** What the photos of a class change, with rankers that are kept between questions. */
export function createEffect(session: Session): (question: PhotosQuestion) => Promise<PhotosEffect> {
  const rankers = [createRanker(session), createRanker(session), createRanker(session)]
  return async ({ class: name, among: wanted, bias, answers, most }) => {
    const model = modelOf(session)
    const { dataset } = dataOf(session)
    const among = effectiveAmong(model, wanted)
    const shown = answers.filter(({ yes }) => yes)
    const photos = await readPhotos(session, [{ shown }])
    const withFirst = (first: readonly Answer[]): Model =>
      showPhotos(model, [{ name, shown: first.filter(({ yes, photo }) => yes && photos.has(photo)) }], photos)
    const answered = new Set(answers.map(({ photo }) => photo))
    const rank = async (of: Model, at: number): Promise<Ranking> => {
      await computeImageColumns(of, dataset, session.imageColumns)
      return without(rankers[at].rank(of, name, among, bias), answered)
    }
    const [plain, now] = [withFirst([]), withFirst(answers)]
    const [before, after] = [await rank(plain, 0), await rank(now, 1)]
    const label = dataset.classes.indexOf(name)
    const isOwn = (at: number): boolean =>
      dataset.labels[after.rows[at]] === label && !answered.has(after.rows[at])
    const moved: number[] = []
    for (let last = Math.max(1, answers.length - LAST + 1); last <= answers.length; last++) {
      if (answers[last - 1].asked !== true) continue
      const [then, since] = [
        await rank(withFirst(answers.slice(0, last - 1)), 2),
        await rank(withFirst(answers.slice(0, last)), 2)
      ]
      const count = since.claimed.reduce((sum, one, at) => sum + (one === then.claimed[at] ? 0 : 1), 0)
      moved.push((100 * count) / Math.max(1, since.rows.length))
    }
    return {
      class: name,
      missing: shown.filter(({ photo }) => !photos.has(photo)).map(each => each.name),
      worth: model.trained.gauss?.shape?.worth ?? 0,
      share: now.shown.find(each => each.class === name)?.share ?? 0,
      mixture: mixtureChanges(now, name),
      rows: after.rows.length - answered.size,
      ...movements(before, after, now, most),
      labelled: label < 0 ? 0 : [...after.rows.keys()].filter(isOwn).length,
      right: { before: countOf(before, isOwn), after: countOf(after, isOwn) },
      taken: takenChanges(before, after, now, at => label >= 0 && isOwn(at)),
      asked: await askedPhotos(session, now, name, { among, bias, ranking: after, answered }),
      moved
    }
  }
}

/** Nobody finds what was answered. */
function without(ranking: Ranking, answered: ReadonlySet<number | string>): Ranking {
  if (answered.size === 0) return ranking
  const claimed = ranking.claimed.map((one, at) => (answered.has(ranking.rows[at]) ? 0 : one))
  return { ...ranking, claimed, count: claimed.reduce((sum, one) => sum + one, 0) }
}

const countOf = ({ claimed }: Ranking, counts: (at: number) => boolean): number =>
  claimed.reduce((sum, one, at) => sum + (one === 1 && counts(at) ? 1 : 0), 0)

/** Shares of known classes before and after, those that changed most first. */
function mixtureChanges(model: Model, name: string): Change[] {
  const { mixture, examples } = model.find(name)
  const share = model.shown.find(each => each.class === name)?.share ?? 0
  if (examples === undefined) return []
  const photos = photosMixture(model, examples.mean)
  return model.seen
    .map((seen, s) => ({
      name: seen,
      before: mixture[s],
      after: (1 - share) * mixture[s] + share * photos[s]
    }))
    .sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before))
    .slice(0, TOLD)
}

function movements(
  before: Ranking,
  after: Ranking,
  model: Model,
  most: number
): Pick<PhotosEffect, 'joined' | 'left' | 'stayed'> {
  const found = (counts: (at: number) => boolean): FoundPhotos => {
    const all = [...after.rows.keys()]
      .filter(counts)
      .sort((a, b) => after.margins[b] - after.margins[a] || a - b)
    return { count: all.length, photos: all.slice(0, most).map(at => foundPhoto(after, model, at)) }
  }
  return {
    joined: found(at => after.claimed[at] === 1 && before.claimed[at] === 0),
    left: found(at => after.claimed[at] === 0 && before.claimed[at] === 1),
    stayed: found(at => after.claimed[at] === 1 && before.claimed[at] === 1)
  }
}

const foundPhoto = ({ rows, rival }: Ranking, { classes }: Model, at: number): FoundPhoto => ({
  row: rows[at],
  other: classes[rival[at]]?.name ?? ''
})

/** From whom photos are taken, by the class that would have them. */
function takenChanges(
  before: Ranking,
  after: Ranking,
  { classes }: Model,
  isOwn: (at: number) => boolean
): Change[] {
  const counts = ({ claimed, rival }: Ranking): Int32Array => {
    const gone = new Int32Array(classes.length)
    claimed.forEach((one, at) => {
      if (one === 1 && rival[at] >= 0 && !isOwn(at)) gone[rival[at]]++
    })
    return gone
  }
  const [then, now] = [counts(before), counts(after)]
  return classes
    .map(({ name }, c) => ({ name, before: then[c], after: now[c] }))
    .filter(each => each.before + each.after > 0)
    .sort((a, b) => b.before + b.after - (a.before + a.after))
    .slice(0, 2)
}

/** Those that are nearest to the border: there an answer decides most. */
async function askedPhotos(
  session: Session,
  model: Model,
  name: string,
  {
    among,
    bias,
    ranking,
    answered
  }: Pick<PhotosQuestion, 'among' | 'bias'> & {
    readonly ranking: Ranking
    readonly answered: ReadonlySet<number | string>
  }
): Promise<AskedPhoto[]> {
  const { rows, margins } = ranking
  const nearest = [...rows.keys()]
    .filter(at => !answered.has(rows[at]))
    .sort((a, b) => Math.abs(margins[a]) - Math.abs(margins[b]) || a - b)
    .slice(0, ASKED)
  const biased = bias === undefined ? model : model.annotate({ bias })
  return Promise.all(
    nearest.map(async at => {
      const found = foundPhoto(ranking, model, at)
      const [{ ranked }] = biased.decide(await featuresOf(session, found.row), {
        among,
        top: model.classes.length
      })
      const probability = (of: string): number | undefined =>
        ranked.find(each => each.class === of)?.probability
      return { ...found, ...defined({ own: probability(name), others: probability(found.other) }) }
    })
  )
}
