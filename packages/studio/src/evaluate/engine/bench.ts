/**
 * The bench of an evaluation: test images, and a model that never saw them. Where the split keeps images of
 * seen classes apart, that is the model in use; otherwise a fifth of each seen class is kept apart by a seed
 * and a model is trained on the rest with the same settings, as comparisons of methods do.
 */
import { type GeneralisedData, type Model, UnseenError, type Watch, fit, generalisedData } from '@unseen/core'
import { type Competition, compete } from '@unseen/core/internal'
import { type Session, dataOf, modelOf } from '../../worker/session.js'

export interface Bench {
  /** the training that is judged, and the data it belongs to */
  readonly of: Model['trained']
  readonly data: GeneralisedData
  readonly trained: Model
}

export async function createBench(session: Session, watch: Watch): Promise<Bench> {
  const model = modelOf(session)
  const data = generalisedData(dataOf(session).taken)
  return {
    of: model.trained,
    data,
    trained: data.keptBy === 'split' ? model : await fit(data.train, { ...model.settings, ...watch })
  }
}

/** The bench's model with the descriptions of the model in use. */
export function describedAs(trained: Model, model: Model): Model {
  const known = trained.unseen
    .filter(name => !model.unseen.includes(name))
    .reduce((rest, name) => rest.forget(name), trained)
  return known.describeAll(model.classes.filter(({ seen }) => !seen))
}

/** Scores of all test images, looked at once. */
export interface Scored {
  readonly classes: readonly string[]
  readonly competition: Competition
  /** numbers of the images in the data set */
  readonly rows: Uint32Array
  /**
   * (rows): scores of the best and the second best seen and unseen class; -Infinity where there is no second
   */
  readonly seen: readonly [Float64Array, Float64Array]
  readonly unseen: readonly [Float64Array, Float64Array]
}

export function scoreBench({ trained, data: { test, testSeen } }: Bench, model: Model): Scored {
  const raw = describedAs(trained, model).annotate({ bias: 0 })
  const classes = raw.classes.map(({ name }) => name)
  const isSeen = raw.classes.map(({ seen }) => seen)
  const index = new Map(classes.map((name, at) => [name, at]))
  const width = classes.length
  const parts = [testSeen, test].map(part => ({
    part,
    found: raw.scores(part.features, { among: 'all' }).scores
  }))
  // A class that nobody describes any more is no candidate, and its images test nothing.
  const kept = parts.flatMap(({ part, found }) =>
    part.labels.flatMap((label, i) =>
      index.has(label) ? [{ label: index.get(label) ?? -1, row: part.rows[i], found, i }] : []
    )
  )
  const labels = kept.map(({ label }) => label)
  if (!labels.some(label => !isSeen[label]))
    throw new UnseenError('features.empty', 'There are no test images of the classes that are described.', {
      remedy: 'Describe a class that the data set has images of.'
    })
  const scores = new Float64Array(kept.length * width)
  kept.forEach(({ found, i }, at) => scores.set(found.subarray(i * width, (i + 1) * width), at * width))
  const competition = compete({ scores, labels, seen: isSeen })
  const two = (wanted: boolean): readonly [Float64Array, Float64Array] => {
    const best = [
      new Float64Array(kept.length).fill(-Infinity),
      new Float64Array(kept.length).fill(-Infinity)
    ] as const
    scores.forEach((score, at) => {
      const [i, c] = [Math.floor(at / width), at % width]
      if (isSeen[c] !== wanted) return
      if (score > best[0][i]) [best[0][i], best[1][i]] = [score, best[0][i]]
      else if (score > best[1][i]) best[1][i] = score
    })
    return best
  }
  return {
    classes,
    competition,
    rows: Uint32Array.from(kept, ({ row }) => row),
    seen: two(true),
    unseen: two(false)
  }
}

/** By how much the best of all classes leads, at a bias. */
export function leadsAt(
  { seen: [seen, seenNext], unseen: [unseen, unseenNext] }: Scored,
  bias: number
): Float64Array {
  return Float64Array.from(seen, (best, i) => {
    const other = unseen[i]
    const biased = best + bias
    return biased > other
      ? biased - Math.max(seenNext[i] + bias, other)
      : other - Math.max(unseenNext[i], biased)
  })
}
