/**
 * Lists of classes and rows as files have them, made into indices from 0. Where nothing says from
 * which number a list counts, it is found out: a list that has 0 counts from 0, one that has the
 * number of classes (or rows) from 1; a list that has neither is refused, since a guess that is
 * wrong by one trains on other classes without a word.
 */
import { count, UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import type { DraftList, FoundAt } from './draft.js'
import { numberBase } from './number-base.js'

export interface Range {
  /** how many there are */
  readonly size: number
  /** what is counted: 'class', 'row' */
  readonly what: string
}

/** The number from which these lists count together; undefined where they hold names alone, or nothing. */
export function findBase(lists: readonly DraftList[], { size, what }: Range): 0 | 1 | undefined {
  const numbered = lists.filter(({ values }) => values instanceof Int32Array && values.length > 0)
  if (numbered.length === 0) return undefined
  const { base, certain } = numberBase(
    numbered.map(({ values }) => values as Int32Array),
    size,
    numbered.find(list => list.base !== undefined)?.base
  )
  if (certain) return base
  return refuseDraft(
    numbered[0].place,
    `the ${what} numbers have neither 0 nor ${count(size)}: it is open whether they count from 0 or from 1. Say so with "base" in a dataset.json.`
  )
}

/** Indices from 0; names are looked up in `names`. */
export function indicesOf(
  list: DraftList,
  range: Range,
  base: 0 | 1 | undefined,
  names?: ReadonlyMap<string, number>
): Int32Array {
  const { place, values } = list
  if (values instanceof Int32Array) {
    const from = list.base ?? base ?? 0
    return values.map((value, at) => {
      const index = value - from
      if (index < 0 || index >= range.size)
        refuseDraft(
          place,
          `entry ${count(at)} is ${value}; ${range.what} numbers from ${from} to ${count(range.size - 1 + from)} are expected.`,
          { entry: at }
        )
      return index
    })
  }
  return Int32Array.from(
    values,
    (name, at) =>
      names?.get(name) ??
      refuseDraft(
        place,
        `entry ${count(at)} is ${JSON.stringify(name)}, which is no ${range.what} of this data set.`,
        { entry: at }
      )
  )
}

/** How a draft is refused: where it stands, what was expected, and that the doctor knows more. */
export function refuseDraft(
  place: FoundAt | undefined,
  message: string,
  where: Readonly<Record<string, string | number>> = {}
): never {
  const start =
    place === undefined
      ? ''
      : place.array === undefined
        ? `${place.file}: `
        : `${place.file}, ${place.array}: `
  throw new UnseenError('dataset.content', start + message, {
    where: {
      ...(place !== undefined && {
        file: place.file,
        ...defined({ array: place.array })
      }),
      ...where
    },
    remedy: 'Run `unseen data doctor`.'
  })
}
