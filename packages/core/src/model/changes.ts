/**
 * Classes described, forgotten, and moved by images that are shown of them. Each change gives the list of classes
 * of a new model.
 */
import { UnseenError } from '../base/errors.js'
import { checkClassName } from '../input/class-names.js'
import type { MatrixLike } from '../linalg/matrix.js'
import { addRows, constantWithImages, imageShare, takeRows } from './examples.js'
import type { Roster } from './roster.js'
import type { Examples, ModelClass, NewClass, ShownClass } from './types.js'

/** With these classes described; one that was described before changes. */
export function describeClasses(roster: Roster, described: readonly NewClass[]): ModelClass[] {
  const classes = new Map(roster.classes.map(known => [known.name, known]))
  for (const { name, signature, embedded, examples: shown } of described) {
    checkClassName(name)
    if (classes.get(name)?.seen === true)
      throw new UnseenError(
        'classes.seen',
        `"${name}" is a seen class: it was learned from images, not described.`,
        { where: { class: name }, remedy: 'Choose another name.' }
      )
    roster.checkLength(signature, name)
    const given = Float64Array.from(signature)
    const before = classes.get(name)?.examples
    const kept = before === undefined ? undefined : { ...before, alone: false }
    const examples = shown === undefined ? kept : (shown ?? undefined)
    const { mixture, residual, constant } =
      examples?.alone === true ? classOfNothing(roster, name) : (embedded ?? roster.engine.embed(given, name))
    const fresh = { name, seen: false, signature: given, mixture, residual, constant }
    classes.set(name, examples === undefined ? fresh : withExamples(roster, fresh, examples))
  }
  return [...classes.values()]
}

/** Without these; what was learned from images stays. */
export function forgetClasses(roster: Roster, names: readonly string[]): ModelClass[] {
  for (const name of names)
    if (roster.find(name).seen)
      throw new UnseenError(
        'classes.seen',
        `"${name}" is a seen class: the model is made of it and cannot forget it.`,
        { where: { class: name } }
      )
  const forgotten = new Set(names)
  return roster.classes.filter(known => !forgotten.has(known.name))
}

/** With images of a described class, or of one that has no description. */
export function showImages(
  roster: Roster,
  name: string,
  features: MatrixLike,
  names: readonly string[] | undefined
): ModelClass[] {
  roster.shape()
  checkClassName(name)
  const known = roster.has(name) ? roster.find(name) : undefined
  if (known?.seen === true)
    throw new UnseenError('classes.seen', `"${name}" is a seen class: it was learned from images already.`, {
      where: { class: name },
      remedy: 'Train again with the new images.'
    })
  const rows = roster.rows(features)
  if (rows.rows === 0)
    throw new UnseenError('features.empty', `There is no image of "${name}" to learn from.`)
  const alone = known === undefined || known.examples?.alone === true
  const { normalise } = roster.settings
  const examples = addRows(known?.examples, rows, { normalise, alone, names })
  const fresh = withExamples(roster, known ?? classOfNothing(roster, name), examples)
  return known === undefined ? [...roster.classes, fresh] : exchanged(roster, fresh)
}

/** Without some images of a class, or all of them; a class without a description goes with its last image. */
export function takeBackImages(roster: Roster, name: string, features: MatrixLike | undefined): ModelClass[] {
  const known = roster.find(name)
  if (known.examples === undefined)
    throw new UnseenError('classes.none', `No images of "${name}" were shown.`, {
      where: { class: name },
      remedy: 'Only described classes that were shown images have any to take back.'
    })
  const left =
    features === undefined
      ? undefined
      : takeRows(name, known.examples, roster.rows(features), roster.settings.normalise)
  if (left !== undefined) return exchanged(roster, withExamples(roster, known, left))
  if (known.examples.alone) return forgetClasses(roster, [name])
  const { seen, signature, mixture, residual } = known
  return exchanged(roster, {
    name,
    seen,
    signature,
    mixture,
    residual,
    constant: describedConstant(roster, mixture)
  })
}

/** Which classes images were shown of, how many, and how much they count. */
export function shownClasses(roster: Roster): ShownClass[] {
  return roster.classes.flatMap(({ name, examples }) => {
    if (examples === undefined) return []
    const worth = roster.worth()
    return [
      {
        class: name,
        images: examples.ids.length,
        ids: examples.ids,
        share: imageShare(examples, worth),
        worth: examples.alone ? worth.alone : worth.described,
        described: !examples.alone
      }
    ]
  })
}

/** A class of which nothing is known: what the seen ones have in common. */
function classOfNothing({ trained, classes, engine }: Roster, name: string): ModelClass {
  const { seen } = trained
  const { length } = classes[0].signature
  const signature = new Float64Array(length)
  for (const known of classes.slice(0, seen))
    for (let k = 0; k < length; k++) signature[k] += known.signature[k] / seen
  const mixture = new Float64Array(seen).fill(1 / seen)
  const { residual } = engine.embed(signature, name)
  return { name, seen: false, signature, mixture, residual, constant: 0 }
}

function withExamples(roster: Roster, described: ModelClass, examples: Examples): ModelClass {
  const shape = roster.shape()
  const { mixture } = described
  const before = { mixture, constant: describedConstant(roster, mixture) }
  const share = imageShare(examples, roster.worth())
  return {
    ...described,
    constant: constantWithImages(before, examples, share, roster.trained, shape),
    examples
  }
}

/** -1/2 z'Gz */
function describedConstant(roster: Roster, mixture: Float64Array): number {
  const products = roster.gramTimes(mixture)
  return products === undefined ? 0 : -mixture.reduce((sum, z, s) => sum + z * products[s], 0) / 2
}

function exchanged(roster: Roster, fresh: ModelClass): ModelClass[] {
  const at = roster.position(fresh.name)
  return roster.classes.map((known, position) => (position === at ? fresh : known))
}
