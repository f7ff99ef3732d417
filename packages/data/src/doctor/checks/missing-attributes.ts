/**
 * Entries that mean "not known". Animals with Attributes marks them with -1 in a table of percentages;
 * read as a number, the mark says "less than nothing". Scaled to length 1 (xlsa17's `att`) it is still
 * there, as a small negative number.
 */
import { defined } from '@unseen/core/internal'
import type { DraftTable } from '../../draft/draft.js'
import type { Check, Remark } from '../finding.js'
import type { ReadTable } from '../subject.js'
import { at, many } from '../words.js'

const MARK = -1
/** More than this, and -1 is a value like any other, as in tables of -1 and 1. */
const FEW = 0.1

const treatments = {
  zero: 'read as 0',
  mean: 'read as the mean of the column',
  keep: 'kept as numbers'
} as const

export const missingAttributes: Check = {
  name: 'missing-attributes',
  summary: 'attribute values that are not known, and what is put in their place',
  run({ tables }) {
    return tables.flatMap(table => declared(table) ?? undeclared(table) ?? scaledMarks(table, tables) ?? [])
  }
}

function declared(read: ReadTable): Remark[] | undefined {
  const { missing } = read.table
  if (missing === undefined) return undefined
  const marks = marksOf(read)
  if (marks.length === 0) return undefined
  return [
    {
      severity: 'note',
      message: `${many(marks.length, 'entry', 'entries')} of the table "${read.table.name}" ${marks.length === 1 ? 'is' : 'are'} ${Number(missing.value.toPrecision(3))}, which means not known; ${marks.length === 1 ? 'it is' : 'they are'} ${treatments[missing.treatment]}. The first is ${placeOf(read, marks[0])}.`,
      remedy:
        missing.treatment === 'keep'
          ? 'Choose the treatment "zero" or "mean" in a dataset.json, unless the number is meant.'
          : 'Nothing to do; "missing" in a dataset.json chooses another treatment.',
      ...fields(read, marks)
    }
  ]
}

function undeclared(read: ReadTable): Remark[] | undefined {
  const marks = marksOf(read)
  if (marks.length === 0) return undefined
  return [
    {
      severity: 'warning',
      message: `${many(marks.length, 'entry', 'entries')} of the table "${read.table.name}" ${marks.length === 1 ? 'is' : 'are'} -1 and no other is negative, so -1 seems to mean not known; it is read as a number. The first is ${placeOf(read, marks[0])}.`,
      remedy:
        'Declare -1 as "missing" in a dataset.json, with the treatment "zero" or "mean", or "keep" if the number is meant.',
      ...fields(read, marks)
    }
  ]
}

/** A table of the same shape that is negative just where another has its marks. */
function scaledMarks(read: ReadTable, tables: readonly ReadTable[]): Remark[] | undefined {
  const negative = where(read.values, value => value < 0)
  if (negative.length === 0) return undefined
  const origin = tables.find(
    other =>
      other !== read && other.values.length === read.values.length && sameNumbers(marksOf(other), negative)
  )
  if (origin === undefined) return undefined
  return [
    {
      severity: 'warning',
      message: `${many(negative.length, 'entry', 'entries')} of the table "${read.table.name}" ${negative.length === 1 ? 'is' : 'are'} negative just where "${origin.table.name}" has its mark for not known: the mark was scaled like a value. The first is ${placeOf(read, negative[0])}.`,
      remedy: `Use the table "${origin.table.name}", where missing values can be treated.`,
      ...fields(read, negative)
    }
  ]
}

function marksOf({ table, values }: ReadTable): number[] {
  const mark = table.missing?.value
  if (mark !== undefined) return where(values, value => Object.is(value, mark) || value === mark)
  const negative = where(values, value => value < 0)
  return negative.length <= FEW * values.length && negative.every(k => values[k] === MARK) ? negative : []
}

function where(values: Float64Array, holds: (value: number) => boolean): number[] {
  const found: number[] = []
  for (let k = 0; k < values.length; k++) if (holds(values[k])) found.push(k)
  return found
}

function sameNumbers(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, k) => value === b[k])
}

function attribute({ attributes }: DraftTable, column: number): string {
  return attributes !== undefined && column < attributes.length
    ? `"${attributes[column]}"`
    : `attribute ${column}`
}

function placeOf({ table, names }: ReadTable, k: number): string {
  const row = Math.floor(k / table.matrix.columns)
  return `${attribute(table, k % table.matrix.columns)} of ${row < names.length ? `"${names[row]}"` : `row ${row}`}`
}

function fields(
  { table, names }: ReadTable,
  entries: readonly number[]
): Pick<Remark, 'file' | 'array' | 'table' | 'row' | 'column' | 'class' | 'count'> {
  const row = Math.floor(entries[0] / table.matrix.columns)
  return {
    ...at(table.place),
    table: table.name,
    row,
    column: entries[0] % table.matrix.columns,
    ...defined({ class: row < names.length ? names[row] : undefined }),
    count: entries.length
  }
}
