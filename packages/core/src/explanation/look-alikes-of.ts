/**
 * Look-alikes of a class, each with ways to part them: look-alikes.ts finds, parting.ts suggests. Only
 * a description can be changed: that of the class itself if it is described, of its look-alike
 * otherwise; two seen classes were learned from images and have none. Attributes stay within the
 * range they have over all classes.
 */
import type { Similarity } from '../base/options.js'
import type { GaussianMixture } from '../embedding/gaussian-mixture.js'
import type { Dictionary } from '../embedding/source.js'
import { type LookAlike, findLookAlikes } from './look-alikes.js'
import { type AttributeChange, findPartings } from './parting.js'

/** Which classes count as look-alikes, and how hard to look for ways to part them. */
export interface LookAlikeOptions {
  /** How near, in units of the median distance to all other classes. Default 1/3. */
  readonly within?: number
  /**
   * Distance of compared mixtures that counts as parted. Default: the one at which a class stops being a
   * look-alike.
   */
  readonly target?: number
  /**
   * For how many look-alikes, nearest first, ways to part are searched: each takes milliseconds, or a second
   * with 700 seen classes. Default 5.
   */
  readonly parted?: number
}

/** A change of one attribute of a description. */
export interface NamedChange extends AttributeChange {
  /** what the column means, where the table says so */
  readonly attribute?: string
}

/** A class that is hard to tell from another, and what would part them. */
export interface LookAlikeOf extends Omit<LookAlike, 'at'> {
  /** Its name. */
  readonly class: string
  /** smallest change first; empty where nothing helps, or was not searched for */
  readonly partings: readonly {
    readonly class: string
    readonly changes: readonly NamedChange[]
    readonly distance: number
  }[]
}

export interface DescribedClasses {
  /** seen classes first, signatures as given */
  readonly classes: readonly {
    readonly name: string
    readonly seen: boolean
    readonly signature: Float64Array
  }[]
  /** as compared, row-major (classes x seen) */
  readonly mixtures: Float64Array
  readonly dictionary: Dictionary | GaussianMixture
  readonly compare: Similarity
  readonly attributes?: readonly string[] | undefined
}

/** `at`: position of the class among `classes` */
export function lookAlikesOf(
  model: DescribedClasses,
  at: number,
  { within, target, parted = 5 }: LookAlikeOptions = {}
): LookAlikeOf[] {
  const { classes, mixtures, dictionary, compare, attributes } = model
  const mixture = (c: number): Float64Array =>
    mixtures.subarray(c * dictionary.size, (c + 1) * dictionary.size)
  const { threshold, found } = findLookAlikes(mixtures, dictionary.size, at, within)
  // Over all classes: only where there is something to part.
  let known: ReturnType<typeof rangesOf> | undefined
  return found.map(({ at: other, ...near }, rank) => {
    const [changing, fixed] = classes[at].seen ? [other, at] : [at, other]
    const { name, seen, signature } = classes[changing]
    const partings =
      seen || rank >= parted
        ? []
        : findPartings({
            dictionary,
            compare,
            signature,
            other: mixture(fixed),
            target: target ?? threshold,
            ranges: (known ??= rangesOf(model))
          })
    return {
      class: classes[other].name,
      ...near,
      partings: partings.map(({ changes, distance }) => ({
        class: name,
        changes: changes.map(change => named(change, attributes)),
        distance
      }))
    }
  })
}

function named(change: AttributeChange, attributes: readonly string[] | undefined): NamedChange {
  return attributes === undefined ? change : { attribute: attributes[change.index], ...change }
}

function rangesOf({ classes, dictionary: { length } }: DescribedClasses): {
  low: Float64Array
  high: Float64Array
} {
  const low = new Float64Array(length).fill(Infinity)
  const high = new Float64Array(length).fill(-Infinity)
  for (const { signature } of classes) {
    for (let k = 0; k < length; k++) {
      low[k] = Math.min(low[k], signature[k])
      high[k] = Math.max(high[k], signature[k])
    }
  }
  return { low, high }
}
