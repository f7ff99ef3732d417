/**
 * Which seen classes play unseen, section 2.5: `groups` parts the seen classes into disjoint groups,
 * so that each is held out once; `paper` draws random pairs.
 */
import { UnseenError } from '../base/errors.js'
import { createRandom } from '../base/random.js'

export interface FoldOptions {
  readonly protocol: 'groups' | 'paper'
  /** how many, or the held-out classes of each by name */
  readonly folds?: number | readonly (readonly string[])[]
  /** classes per held-out group of the paper's protocol */
  readonly heldOut?: number
  readonly seed: number
}

/** Held-out classes of every fold: indices into `seen`, ascending. */
export function chooseFolds(
  seen: readonly string[],
  { protocol, folds, heldOut = 2, seed }: FoldOptions
): number[][] {
  const chosen = Array.isArray(folds)
    ? named(seen, folds as readonly (readonly string[])[])
    : protocol === 'groups'
      ? groups(seen.length, typeof folds === 'number' ? folds : defaultGroups(seen.length), seed)
      : draws(seen.length, typeof folds === 'number' ? folds : 3, heldOut, seed)
  for (const fold of chosen) {
    if (fold.length < 2 || seen.length - fold.length < 2) {
      throw new UnseenError(
        'search.empty',
        `Holding out ${fold.length} of ${seen.length} seen classes leaves nothing to measure: at least two must be held out and two remain.`,
        { remedy: 'Tuning needs at least four seen classes; or give the parameters to fit.' }
      )
    }
  }
  return chosen
}

function defaultGroups(seen: number): number {
  return Math.max(2, Math.min(4, Math.floor(seen / 2)))
}

function groups(seen: number, count: number, seed: number): number[][] {
  if (!Number.isInteger(count) || count < 2)
    throw new UnseenError('options.value', `folds must be a whole number of at least 2, got ${count}.`)
  const order = createRandom(seed).shuffle(Array.from({ length: seen }, (_, index) => index))
  return Array.from({ length: count }, (_, group) =>
    order.filter((_, at) => at % count === group).sort((a, b) => a - b)
  )
}

function draws(seen: number, count: number, heldOut: number, seed: number): number[][] {
  if (!Number.isInteger(count) || count < 1)
    throw new UnseenError('options.value', `folds must be a whole number of at least 1, got ${count}.`)
  if (!Number.isInteger(heldOut) || heldOut < 2)
    throw new UnseenError('options.value', `heldOut must be a whole number of at least 2, got ${heldOut}.`)
  const random = createRandom(seed)
  return Array.from({ length: count }, () =>
    random
      .shuffle(Array.from({ length: seen }, (_, index) => index))
      .slice(0, heldOut)
      .sort((a, b) => a - b)
  )
}

function named(seen: readonly string[], folds: readonly (readonly string[])[]): number[][] {
  if (folds.length === 0) throw new UnseenError('search.empty', 'There is no fold to measure on.')
  return folds.map(fold =>
    [...new Set(fold)]
      .map(name => {
        const index = seen.indexOf(name)
        if (index < 0)
          throw new UnseenError('classes.unknown', `The fold names "${name}", which is no seen class.`, {
            where: { class: name }
          })
        return index
      })
      .sort((a, b) => a - b)
  )
}
