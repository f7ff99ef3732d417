/**
 * Of the engine: how alike classes are: signatures, mixtures, and the proportions of their images (the
 * paper's Fig. 2).
 */
import type { Model } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { alikeness, nearestOf } from '../../worker/alike.js'
import type { RowProportions } from '../../worker/row-proportions.js'
import { libraryOf, rankerOf, scoredClasses } from '../../worker/ranking.js'
import { type OpenData, type Session, modelOf } from '../../worker/session.js'
import { type AffinityFacts, type AnswersFacts, MANY } from '../affinity-facts.js'
import { likenessGroups } from './likeness-order.js'

export function createAffinity(session: Session) {
  return {
    classes(): AffinityFacts {
      const model = modelOf(session)
      const { data, proportions: ofRows } = session
      const { classes } = model
      const signatures = pairs(classes.map(({ signature }) => signature))
      const mixtures = pairs(classes.map(({ mixture }) => mixture))
      const means =
        data === undefined || ofRows === undefined
          ? classes.map(() => undefined)
          : meanProportions(model, data, ofRows)
      const proportions = means.flatMap(a =>
        means.map(b => (a === undefined || b === undefined ? null : alikeness(a, b)))
      )
      const count = classes.length
      const families = likenessGroups(count, mixtures, count < MANY ? 1 : familiesFor(count))
      const [described, seen] = [
        correlation(count, signatures, mixtures),
        correlation(count, mixtures, proportions)
      ]
      return {
        classes: classes.map(({ name }) => name),
        signatures,
        mixtures,
        proportions,
        agreement: defined({ described, seen }),
        byLikeness: families.flat(),
        ...defined({ families: count < MANY ? undefined : families }),
        nearest: classes.map(({ name }) => {
          const near = nearestOf(model, name)
          return near && { class: near.class, alike: near.alike, warn: near.lookAlike }
        }),
        claimed:
          data === undefined || ofRows === undefined ? {} : claimedOf(model, data, libraryOf(session, model))
      }
    },

    /** `bias` instead of the model's. */
    answers(bias?: number): AnswersFacts {
      const model = modelOf(session)
      const { data, proportions: ofRows } = session
      if (data === undefined || ofRows === undefined)
        return { rows: new Uint32Array(), answers: new Int32Array() }
      const rows = newRows(data)
      const candidates = scoredClasses(
        model,
        model.classes.map(({ name }) => name),
        'all',
        bias
      )
      return {
        rows,
        answers: Int32Array.from(rankerOf(libraryOf(session, model), rows).rivals(candidates).which)
      }
    }
  }
}

/** Few enough to be read at once: 24 for 200 classes. */
const familiesFor = (classes: number): number => Math.round(1.7 * Math.sqrt(classes))

const pairs = (vectors: readonly Float64Array[]): number[] =>
  vectors.flatMap(a => vectors.map(b => alikeness(a, b)))

/** Rows that were not trained on; all, where none was kept apart. */
function newRows({ dataset: { labels }, taken: { test, testSeen } }: OpenData): Uint32Array {
  const kept = Uint32Array.from([...test.rows, ...(testSeen?.rows ?? [])])
  return kept.length > 0 ? kept : Uint32Array.from(labels.keys())
}

/**
 * Of every class of the model: the mean over its new images, or all of them where none is new; centred, since
 * all images share a large part.
 */
function meanProportions(
  model: Model,
  data: OpenData,
  { proportions, seen }: RowProportions
): (Float64Array | undefined)[] {
  const { labels, classes } = data.dataset
  const sumOver = (rows: Iterable<number>): { readonly sums: Float64Array[]; readonly counts: number[] } => {
    const sums = classes.map(() => new Float64Array(seen))
    const counts = classes.map(() => 0)
    for (const row of rows) {
      counts[labels[row]]++
      for (let s = 0; s < seen; s++) sums[labels[row]][s] += proportions[row * seen + s]
    }
    return { sums, counts }
  }
  const [fresh, all] = [sumOver(newRows(data)), sumOver(labels.keys())]
  const means = model.classes.map(({ name }) => {
    const label = classes.indexOf(name)
    const { sums, counts } = (fresh.counts[label] ?? 0) > 0 ? fresh : all
    return (counts[label] ?? 0) > 0 ? sums[label].map(sum => sum / counts[label]) : undefined
  })
  const known = means.filter(mean => mean !== undefined)
  const centre = new Float64Array(seen)
  for (const mean of known) for (let s = 0; s < seen; s++) centre[s] += mean[s] / known.length
  return means.map(mean => mean?.map((value, s) => value - centre[s]))
}

/** Pearson's, over all pairs of different classes that both tables know. */
function correlation(
  count: number,
  a: readonly (number | null)[],
  b: readonly (number | null)[]
): number | undefined {
  const known: [number, number][] = []
  for (let i = 0; i < count; i++) {
    for (let k = i + 1; k < count; k++) {
      const [x, y] = [a[i * count + k], b[i * count + k]]
      if (x !== null && y !== null) known.push([x, y])
    }
  }
  const mean = (part: 0 | 1): number => known.reduce((sum, pair) => sum + pair[part], 0) / known.length
  const [x, y] = [mean(0), mean(1)]
  const spread = (p: 0 | 1, q: 0 | 1): number =>
    known.reduce((sum, pair) => sum + (pair[p] - (p === 0 ? x : y)) * (pair[q] - (q === 0 ? x : y)), 0)
  const scale = Math.sqrt(spread(0, 0) * spread(1, 1))
  return known.length < 3 || scale === 0 ? undefined : spread(0, 1) / scale
}

/** New images of unseen classes by the unseen class they are taken for; ties go to the first, as in core. */
function claimedOf(model: Model, data: OpenData, ofRows: RowProportions): Record<string, number> {
  const { test } = data.taken
  const rows = test.rows.length > 0 ? Uint32Array.from(test.rows) : newRows(data)
  const unseen = model.unseen.length === 0 ? [] : scoredClasses(model, model.unseen, 'unseen')
  const counts = model.unseen.map(() => 0)
  if (counts.length > 0) for (const at of rankerOf(ofRows, rows).rivals(unseen).which) counts[at]++
  return Object.fromEntries(model.unseen.map((name, at) => [name, counts[at]]))
}
