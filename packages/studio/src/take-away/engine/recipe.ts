/** The recipe of the current state, from the data, the model and what the document adds (take-away/recipe.ts). */
import { type FitSettings, Matrix, type Model } from '@unseen/core'
import { defined, resolveFitOptions } from '@unseen/core/internal'
import { CHOSEN } from '../../start/engine/open.js'
import { type OpenData, type Session, modelOf } from '../../worker/session.js'
import type { Recipe, RecipeClass, RecipeTraining } from '../recipe.js'

/** Attributes that are named one by one; more are given as a table. */
const MOST_CHANGES = 6

export interface DecidedNow {
  readonly bias?: number | undefined
  readonly margin?: number | undefined
}

export function recipeOf(session: Session, { bias, margin }: DecidedNow): Recipe {
  const model = modelOf(session)
  const { data } = session
  const attributes = data?.taken.table.attributes ?? model.notes.attributes
  const table = data === undefined ? new Map<string, readonly number[]>() : signaturesOf(data)
  const unseen = data?.taken.split.unseen ?? model.unseen
  const changed =
    data === undefined
      ? []
      : model.classes.filter(({ name, seen, signature }) => !seen && !isSame(signature, table.get(name)))
  const used = bias ?? model.notes.bias
  const described = changed.map(({ name, signature }) => describedAs(name, [...signature], table, attributes))
  return {
    ...defined({ training: data === undefined ? undefined : trainingOf(data, model.settings), attributes }),
    described: [...described.filter(({ known }) => !known), ...described.filter(({ known }) => known)],
    forgotten: unseen.filter(name => !model.unseen.includes(name)),
    ...defined({ bias: used, margin })
  }
}

function trainingOf(
  { dataset, taken: { split, table, test, testSeen } }: OpenData,
  settings: FitSettings
): RecipeTraining {
  const { weights, recipe } = settings
  const usual = resolveFitOptions({ weights, recipe })
  const plain = resolveFitOptions()
  const decided = Object.entries(settings).filter(
    ([name, value]) =>
      value !== (name === 'weights' || name === 'recipe' ? plain : usual)[name as keyof FitSettings]
  )
  // A split that was made here is known to this project alone; where it is the only one, its classes say it
  // all, unless a list with commas could not name them.
  const isOwn =
    split.name === CHOSEN &&
    dataset.splits.length === 1 &&
    split.unseen.every(name => name === name.trim() && !name.includes(','))
  return {
    options: Object.fromEntries(decided),
    table: table.name,
    split: isOwn || dataset.splits.every(({ name }) => name !== split.name) ? split.unseen : split.name,
    hasTest: split.test !== undefined && test.rows.length + (testSeen?.rows.length ?? 0) > 0
  }
}

/** Signatures of the classes that a training knows, as the data have them. */
function signaturesOf({
  taken: {
    train: {
      signatures: { classes, matrix: given }
    }
  }
}: OpenData): Map<string, readonly number[]> {
  const matrix = Matrix.from(given, 'signatures')
  const row = new Float64Array(matrix.columns)
  return new Map(
    classes.map((name, at) => {
      Matrix.readRow(matrix, at, row)
      return [name, [...row]]
    })
  )
}

function isSame(signature: ArrayLike<number>, other: readonly number[] | undefined): boolean {
  return other?.length === signature.length && other.every((value, at) => value === signature[at])
}

function describedAs(
  name: string,
  values: readonly number[],
  table: ReadonlyMap<string, readonly number[]>,
  attributes: readonly string[] | undefined
): RecipeClass {
  const whole = { name, values, known: table.has(name) }
  if (attributes === undefined) return whole
  const changesFrom = (base: readonly number[] | undefined): (readonly [string, number])[] =>
    values.flatMap((value, at) => (value === (base?.[at] ?? 0) ? [] : [[attributes[at], value] as const]))
  // One that the data have is changed from there; of a new one the class that is nearest.
  const own = table.get(name)
  const bases = own === undefined ? [...table] : [[name, own] as const]
  const ways = [
    { changes: changesFrom(undefined) },
    ...bases.map(([like, base]) => ({ like, changes: changesFrom(base) }))
  ].filter(({ changes }) => changes.length <= MOST_CHANGES)
  const said = ways.reduce<(typeof ways)[number] | undefined>(
    (best, way) => (best === undefined || way.changes.length < best.changes.length ? way : best),
    undefined
  )
  // Nothing named at all would be nothing said.
  return said === undefined || (!('like' in said) && said.changes.length === 0) ? whole : { ...whole, said }
}

/** The model as it answers now: a bias that was set by hand counts. */
export const decidedModel = (session: Session, bias: number | undefined): Model =>
  bias === undefined ? modelOf(session) : modelOf(session).annotate({ bias })
