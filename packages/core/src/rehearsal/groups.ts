/**
 * Which seen classes are hidden together. Each is hidden once. A training hides as many classes as
 * there are unseen ones, so that the rehearsal is as hard as what it rehearses; with few unseen classes
 * that would be too many trainings, so that more are hidden at a time, and compete in parts of the
 * right size.
 */
import { UnseenError } from '../base/errors.js'
import { createRandom } from '../base/random.js'

export interface GroupOptions {
  /** how many classes will be told apart; a quarter of the seen ones where there are none yet */
  readonly unseen?: number
  /** how many trainings; as many as it takes to hide the classes in sets of `unseen`, 10 at most */
  readonly groups?: number
  readonly seed: number
}

export interface Group {
  /** hidden from the training, ascending */
  readonly hidden: readonly number[]
  /** the same classes in sets that compete */
  readonly parts: readonly (readonly number[])[]
}

const MOST_TRAININGS = 10

export function chooseGroups(seen: number, { unseen = 0, groups, seed }: GroupOptions): Group[] {
  if (seen < 4)
    throw new UnseenError(
      'search.empty',
      `A rehearsal hides two classes at least and learns from two others, but there are only ${seen} seen classes.`,
      { remedy: 'Bring images of more classes.' }
    )
  if (groups !== undefined && !(Number.isInteger(groups) && groups >= 2 && groups <= Math.floor(seen / 2))) {
    throw new UnseenError(
      'options.value',
      `groups must be a whole number from 2 to ${Math.floor(seen / 2)} with ${seen} seen classes, got ${groups}.`,
      { where: { option: 'groups' } }
    )
  }
  const size = Math.max(2, Math.min(unseen > 0 ? unseen : Math.round(seen / 4), Math.floor(seen / 2)))
  const count = groups ?? Math.max(2, Math.min(MOST_TRAININGS, Math.round(seen / size), Math.floor(seen / 2)))
  const order = createRandom(seed).shuffle(Array.from({ length: seen }, (_, index) => index))
  return dealt(order, count).map(hidden => ({
    hidden: sorted(hidden),
    parts: dealt(
      hidden,
      Math.max(1, Math.min(Math.round(hidden.length / size), Math.floor(hidden.length / 2)))
    ).map(sorted)
  }))
}

function dealt(items: readonly number[], hands: number): number[][] {
  return Array.from({ length: hands }, (_, hand) => items.filter((_, at) => at % hands === hand))
}

function sorted(items: readonly number[]): number[] {
  return [...items].sort((a, b) => a - b)
}
