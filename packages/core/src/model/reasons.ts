/** Why a model answers as it does: explanations, contrasts, look-alikes and what-ifs, of its classes. */
import { comparedMixtures } from '../embedding/compare.js'
import { type Contender, type Contrast, contrastScores } from '../explanation/contrast.js'
import { type Explanation, explainScore } from '../explanation/contributions.js'
import { type LookAlikeOf, type LookAlikeOptions, lookAlikesOf } from '../explanation/look-alikes-of.js'
import type { ResidualInContext } from '../explanation/residual.js'
import { type WhatIf, whatIf } from '../explanation/what-if.js'
import { Matrix, type MatrixLike } from '../linalg/matrix.js'
import { imageShare } from './examples.js'
import type { Roster } from './roster.js'
import type { Among, MixtureOf } from './types.js'

/** A class as a mixture, largest share first. */
export function readableMixture(roster: Roster, name: string): MixtureOf {
  const known = roster.find(name)
  const { residual, examples } = known
  const { parts, trained } = roster
  const shares = Array.from(roster.partMixture(known), (share, s) =>
    s < trained.seen || examples === undefined
      ? { class: parts[s], share }
      : { class: parts[s], images: examples.ids.length, share }
  )
    .filter(({ share }) => share !== 0)
    .sort((a, b) => b.share - a.share)
  return { shares, residual }
}

/** Why a class got its score among these candidates, by the proportions of a row. */
export function explainer(
  roster: Roster,
  candidates: readonly number[]
): (name: string, proportions: Float32Array) => Explanation {
  const seenBias = roster.seenBias(candidates)
  const { parts } = roster
  return (name, proportions) => {
    const known = roster.find(name)
    const { constant } = known
    const mixture = roster.comparedMixture(name)
    const bias = roster.biasFor(known, seenBias)
    return explainScore({ name, mixture, constant, bias }, proportions, parts)
  }
}

/** Why one class and not another, for each row. */
export function contrastClasses(
  roster: Roster,
  features: MatrixLike,
  first: string,
  second: string,
  among: Among
): Contrast[] {
  const biases = roster.biases(roster.candidates(among))
  const contender = (name: string): Contender => ({
    name,
    mixture: roster.comparedMixture(name),
    bias: biases[roster.position(name)]
  })
  const [a, b] = [contender(first), contender(second)]
  const { parts } = roster
  return roster.proportionsByRow(features).map(proportions => contrastScores(a, b, proportions, parts))
}

/** How well the seen classes express a class or a signature, which is never held against itself. */
export function expressedOf(roster: Roster, described: string | ArrayLike<number>): ResidualInContext {
  const { engine } = roster
  const at = typeof described === 'string' ? roster.position(described) : -1
  const known = at < 0 ? undefined : roster.classes[at]
  const signature = known?.signature ?? Float64Array.from(described as ArrayLike<number>)
  roster.checkLength(signature, 'description')
  return engine.hull().judge(engine.unitOf(signature, 'description'), known?.seen === true ? at : -1)
}

/** Classes whose mixtures nearly coincide with this one's. */
export function lookAlikes(roster: Roster, name: string, options: LookAlikeOptions): LookAlikeOf[] {
  const { classes, settings, notes, engine } = roster
  return lookAlikesOf(
    {
      classes,
      mixtures: describedMixtures(roster),
      dictionary: engine.dictionary(),
      compare: settings.compare,
      attributes: notes.attributes
    },
    roster.position(name),
    options
  )
}

/** By descriptions alone, whatever images were shown, (classes x seen) */
function describedMixtures({ trained, mixtures, classes, settings }: Roster): Float64Array {
  if (trained.images === undefined) return mixtures
  const { seen } = trained
  const described = new Float64Array(classes.length * seen)
  classes.forEach(({ mixture }, at) => described.set(mixture, at * seen))
  return comparedMixtures(described, seen, settings.compare)
}

/** How mixture and scores of a class answer to each attribute. */
export function whatIfOf(roster: Roster, name: string, features: MatrixLike | undefined): WhatIf {
  const { signature, mixture, examples } = roster.find(name)
  const { settings, notes, engine } = roster
  // Of what a description says of a class that images were shown of, its own part alone is left.
  const part = examples === undefined ? 1 : 1 - imageShare(examples, roster.worth())
  const level = roster.gramTimes(mixture)
  // V'(xbar - m0) of the images, (seen)
  const across =
    examples === undefined
      ? undefined
      : engine.target().proportions(Matrix.dense(1, examples.mean.length, examples.mean), 'none')
  return whatIf({
    name,
    dictionary: engine.dictionary(),
    compare: settings.compare,
    signature,
    mixture,
    seen: roster.names(true),
    attributes: notes.attributes,
    proportions: features === undefined ? undefined : describedProportions(roster, features, part),
    level: level?.map((value, s) => part * (part * value + (1 - part) * (across?.[s] ?? 0)))
  })
}

/** The part of each row's proportions that a description speaks of, (rows x seen) */
function describedProportions(roster: Roster, features: MatrixLike, part: number): Float32Array {
  const { seen } = roster.trained
  const rows = roster.proportionsByRow(features)
  const all = new Float32Array(rows.length * seen)
  rows.forEach((row, i) => {
    for (let s = 0; s < seen; s++) all[i * seen + s] = part * row[s]
  })
  return all
}
