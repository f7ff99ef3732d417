/**
 * Why class a and not class b, for one row:
 *
 *   f(x,a) - f(x,b) = sum_s pi_s g_s + (bias_a - bias_b),   g = z_a - z_b
 *
 * and what would flip it: the smallest change of proportions that makes both scores equal lies along
 * g, delta = -(f(x,a) - f(x,b)) g / |g|^2, of length |f(x,a) - f(x,b)| / |g|. Any more of it, and b
 * wins. Changing one seen class alone takes -(f(x,a) - f(x,b)) / g_s.
 *
 * Where the shares of both classes have the same sum (simplex mixtures), g sums to 0 and a level that
 * all proportions share drops out; terms are then taken with proportions above their mean, so that a
 * seen class which the row shows more than others speaks for the class that is made of it.
 */
import { sumInSeenOrder } from './contributions.js'

/** A class as it takes part in a contrast: its compared mixture (seen) and what is added to its score. */
export interface Contender {
  readonly name: string
  readonly mixture: Float64Array
  readonly bias: number
}

/** What one seen class says about the two classes in question. */
export interface ContrastTerm {
  /** the seen class */
  readonly class: string
  /** its place in the order of the seen classes, in which terms are summed */
  readonly position: number
  /** above the mean over the seen classes, where both mixtures have the same sum; as it is elsewhere */
  readonly proportion: number
  /** g_s, by how much more the first class is made of this one than the second */
  readonly share: number
  /** proportion x share: above 0 it speaks for the first class */
  readonly contribution: number
}

/** How one proportion would have to change for the answer to flip. */
export interface FlipChange {
  /** The seen class. */
  readonly class: string
  /** of its proportion, together with the others */
  readonly change: number
  /** of its proportion, if all others stay as they are */
  readonly alone: number
}

/** Why a row is rather one class than another, and what would flip it. */
export interface Contrast {
  /** The two classes, in the order they were asked about. */
  readonly classes: readonly [string, string]
  /** terms in the order of the seen classes, then the bias: the difference of the scores, up to rounding */
  readonly difference: number
  /** what is added to the first less what is added to the second: constants and biases */
  readonly bias: number
  /** one per seen class, largest absolute contribution first */
  readonly terms: readonly ContrastTerm[]
  /** absent where both mixtures are alike: then no row can tell the classes apart */
  readonly flip?: {
    /** length of the smallest change of proportions */
    readonly distance: number
    /** what it is made of, the seen classes that matter most first, without zeros */
    readonly changes: readonly FlipChange[]
  }
}

/** One row and two classes: proportions (seen), names of the seen classes. */
export function contrastScores(
  a: Contender,
  b: Contender,
  proportions: Float32Array,
  seen: readonly string[]
): Contrast {
  const level = sharedLevel(a, b, proportions)
  const terms = seen.map((known, s) => {
    const share = a.mixture[s] - b.mixture[s]
    const proportion = proportions[s] - level
    return { class: known, position: s, proportion, share, contribution: proportion * share }
  })
  const bias = a.bias - b.bias
  const difference = sumInSeenOrder(terms, bias)
  const squares = terms.reduce((total, { share }) => total + share * share, 0)
  const changes = terms
    .filter(({ share }) => share !== 0)
    .sort((one, two) => Math.abs(two.share) - Math.abs(one.share) || one.position - two.position)
    .map(({ class: known, share }) => ({
      class: known,
      change: (-difference * share) / squares,
      alone: -difference / share
    }))
  terms.sort(
    (one, two) => Math.abs(two.contribution) - Math.abs(one.contribution) || one.position - two.position
  )
  const contrast = { classes: [a.name, b.name] as const, difference, bias, terms }
  return squares === 0
    ? contrast
    : { ...contrast, flip: { distance: Math.abs(difference) / Math.sqrt(squares), changes } }
}

/** The mean proportion, where it makes no difference to the contrast; otherwise 0. */
function sharedLevel(a: Contender, b: Contender, proportions: Float32Array): number {
  let imbalance = 0
  let total = 0
  for (let s = 0; s < proportions.length; s++) {
    imbalance += a.mixture[s] - b.mixture[s]
    total += proportions[s]
  }
  return Math.abs(imbalance) < 1e-9 ? total / proportions.length : 0
}
