/** Probabilities as whole numbers "in 100" that add up: the best three, and anything else. */
import { inHundred } from '@unseen/core/internal'

export interface InHundred {
  readonly named: readonly number[]
  readonly rest: number
}

/** `probabilities` best first; `all` of them are candidates, also those that are not listed. */
export function inHundredParts(probabilities: readonly number[], all: number): InHundred {
  const named = probabilities.map(inHundred)
  // The first is what the verdict says; what rounding added is taken off the last.
  const over = named.reduce((sum, value) => sum + value, 0) - 100
  const isWhole = named.length >= all
  if (over > 0 || (isWhole && over !== 0)) named[named.length - 1] -= over
  return { named, rest: isWhole ? 0 : Math.max(0, -over) }
}
