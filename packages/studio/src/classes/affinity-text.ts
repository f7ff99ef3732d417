/** What the heat maps show and what is said of them. */
import type { AffinityFacts } from './affinity-facts.js'

/** More would be too small to read: then those nearest to the selected class are shown, and it is said. */
export const MOST_SHOWN = 24

/** The pair of classes whose mixtures are nearest. */
export function mostAlike({
  classes,
  mixtures
}: AffinityFacts): { readonly first: string; readonly second: string; readonly alike: number } | undefined {
  let best: { first: string; second: string; alike: number } | undefined
  classes.forEach((first, i) =>
    classes.forEach((second, k) => {
      const alike = mixtures[i * classes.length + k]
      if (k > i && (best === undefined || alike > best.alike)) best = { first, second, alike }
    })
  )
  return best
}

export function alikeText(alike: number): string {
  if (alike >= 0.9) return 'almost coincide as mixtures: expect confusion.'
  const value = Math.round(100 * alike)
  return alike >= 0.5
    ? `are most alike as mixtures, ${value} of 100.`
    : `are most alike as mixtures, and only ${value} of 100.`
}

/** Positions of the classes that are shown, in the order wanted. */
export function shownPositions(
  { classes, mixtures, byLikeness }: AffinityFacts,
  order: 'likeness' | 'file',
  selected: string
): readonly number[] {
  const all = order === 'likeness' ? byLikeness : [...classes.keys()]
  if (classes.length <= MOST_SHOWN) return all
  const from = classes.indexOf(selected) * classes.length
  const nearest = new Set(
    [...classes.keys()].sort((a, b) => mixtures[from + b] - mixtures[from + a] || a - b).slice(0, MOST_SHOWN)
  )
  return all.filter(at => nearest.has(at))
}
