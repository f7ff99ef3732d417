/** The comparison of methods among what the project keeps: in the list of runs, under a kind of its own. */
import type { Json } from '../lib/json.js'
import type { ComparisonFacts } from './facts.js'

interface Kept {
  readonly kind: 'comparison'
  readonly found: ComparisonFacts
}

const isComparison = (value: Json): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  value.kind === 'comparison' &&
  'found' in value

const foundIn = (value: Json): ComparisonFacts | undefined =>
  isComparison(value) ? (value as unknown as Kept).found : undefined

/** The one on this table; those that do not say are from when a project had one. */
export function comparisonOf(runs: readonly Json[], table: string | undefined): ComparisonFacts | undefined {
  return runs.map(foundIn).find(found => found !== undefined && (found.table ?? table) === table)
}

/** There is one for each table at most. */
export function withComparison(runs: readonly Json[], found: ComparisonFacts): readonly Json[] {
  const kept: Kept = { kind: 'comparison', found }
  return [
    ...runs.filter(each => !isComparison(each) || (foundIn(each)?.table ?? found.table) !== found.table),
    kept as unknown as Json
  ]
}
