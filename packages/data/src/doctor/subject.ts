/**
 * A draft and what follows from it, worked out once for all checks: which names are the classes, what
 * the numbers in labels and splits point at, how many rows there should be. Nothing here refuses;
 * what cannot be understood is `UNKNOWN`, and the checks say so.
 */
import { Matrix } from '@unseen/core'
import { defined, normaliseRow } from '@unseen/core/internal'
import type { Draft, DraftList, DraftSplit, DraftTable, FoundAt } from '../draft/draft.js'
import { type NumberBase, numberBase } from '../draft/number-base.js'
import type { FeatureFacts } from './feature-facts.js'

/** Stands for a class or row that the data set does not have. */
export const UNKNOWN = -1

export interface ReadList {
  readonly list: DraftList
  /** classes or rows, from 0, or UNKNOWN */
  readonly values: Int32Array
  /** absent for lists of names */
  readonly base?: NumberBase
}

export interface ReadSplit {
  readonly split: DraftSplit
  readonly seen?: ReadList
  readonly unseen?: ReadList
  readonly train?: ReadList
  readonly test?: ReadList
  readonly validation?: { readonly train: ReadList; readonly test: ReadList }
  /** classes, from 0; what the files leave open is worked out from the other list or from labels and rows */
  readonly seenClasses: ReadonlySet<number>
  readonly unseenClasses: ReadonlySet<number>
}

export interface ReadTable {
  readonly table: DraftTable
  /** names of its rows: its own, else the data set's */
  readonly names: readonly string[]
  /** as found, row-major (rows x columns) */
  readonly values: Float64Array
  /** each row of length 1; rows of zeros, and rows with an entry that is not finite, are zero */
  readonly unit: Float64Array
}

export interface Subject {
  readonly draft: Draft
  /** absent where the draft has no features */
  readonly facts: FeatureFacts | undefined
  /** the draft's own, else the first table's, else those that the labels name */
  readonly classes: readonly string[]
  readonly classesPlace?: FoundAt
  /** how many rows there are, as far as that is known */
  readonly rows: number | undefined
  readonly labels?: ReadList
  readonly tables: readonly ReadTable[]
  readonly splits: readonly ReadSplit[]
}

export function readSubject(draft: Draft, facts?: FeatureFacts): Subject {
  const found = findClasses(draft)
  const classes = found?.names ?? []
  const index = new Map<string, number>()
  classes.forEach((name, at) => {
    if (!index.has(name)) index.set(name, at)
  })
  const labels = draft.labels && readList(draft.labels, classes.length, index)
  const rows = countRows(draft)
  const splits = draft.splits.map(split => readSplit(split, { index, limit: classes.length, rows, labels }))
  const tables = draft.signatures.map(table => readTable(table, classes))
  return {
    draft,
    facts,
    classes,
    ...defined({ classesPlace: found?.place }),
    rows,
    ...defined({ labels }),
    tables,
    splits
  }
}

function readTable(table: DraftTable, classes: readonly string[]): ReadTable {
  const { rows, columns } = table.matrix
  const values = new Float64Array(rows * columns)
  const unit = new Float64Array(rows * columns)
  for (let row = 0; row < rows; row++) {
    const part = values.subarray(row * columns, (row + 1) * columns)
    Matrix.readRow(table.matrix, row, part)
    if (!part.every(Number.isFinite)) continue
    const scaled = unit.subarray(row * columns, (row + 1) * columns)
    scaled.set(part)
    normaliseRow(scaled, 'l2')
  }
  return { table, names: table.classes ?? classes, values, unit }
}

function findClasses({
  classes,
  signatures,
  labels
}: Draft): { names: readonly string[]; place: FoundAt } | undefined {
  if (classes !== undefined) return { names: classes.value, place: classes.place }
  const table = signatures.find(candidate => candidate.classes !== undefined)
  if (table?.classes !== undefined) return { names: table.classes, place: table.place }
  if (labels === undefined || labels.values instanceof Int32Array) return undefined
  return { names: [...new Set(labels.values)].sort(), place: labels.place }
}

/** Labels are believed before features, which may be transposed. */
function countRows({ features, labels, rowNames }: Draft): number | undefined {
  const transposed = features !== undefined && labels?.values.length === features.value.columns
  const counts = [
    transposed ? undefined : features?.value.rows,
    labels?.values.length,
    rowNames?.value.length
  ].filter(count => count !== undefined)
  return counts.length === 0 ? undefined : Math.max(...counts)
}

interface Counting {
  /** lists that count as this one does */
  readonly together?: readonly (DraftList | undefined)[]
  /** from where it counts, unless it says otherwise itself */
  readonly base?: NumberBase | undefined
}

function readList(
  list: DraftList,
  limit: number | undefined,
  index: ReadonlyMap<string, number>,
  { together = [], base: known }: Counting = {}
): ReadList {
  const { values } = list
  if (!(values instanceof Int32Array))
    return { list, values: Int32Array.from(values, name => index.get(name) ?? UNKNOWN) }
  const others = together.flatMap(other => (other?.values instanceof Int32Array ? [other.values] : []))
  const declared = list.base ?? together.find(other => other?.base !== undefined)?.base
  const base =
    declared === undefined && known !== undefined ? known : numberBase([values, ...others], limit, declared)
  // Numbers of which nobody knows from where they count point at nothing.
  const points = (value: number): boolean =>
    base.certain && value >= base.base && (limit === undefined || value - base.base < limit)
  return { list, base, values: values.map(value => (points(value) ? value - base.base : UNKNOWN)) }
}

interface Known {
  readonly index: ReadonlyMap<string, number>
  /** how many classes there are */
  readonly limit: number
  readonly rows: number | undefined
  readonly labels: ReadList | undefined
}

function readSplit(split: DraftSplit, { index, limit, rows, labels }: Known): ReadSplit {
  const ofClasses = (list: DraftList | undefined): ReadList | undefined =>
    list && readList(list, limit, index, { together: [split.seen, split.unseen], base: labels?.base })
  const ofRows = (list: DraftList): ReadList =>
    readList(list, rows, new Map(), {
      together: [split.train, split.test, split.validation?.train, split.validation?.test]
    })
  const seen = ofClasses(split.seen)
  const unseen = ofClasses(split.unseen)
  const train = split.train && ofRows(split.train)
  const test = split.test && ofRows(split.test)
  const validation = split.validation && {
    train: ofRows(split.validation.train),
    test: ofRows(split.validation.test)
  }
  const classesOf = (list: ReadList | undefined): Set<number> =>
    new Set(
      list === undefined || labels === undefined
        ? []
        : Array.from(list.values, row => labels.values[row] ?? UNKNOWN)
    )
  const all = Array.from({ length: limit }, (_, at) => at)
  let seenClasses = new Set(seen?.values)
  let unseenClasses = new Set(unseen?.values)
  if (seen === undefined && unseen === undefined) {
    seenClasses = train === undefined && labels !== undefined ? new Set(all) : classesOf(train)
    unseenClasses = without(classesOf(test), seenClasses)
  } else if (seen === undefined) seenClasses = without(all, unseenClasses)
  else if (unseen === undefined) unseenClasses = without(all, seenClasses)
  seenClasses.delete(UNKNOWN)
  unseenClasses.delete(UNKNOWN)
  return {
    split,
    ...defined({
      seen,
      unseen,
      train,
      test,
      validation
    }),
    seenClasses,
    unseenClasses
  }
}

function without(all: Iterable<number>, some: ReadonlySet<number>): Set<number> {
  return new Set([...all].filter(value => !some.has(value)))
}
