/**
 * A split as found, with class names and row numbers from 0. Where a file lists rows but no classes,
 * seen classes are those of the training rows and unseen ones those that only test rows have.
 */
import type { Split } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { findBase, indicesOf, refuseDraft } from './draft-lists.js'
import type { DraftList, DraftSplit } from './draft.js'

export interface Around {
  readonly classes: readonly string[]
  readonly index: ReadonlyMap<string, number>
  /** of every row; empty where there are no rows */
  readonly labels: Int32Array
  /** of the labels, where they are numbers */
  readonly base: 0 | 1 | undefined
}

export function toSplit(split: DraftSplit, around: Around): Split {
  const { name, place, train, test, validation } = split
  const rows = rowReader([train, test, validation?.train, validation?.test], around.labels.length)
  const lists = defined({
    train: train === undefined ? undefined : rows(train),
    test: test === undefined ? undefined : rows(test),
    validation:
      validation === undefined ? undefined : { train: rows(validation.train), test: rows(validation.test) }
  })
  const { seen, unseen } = classesOf(split, lists, around)
  const both = seen.find(each => unseen.includes(each))
  if (both !== undefined)
    refuseDraft(
      place,
      `${JSON.stringify(both)} is both seen and unseen in the split ${JSON.stringify(name)}.`,
      { class: both, split: name }
    )
  return { name, seen, unseen, ...lists }
}

/** All lists of rows of a split count from the same number. */
function rowReader(
  lists: readonly (DraftList | undefined)[],
  size: number
): (list: DraftList) => Uint32Array {
  const present = lists.filter(list => list !== undefined)
  // Without rows, lists are taken as they are: there is nothing they could be checked against.
  const range = { size: size === 0 ? 2 ** 31 : size, what: 'row' }
  const base = findBase(present, range)
  return list => Uint32Array.from(indicesOf(list, range, base))
}

function classesOf(
  split: DraftSplit,
  rows: Pick<Split, 'train' | 'test'>,
  { classes, index, labels, base }: Around
): Pick<Split, 'seen' | 'unseen'> {
  const given = [split.seen, split.unseen].filter(list => list !== undefined)
  const range = { size: classes.length, what: 'class' }
  const from = given.some(({ values }) => values instanceof Int32Array && values.length > 0)
    ? baseOfClasses(given, base, classes.length)
    : undefined
  const names = (list: DraftList | undefined): string[] | undefined =>
    list && Array.from(new Set(indicesOf(list, range, from, index)), at => classes[at])
  const [seen, unseen] = [names(split.seen), names(split.unseen)]
  if (seen !== undefined && unseen !== undefined) return { seen, unseen }
  const rest = (others: readonly string[]): string[] => classes.filter(name => !others.includes(name))
  if (unseen !== undefined) return { seen: rest(unseen), unseen }
  if (seen !== undefined) return { seen, unseen: rest(seen) }
  if (labels.length === 0) return { seen: [], unseen: [] }
  if (rows.train === undefined) return { seen: [...classes], unseen: [] }
  const trained = new Set(Array.from(rows.train, row => labels[row]))
  const tested = new Set(Array.from(rows.test ?? [], row => labels[row]))
  return {
    seen: classes.filter((_, at) => trained.has(at)),
    unseen: classes.filter((_, at) => tested.has(at) && !trained.has(at))
  }
}

/** Class numbers count as the labels do, unless they say otherwise. */
function baseOfClasses(
  lists: readonly DraftList[],
  base: 0 | 1 | undefined,
  size: number
): 0 | 1 | undefined {
  const given = lists.find(list => list.base !== undefined)?.base
  return given ?? base ?? findBase(lists, { size, what: 'class' })
}
