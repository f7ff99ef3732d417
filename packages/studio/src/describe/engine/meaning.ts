/**
 * What a description means to the seen classes: how much of it they express, what is left over, which class
 * it resembles, and what would change that.
 */
import type { Model } from '@unseen/core'
import { embedSignatures } from '@unseen/core/internal'
import { alikeness, nearestOf } from '../../worker/alike.js'
import type { Advice, Advices, Meaning, ResidualPart } from '../facts.js'

/** Attributes of the residual that are told. */
const TOLD = 3
/** Below this part of the squared residual an attribute is not worth a word. */
const WORTH = 0.05

export function meaningOf(model: Model, name: string): Meaning {
  const { mixture, signature } = model.find(name)
  const { expressed, below } = model.expressed(name)
  return {
    class: name,
    mixture: [...mixture],
    expressed,
    below,
    nearest: nearestOf(model, name),
    residual: residualOf(model, signature).parts
  }
}

/** What is worked out once a slider rests: every line of it has been computed, none is extrapolated. */
export function adviceOf(model: Model, name: string): Advices {
  const { signature } = model.find(name)
  return { part: partingOf(model, name), express: expressing(model, name, signature) }
}

function partingOf(model: Model, name: string): Advice | undefined {
  const near = model.lookAlikes(name, { parted: 1 }).at(0)
  const change = near?.partings.find(({ changes }) => changes.length === 1)?.changes[0]
  if (near === undefined || change === undefined) return undefined
  // Outwards to a whole hundredth, so that the class is still parted and the number is one that people set.
  const to =
    change.direction === 'more' ? Math.ceil(change.to * 100) / 100 : Math.floor(change.to * 100) / 100
  const changed = model.describe(name, withEntry(model.find(name).signature, change.index, to))
  return {
    index: change.index,
    to,
    reached: alikeness(changed.find(name).mixture, changed.find(near.class).mixture)
  }
}

/** Each large attribute of the residual set to what the mixture has of it. */
function expressing(model: Model, name: string, signature: Float64Array): Advice[] {
  const { parts, wanted } = residualOf(model, signature)
  const now = model.expressed(name).expressed
  return parts
    .flatMap(({ index }) => {
      const to = Math.round(wanted[index] * 100) / 100
      const changed = withEntry(signature, index, to)
      if (to === signature[index] || changed.every(value => value === 0)) return []
      return [{ index, to, reached: model.expressed(changed).expressed }]
    })
    .filter(({ reached }) => reached > now)
    .sort((a, b) => b.reached - a.reached)
}

/**
 * The residual of the hull of seen signatures (Eq. 3 with gamma = 0) by attribute, and the nearest
 * description that they do express.
 */
function residualOf(
  model: Model,
  signature: Float64Array
): { readonly parts: readonly ResidualPart[]; readonly wanted: Float64Array } {
  const seen = model.classes.slice(0, model.trained.seen).map(each => each.signature)
  const { mixtures } = embedSignatures({ seen, signatures: [signature] }, { gamma: 0 })
  const length = lengthOf(signature)
  const wanted = new Float64Array(signature.length)
  seen.forEach((each, s) => {
    const scale = (mixtures[s] * length) / lengthOf(each)
    for (let k = 0; k < wanted.length; k++) wanted[k] += scale * each[k]
  })
  const left = signature.map((value, k) => value - wanted[k])
  const all = left.reduce((sum, value) => sum + value * value, 0)
  const parts = Array.from(left, (value, index): ResidualPart => ({
    index,
    part: all === 0 ? 0 : (value * value) / all,
    more: value > 0,
    unknown: seen.every(each => each[index] === 0)
  }))
  return {
    parts: parts
      .filter(({ part }) => part >= WORTH)
      .sort((a, b) => b.part - a.part)
      .slice(0, TOLD),
    wanted
  }
}

const lengthOf = (values: Float64Array): number =>
  Math.sqrt(values.reduce((sum, value) => sum + value * value, 0))

function withEntry(values: Float64Array, index: number, to: number): Float64Array {
  const changed = Float64Array.from(values)
  changed[index] = to
  return changed
}
