/** Looks a split up among those of the literature. */
import { splitByClasses, splitByRows } from './fingerprints.js'
import { knownSplits } from './known-splits.js'
import type { ReadSplit } from './subject.js'

export interface KnownSplit {
  /** what people call it */
  readonly name: string
  /** with the very same rows, or with the same seen and unseen classes */
  readonly by: 'rows' | 'classes'
}

export function findKnownSplit(
  { train, test, seenClasses, unseenClasses }: ReadSplit,
  classes: readonly string[]
): KnownSplit | undefined {
  const find = (print: string, by: KnownSplit['by']): KnownSplit | undefined => {
    const name = knownSplits.find(({ fingerprint }) => fingerprint === print)?.name
    return name === undefined ? undefined : { name, by }
  }
  const names = (indices: ReadonlySet<number>): string[] => Array.from(indices, index => classes[index])
  const byRows = train && test && find(splitByRows(classes, train.values, test.values), 'rows')
  return byRows ?? find(splitByClasses(names(seenClasses), names(unseenClasses)), 'classes')
}
