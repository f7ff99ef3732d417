/**
 * Photos answered by the starter: proportions = softmax(logits / 4), scores <proportions, mixture> with
 * mixtures scaled to length 1 (`cosine`: of hidden ImageNet classes 48 of 100 photos right among 21, 45 without), and
 * probabilities = scores^k / sum. k is 6 where the network knows every candidate, 4 where it knows none, and between
 * them by the part that it knows. Both were chosen on 20 animals that ImageNet has, on every other photo, the
 * second with their classes taken out of the thousand, as the least that does as well as the best but for one
 * standard error (bench/ask.mjs); animals that it has not chose nothing.
 */
import type { Candidate } from './describe-starter.js'

/** One class of an answer. */
export interface AskedClass {
  /** Its name. */
  readonly class: string
  /** Rough: chosen on photos of animals. Of the starter all candidates of a photo sum to 1; SigLIP rates each by itself. */
  readonly probability: number
  /** What the probability was made of. */
  readonly score: number
  /** `known` where the network has learned it, `described` where the words alone say what it is */
  readonly kind: 'known' | 'described'
}

const TEMPERATURE = 4
const POWER = { described: 4, known: 6 } as const

const lengthOf = (vector: Float64Array): number =>
  Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))

/** softmax(logits / 4) of one photo. */
export function starterProportions(logits: Float32Array): Float64Array {
  const largest = logits.reduce((most, value) => Math.max(most, value), -Infinity)
  const parts = Float64Array.from(logits, value => Math.exp((value - largest) / TEMPERATURE))
  const sum = parts.reduce((total, value) => total + value, 0)
  return parts.map(value => value / sum)
}

/** The candidates for one photo, the most probable first. */
export function answerPhoto(logits: Float32Array, candidates: readonly Candidate[]): readonly AskedClass[] {
  const proportions = starterProportions(logits)
  const known = candidates.filter(({ knownAs }) => knownAs.length > 0).length / candidates.length
  const power = POWER.described * (POWER.known / POWER.described) ** known
  const scored = candidates.map(({ name, mixture, knownAs }) => ({
    class: name,
    score: proportions.reduce((sum, value, at) => sum + value * mixture[at], 0) / lengthOf(mixture),
    kind: knownAs.length > 0 ? ('known' as const) : ('described' as const)
  }))
  const best = Math.max(...scored.map(({ score }) => score))
  const weights = scored.map(({ score }) => (best > 0 ? (score / best) ** power : 1))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return scored
    .map((one, at) => ({ ...one, probability: weights[at] / sum }))
    .sort((a, b) => b.probability - a.probability)
}

/**
 * What to expect, measured on photos of animals by test/first-answer.heavy.test.ts and told to people: the part
 * of photos whose first answer is right.
 */
export const expectations = {
  known: 'about 95 of 100 photos right among 20 classes',
  described: 'about 39 of 100 photos right among 12 classes, 78 among the first three'
} as const
