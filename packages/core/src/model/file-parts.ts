/**
 * A model in the parts a file keeps of it, and everything that must hold of them. Saving and loading
 * pass through the same checks, so that what could not be read is never written.
 */
import { defined } from '../base/defined.js'
import { count } from '../base/errors.js'
import type { FitSettings } from '../base/options.js'
import { quote, refuse } from './file-refuse.js'
import { Model } from './model.js'
import type { ModelNotes } from './types.js'

export interface ModelParts {
  readonly settings: FitSettings
  readonly seen: readonly string[]
  readonly described: readonly string[]
  readonly notes: ModelNotes
  /** of a signature */
  readonly length: number
  /** of a feature row */
  readonly columns: number
  /** as given, (classes x length), seen classes first */
  readonly signatures: Float64Array
  /** (classes x seen) */
  readonly mixtures: Float64Array
  /** (classes) */
  readonly residuals: Float64Array
  /** (seen x columns); absent for the identity */
  readonly references?: Float32Array
  /** (columns), or (seen x columns) for class weights */
  readonly weights: Float32Array
  /** of Gaussian weights: (classes), (seen), (seen x seen) */
  readonly constants?: Float64Array
  readonly offsets?: Float64Array
  readonly gram?: Float64Array
  /** of their common shape: how many directions, (directions x columns), (columns), (3) */
  readonly directions: number
  readonly shape?: Float32Array
  readonly centre?: Float64Array
  readonly measures?: Float64Array
  /** described classes that images were shown of, in their order, and the means of these, (shown x columns) */
  readonly shown: readonly {
    readonly class: string
    readonly ids: readonly string[]
    readonly alone: boolean
  }[]
  readonly images?: Float64Array
}

/** Solvers leave the simplex by rounding only. */
const SIMPLEX_TOLERANCE = 1e-4

export function takeApart({ settings, trained, classes, notes }: Model): ModelParts {
  const { seen, columns, references, weights } = trained
  if (
    trained.transform !== settings.transform ||
    trained.kind !== settings.weights ||
    (trained.gauss !== undefined && (trained.gauss.shape === undefined) !== (settings.shape === 'none')) ||
    classes.some((known, at) => known.seen !== at < seen)
  ) {
    refuse(
      'file.value',
      `The settings and classes of the model do not belong to what was trained: ${trained.kind} weights, ${trained.transform}, ${seen} seen classes.`
    )
  }
  const names = classes.map(({ name }) => name)
  const { length } = classes[0].signature
  const shown = classes.flatMap(({ name, examples }) =>
    examples === undefined ? [] : [{ class: name, ...examples }]
  )
  return {
    settings,
    seen: names.slice(0, seen),
    described: names.slice(seen),
    notes,
    length,
    columns,
    signatures: joinRows(
      classes.map(({ signature }) => signature),
      length
    ),
    mixtures: joinRows(
      classes.map(({ mixture }) => mixture),
      seen
    ),
    residuals: Float64Array.from(classes, ({ residual }) => residual),
    ...defined({ references }),
    weights,
    shown: shown.map(({ class: name, ids, alone }) => ({ class: name, ids, alone })),
    ...(shown.length > 0 && {
      images: joinRows(
        shown.map(({ mean }) => mean),
        columns
      )
    }),
    directions: (trained.gauss?.shape?.rows.length ?? 0) / columns,
    ...(trained.gauss?.shape !== undefined && {
      shape: trained.gauss.shape.rows,
      centre: trained.gauss.shape.centre,
      measures: Float64Array.of(
        trained.gauss.shape.floor,
        trained.gauss.shape.plus,
        trained.gauss.shape.worth
      )
    }),
    ...(trained.gauss !== undefined && {
      offsets: trained.gauss.offsets,
      gram: trained.gauss.gram,
      constants: Float64Array.from(classes, ({ constant }) => constant)
    })
  }
}

export function putTogether({
  settings,
  seen,
  described,
  notes,
  length,
  columns,
  signatures,
  mixtures,
  residuals,
  references,
  weights,
  constants,
  offsets,
  gram,
  shape,
  centre,
  measures,
  shown,
  images
}: ModelParts): Model {
  const examples = new Map(
    shown.map(({ class: name, ids, alone }, at) => [
      name,
      { ids, alone, mean: images?.slice(at * columns, (at + 1) * columns) ?? new Float64Array(columns) }
    ])
  )
  const classes = [...seen, ...described].map((name, at) => ({
    name,
    seen: at < seen.length,
    signature: signatures.slice(at * length, (at + 1) * length),
    mixture: mixtures.slice(at * seen.length, (at + 1) * seen.length),
    residual: residuals[at],
    constant: constants?.[at] ?? 0,
    ...defined({ examples: examples.get(name) })
  }))
  return Model.restore(
    settings,
    {
      seen: seen.length,
      columns,
      transform: settings.transform,
      kind: settings.weights,
      references,
      weights,
      ...(offsets !== undefined &&
        gram !== undefined && {
          gauss: {
            offsets,
            gram,
            ...(shape !== undefined &&
              centre !== undefined &&
              measures !== undefined && {
                shape: { rows: shape, centre, floor: measures[0], plus: measures[1], worth: measures[2] }
              })
          }
        })
    },
    classes,
    notes
  )
}

export function checkParts(parts: ModelParts): void {
  checkNames(parts)
  checkShown(parts)
  const { seen, described, settings, signatures, mixtures, residuals, references, weights, length, columns } =
    parts
  const { constants, offsets, gram, shape, centre, measures, images } = parts
  const classes = [...seen, ...described]
  checkEntries('signatures', signatures, -Infinity, at => ({
    class: classes[Math.floor(at / length)],
    column: at % length
  }))
  checkEntries('mixtures', mixtures, settings.mixture === 'simplex' ? -SIMPLEX_TOLERANCE : -Infinity, at => ({
    class: classes[Math.floor(at / seen.length)],
    share: seen[at % seen.length]
  }))
  checkEntries('residuals', residuals, 0, at => ({ class: classes[at] }))
  if (references !== undefined)
    checkEntries('references', references, 0, at => ({
      class: seen[Math.floor(at / columns)],
      column: at % columns
    }))
  checkEntries('weights', weights, -Infinity, at => ({
    class: settings.weights === 'shared' ? 'all' : seen[Math.floor(at / columns)],
    column: at % columns
  }))
  for (const [section, values] of Object.entries(
    defined({ constants, offsets, gram, shape, centre, measures, images })
  ))
    checkEntries(section, values, -Infinity, at => ({ entry: at }))
  classes.forEach((name, at) => {
    if (signatures.subarray(at * length, (at + 1) * length).every(entry => entry === 0))
      refuse('file.value', `The signature of ${quote(name)} is zero everywhere.`, {
        section: 'signatures',
        class: name
      })
    const total = mixtures
      .subarray(at * seen.length, (at + 1) * seen.length)
      .reduce((sum, share) => sum + share, 0)
    if (settings.mixture === 'simplex' && Math.abs(total - 1) > SIMPLEX_TOLERANCE)
      refuse('file.value', `The mixture of ${quote(name)} sums to ${total}, not to 1.`, {
        section: 'mixtures',
        class: name
      })
  })
}

function checkShown({ described, shown }: ModelParts): void {
  const order = shown.map(({ class: name }) => described.indexOf(name))
  const wrong = order.findIndex((at, i) => at < 0 || (i > 0 && at <= order[i - 1]))
  if (wrong >= 0)
    refuse(
      'file.value',
      `Images were shown of ${quote(shown[wrong].class)}, which is no described class in its place.`,
      { section: 'classes' }
    )
}

function checkNames({ seen, described, notes: { attributes }, length }: ModelParts): void {
  const names = new Set<string>()
  for (const name of [...seen, ...described]) {
    if (name === '') refuse('file.value', `Class ${names.size} has no name.`, { section: 'classes' })
    if (names.has(name))
      refuse('file.value', `Two classes are called ${quote(name)}.`, { section: 'classes', class: name })
    names.add(name)
  }
  if (attributes !== undefined && attributes.length !== length)
    refuse(
      'file.value',
      `${count(attributes.length)} attribute names, but signatures of ${count(length)} entries.`,
      { section: 'notes.attributes' }
    )
}

/** Every entry finite and not below `minimum`. */
function checkEntries(
  section: string,
  values: Float32Array | Float64Array,
  minimum: number,
  where: (at: number) => Record<string, string | number>
): void {
  const bad = values.findIndex(value => !Number.isFinite(value) || value < minimum)
  if (bad < 0) return
  const place = where(bad)
  refuse(
    'file.value',
    `The array ${section} holds ${values[bad]} (${Object.entries(place)
      .map(([name, value]) => `${name} ${typeof value === 'string' ? quote(value) : value}`)
      .join(', ')}).`,
    { section, ...place }
  )
}

/** (rows x length); a row of another length belongs to no model. */
function joinRows(rows: readonly Float64Array[], length: number): Float64Array {
  const joined = new Float64Array(rows.length * length)
  rows.forEach((row, at) => {
    if (row.length !== length)
      refuse('file.value', `Class ${at} has ${count(row.length)} entries where ${count(length)} belong.`, {
        row: at
      })
    joined.set(row, at * length)
  })
  return joined
}
