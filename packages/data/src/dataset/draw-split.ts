/**
 * More and more classes: a random choice of the seen and of the unseen classes of a split, as in the two
 * large-scale settings of section 3.3 (rows of unseen classes among the unseen classes, and among all).
 * The same seed draws the same order, so that a larger choice of unseen classes holds the smaller ones.
 */
import { type Split, UnseenError, count, createRandom } from '@unseen/core'

export interface DrawSplitOptions {
  /** How many seen classes are drawn. Default all. */
  readonly seen?: number
  /** How many unseen classes are drawn. Default all. */
  readonly unseen?: number
  /** Of the draw. Default 0. */
  readonly seed?: number
}

/**
 * A split with only some of its classes, drawn at random: how accuracy depends on the number of classes. The
 * same seed draws the same order, so that a larger choice holds the smaller ones.
 *
 * @param split the whole one
 * @param options how many classes, and a seed
 */
export function drawSplit(
  split: Split,
  { seen = split.seen.length, unseen = split.unseen.length, seed = 0 }: DrawSplitOptions = {}
): Split {
  for (const [kind, wanted, least] of [
    ['seen', seen, 2],
    ['unseen', unseen, 1]
  ] as const) {
    const there = split[kind].length
    if (!(Number.isInteger(wanted) && wanted >= least && wanted <= there))
      throw new UnseenError(
        'options.value',
        `${kind} must be a whole number from ${least} to ${count(there)}, got ${wanted}.`,
        { where: { option: kind } }
      )
  }
  const random = createRandom(seed)
  const drawn = random.shuffle([...split.seen]).slice(0, seen)
  return {
    ...split,
    name: `${split.name}, ${seen} seen and ${unseen} unseen classes, seed ${seed}`,
    seen: drawn,
    unseen: random.shuffle([...split.unseen]).slice(0, unseen)
  }
}
