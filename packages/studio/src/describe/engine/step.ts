/**
 * Of the engine: one step of a slider, from the values of the classes to all that Describe shows of them, in one
 * message. Only the class in focus changes while somebody drags: what its rivals score, the rows that have its
 * label, and whatever was worked out for the same values before are kept.
 */
import type { Model } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { problemOf } from '../../lib/problem.js'
import { classFacts } from '../../worker/gather-facts.js'
import { type Ranking, createRanker, effectiveAmong } from '../../worker/ranking.js'
import { computeImageColumns } from '../../worker/row-proportions.js'
import { type Session, modelOf } from '../../worker/session.js'
import type { DescribedValues, Focus, Meaning, Step, Stepped, Values } from '../facts.js'
import { type OwnRows, claimsOf, compareSides, createOwnRows, noRanking } from './claims.js'
import { adviceOf, meaningOf } from './meaning.js'
import { hasPhotos, readPhotos, showPhotos } from '../../photos/engine/photos.js'

/** Descriptions of one class that are remembered: the draft, the one before, two sides, and some just left. */
const KEPT = 8

export function createStep(session: Session): (step: Step) => Promise<Stepped | undefined> {
  const look = createLook(session)
  return async ({ classes, table, rests, focus }) => {
    const taken = await takeClasses(session, classes, table)
    if (taken === undefined || focus === undefined) return taken
    try {
      return { ...taken, ...look(focus, rests) }
    } catch (error) {
      // The model has the classes already, and the page has to hear of them.
      return { ...taken, problem: problemOf(error) }
    }
  }
}

/**
 * Makes the model know exactly these classes besides the seen ones; those that are as they were cost nothing.
 * Nothing where another table came into use meanwhile.
 */
async function takeClasses(
  session: Session,
  given: readonly DescribedValues[],
  table: string | undefined
): Promise<Pick<Stepped, 'changed' | 'names'> | undefined> {
  // Whatever has to be read is read first: nothing may come between the model as it was and as it becomes.
  const photos = await readPhotos(session, given)
  const described = given.map(each => ({
    ...each,
    shown: (each.shown ?? []).filter(({ photo }) => photos.has(photo))
  }))
  const inUse = session.data?.taken.table.name
  if (table !== undefined && inUse !== undefined && table !== inUse) return undefined
  const before = modelOf(session)
  let model = before
  const wanted = new Set(described.map(({ name }) => name))
  for (const name of model.unseen) if (!wanted.has(name)) model = model.forget(name)
  const known = new Map(model.classes.map(each => [each.name, each.signature]))
  const changed = described.filter(
    each => !isSame(each.values, known.get(each.name)) || !hasPhotos(model, each)
  )
  const redescribed = changed.filter(({ name, values }) => !isSame(values, known.get(name)))
  if (redescribed.length > 0)
    model = model.describeAll(redescribed.map(({ name, values }) => ({ name, signature: values })))
  model = showPhotos(model, changed, photos)
  if (model !== before) {
    if (session.data !== undefined)
      await computeImageColumns(model, session.data.dataset, session.imageColumns)
    // Another model came into use while the rows were read.
    if (session.model !== before) return undefined
    session.model = model
    session.revision++
  }
  return {
    changed:
      changed.length === 0
        ? []
        : classFacts(
            session,
            changed.map(({ name }) => name)
          ),
    names: model.classes.map(({ name }) => name)
  }
}

/** A class as it would be with other values, and what that means. */
interface Variant {
  readonly model: Model
  readonly meaning: () => Meaning
  readonly advice: () => NonNullable<Stepped['advice']>
}

function createLook(session: Session): (focus: Focus, rests: boolean) => Partial<Stepped> {
  const ranker = createRanker(session)
  const ownRows: OwnRows = createOwnRows(session)
  const variants = byValues<Variant>()
  const rankings = byValues<Ranking>()

  return ({ class: name, among: wanted, bias, shown, before, sides, images }, rests) => {
    const model = modelOf(session)
    const { signature, examples } = model.find(name)
    const among = effectiveAmong(model, wanted)
    // With another of these the same description means something else: its rivals, its photos, its position,
    // which decides between equals, and what the rehearsal noted.
    const around = [
      model.notes,
      name,
      examples?.mean,
      model.classes.findIndex(each => each.name === name),
      ...model.classes.filter(each => each.name !== name)
    ]
    const competing = [session.data, session.proportions, among, bias, ...around]

    const variant = (values: Values | Float64Array): Variant =>
      variants.get(around, values, () => {
        const changed = isSame(values, signature) ? model : model.describe(name, values)
        return {
          model: changed,
          meaning: once(() => meaningOf(changed, name)),
          advice: once(() => adviceOf(changed, name))
        }
      })
    const ranking = (values: Values | Float64Array): Ranking =>
      rankings.get(competing, values, () => ranker.rank(variant(values).model, name, among, bias))

    const now = variant(signature)
    const meaning = now.meaning()
    const own = session.data === undefined ? [] : ownRows(name, among)
    const shownRanking = session.data === undefined ? undefined : ranking(shown ?? signature)
    return defined({
      claims:
        shownRanking &&
        claimsOf({
          model,
          name,
          among,
          now: shownRanking,
          then: before === undefined ? shownRanking : ranking(before),
          own,
          hasLabel: session.data?.dataset.classes.includes(name) ?? false,
          images
        }),
      meaning,
      before: before && variant(before).meaning(),
      comparison:
        sides &&
        compareSides({
          name,
          sides: sides.map(values => ({
            model: variant(values).model,
            ranking: session.proportions === undefined ? noRanking : ranking(values)
          })),
          own,
          hasImages: session.proportions !== undefined,
          other: meaning.nearest?.class,
          most: images.changed
        }),
      advice: rests ? now.advice() : undefined
    })
  }
}

/** Remembers what was made for the last few descriptions, for as long as all around them is the same. */
function byValues<Made>(): {
  get(around: readonly unknown[], values: ArrayLike<number>, make: () => Made): Made
} {
  let here: readonly unknown[] = []
  let kept: readonly { readonly values: ArrayLike<number>; readonly made: Made }[] = []
  return {
    get(around, values, make) {
      if (!isSame(around, here)) {
        here = around
        kept = []
      }
      const found = kept.find(each => isSame(each.values, values))
      const entry = found ?? { values: Float64Array.from(values), made: make() }
      kept = [entry, ...kept.filter(each => each !== found)].slice(0, KEPT)
      return entry.made
    }
  }
}

function isSame(a: ArrayLike<unknown>, b: ArrayLike<unknown> | undefined): boolean {
  if (a.length !== b?.length) return false
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false
  return true
}

function once<Made>(make: () => Made): () => Made {
  let made: { readonly of: Made } | undefined
  return () => (made ??= { of: make() }).of
}
