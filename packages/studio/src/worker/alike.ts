import type { Model } from '@unseen/core'
import type { Alike } from './facts.js'

/** Cosine of two mixtures. */
export function alikeness(a: Float64Array, b: Float64Array): number {
  let [product, squaresA, squaresB] = [0, 0, 0]
  for (let s = 0; s < a.length; s++) {
    product += a[s] * b[s]
    squaresA += a[s] * a[s]
    squaresB += b[s] * b[s]
  }
  return product <= 0 ? 0 : Math.min(1, product / Math.sqrt(squaresA * squaresB))
}

export function nearestOf(model: Model, name: string): Alike | undefined {
  const { mixture } = model.find(name)
  const others = model.classes
    .filter(each => each.name !== name)
    .map(each => ({ each, alike: alikeness(mixture, each.mixture) }))
  if (others.length === 0) return undefined
  const found = model.lookAlikes(name, { parted: 0 }).at(0)?.class
  const { each, alike } =
    others.find(other => other.each.name === found) ??
    others.reduce((best, other) => (other.alike > best.alike ? other : best))
  return { class: each.name, alike, mixture: [...each.mixture], lookAlike: found !== undefined }
}
