/** The comparison of methods among what the project keeps: in the list of runs, under a kind of its own. */
import type { Json } from '../base/json.js'
import type { ComparisonFacts } from '../engine/evaluate-facts.js'

interface Kept {
  readonly kind: 'comparison'
  readonly found: ComparisonFacts
}

const isComparison = (value: Json): boolean => typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'comparison' && 'found' in value

export function comparisonOf(runs: readonly Json[]): ComparisonFacts | undefined {
  const kept = runs.find(isComparison)
  return kept === undefined ? undefined : (kept as unknown as Kept).found
}

/** There is one at most. */
export function withComparison(runs: readonly Json[], found: ComparisonFacts): readonly Json[] {
  const kept: Kept = { kind: 'comparison', found }
  return [...runs.filter((each) => !isComparison(each)), kept as unknown as Json]
}
