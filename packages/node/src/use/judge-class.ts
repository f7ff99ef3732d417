/**
 * What to know of a class once it is described: its mixture, whether the seen classes can express it
 * (against what they reach when each of them is hidden), and which classes it will be mistaken for.
 */
import type { LookAlikeOf, Model, ResidualInContext, Share } from '@unseen/core'

/** What can be said about a described class before any image of it is seen. */
export interface ClassJudgement {
  /** Its name. */
  readonly class: string
  /** largest first, without zeros */
  readonly shares: readonly Share[]
  /** How far its signature is from its own mixture. */
  readonly residual: number
  /** How well the seen classes express it, beside what they reach for each other. */
  readonly expressed: ResidualInContext
  /** Classes it will be hard to tell from. */
  readonly lookAlikes: readonly LookAlikeOf[]
  /** sentences for people; empty where all is well */
  readonly warnings: readonly string[]
}

/** Look-alikes named in one warning each; more only repeat themselves. */
const WARNED = 3

/**
 * Judges a description: mixture, residual, look-alikes, and warnings in words.
 *
 * @param model knows the class
 * @param name of the class
 */
export function judgeClass(model: Model, name: string): ClassJudgement {
  const { shares, residual } = model.mixture(name)
  const expressed = model.expressed(name)
  const lookAlikes = model.lookAlikes(name)
  return {
    class: name,
    shares,
    residual,
    expressed,
    lookAlikes,
    warnings: [...farOff(name, expressed), ...lookAlikes.slice(0, WARNED).map(other => alike(name, other))]
  }
}

function farOff(name: string, { below, expressed, bracket }: ResidualInContext): string[] {
  if (!below) return []
  return [
    `"${name}" is far from every mixture of the seen classes: they express ${percent(expressed)} of it, but ${percent(bracket.low)} to ${percent(bracket.high)} of each other. Expect it to be recognised less well.`
  ]
}

function alike(name: string, { class: other, cosine, partings }: LookAlikeOf): string {
  return `"${name}" looks like "${other}" (their mixtures have a cosine of ${cosine.toFixed(3)}), so that images can hardly tell them apart. ${howToPart(name, partings)}`
}

function howToPart(name: string, [first]: LookAlikeOf['partings']): string {
  if (first === undefined) return 'No change of the description within its range would part them.'
  // Entries of an encoded sentence mean nothing to people.
  if (first.changes.some(({ attribute }) => attribute === undefined))
    return 'Say more of what sets them apart.'
  const words = first.changes.map(
    ({ attribute = '', direction, from, to }) => `${direction} ${attribute} (${short(from)} to ${short(to)})`
  )
  return `It would take ${words.join(' and ')}${first.class === name ? '' : ` in "${first.class}"`} to part them.`
}

function percent(part: number): string {
  return `${Math.round(100 * part)} %`
}

function short(value: number): string {
  return String(Number(value.toPrecision(3)))
}
