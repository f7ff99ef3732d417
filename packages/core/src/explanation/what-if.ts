/**
 * What if the description were different: how the mixture of a class, and its score for each row,
 * answer to one more unit of every attribute. Derivatives of derivative.ts in readable form: they
 * hold for small changes; a large one is answered exactly by describing the class anew.
 */
import { defined } from '../base/defined.js'
import type { Similarity } from '../base/options.js'
import type { GaussianMixture } from '../embedding/gaussian-mixture.js'
import type { Dictionary } from '../embedding/source.js'
import { mixtureDerivative, scoreDerivative } from './derivative.js'

/** What happens to a class when one attribute of its description changes. */
export interface AttributeEffect {
  /** column of the signature table */
  readonly index: number
  /** what the column means, where the table says so */
  readonly attribute?: string
  /** |dz / dr_k|, how much the compared mixture moves per unit of the attribute */
  readonly strength: number
  /** change of each share per unit of the attribute, largest absolute one first, without zeros */
  readonly shares: readonly { readonly class: string; readonly change: number }[]
}

/** How the mixture and the scores of a class answer to each attribute. */
export interface WhatIf {
  /** Its name. */
  readonly class: string
  /** one per attribute, strongest first */
  readonly effects: readonly AttributeEffect[]
  /** change of the row's score per unit of each attribute, row-major (rows x attributes), in table order */
  readonly scores: Float64Array
}

export interface WhatIfInput {
  readonly name: string
  readonly dictionary: Dictionary | GaussianMixture
  readonly compare: Similarity
  /** as given, not scaled (attributes) */
  readonly signature: ArrayLike<number>
  /** not scaled (seen) */
  readonly mixture: Float64Array
  /** names of the seen classes */
  readonly seen: readonly string[]
  readonly attributes?: readonly string[] | undefined
  /** of any number of rows, (rows x seen) */
  readonly proportions?: Float32Array | undefined
  /** of Gaussian weights G z, by which the constant of the class moves with its mixture, (seen) */
  readonly level?: Float64Array | undefined
}

export function whatIf({
  name,
  dictionary,
  compare,
  signature,
  mixture,
  seen,
  attributes,
  proportions = new Float32Array(0),
  level
}: WhatIfInput): WhatIf {
  const { size, length } = dictionary
  const derivative = mixtureDerivative(dictionary, signature, mixture, compare)
  const effects = Array.from({ length }, (_, index): AttributeEffect => {
    const shares = seen
      .map((known, s) => ({ class: known, change: derivative[s * length + index] }))
      .filter(({ change }) => change !== 0)
      .sort((a, b) => Math.abs(b.change) - Math.abs(a.change))
    const strength = Math.sqrt(shares.reduce((total, { change }) => total + change * change, 0))
    return {
      index,
      ...defined({ attribute: attributes === undefined ? undefined : attributes[index] }),
      strength,
      shares
    }
  })
  effects.sort((a, b) => b.strength - a.strength || a.index - b.index)
  const rows = proportions.length / size
  const scores = new Float64Array(rows * length)
  for (let i = 0; i < rows; i++)
    scores.set(scoreDerivative(proportions.subarray(i * size, (i + 1) * size), derivative, level), i * length)
  return { class: name, effects, scores }
}
