/**
 * Classes described alike. Signatures count by their direction; two with the same one are one class to
 * every method. Training asks for a margin of Delta(a, b) = 1 - cos(a, b) between two classes (Eq. 8, 9),
 * so below NEAR it asks for less than a thousandth of what it asks between unrelated classes.
 */
import { defined } from '@unseen/core/internal'
import type { Check, Remark } from '../finding.js'
import type { ReadTable } from '../subject.js'
import { at, many } from '../words.js'
import { isScaled } from './same-table.js'

const SAME = 1e-9
const NEAR = 1e-3
/** A table with more pairs than this is no table of signatures; they are not all looked for. */
const MOST = 10_000

interface Pair {
  readonly a: number
  readonly b: number
  /** 1 - cosine */
  readonly apart: number
}

export const duplicateSignatures: Check = {
  name: 'duplicate-signatures',
  summary: 'classes whose signatures are the same or nearly so, which no method can tell apart',
  run({ tables }) {
    // A scaled copy of a table has the same pairs.
    return tables
      .filter((read, at) => !tables.slice(0, at).some(before => isScaled(read, before)))
      .flatMap(read => {
        const pairs = closePairs(read)
        return [
          ...same(
            read,
            pairs.filter(({ apart }) => apart <= SAME)
          ),
          ...near(
            read,
            pairs.filter(({ apart }) => apart > SAME)
          )
        ]
      })
  }
}

function same(read: ReadTable, pairs: readonly Pair[]): Remark[] {
  if (pairs.length === 0) return []
  return [
    {
      severity: 'error',
      message: `${spoken(read, pairs)} the same signature in the table "${read.table.name}" (up to scale): no method can tell them apart.`,
      remedy: 'Describe what sets them apart, make them one class, or leave one out.',
      ...fields(read, pairs)
    }
  ]
}

function near(read: ReadTable, pairs: readonly Pair[]): Remark[] {
  if (pairs.length === 0) return []
  return [
    {
      severity: 'warning',
      message: `${spoken(read, pairs)} nearly the same signature in the table "${read.table.name}" (cosine ${(1 - pairs[0].apart).toFixed(5)}): they will hardly be told apart. They differ most in ${differences(read, pairs[0])}.`,
      remedy: 'Add attributes that set them apart, or expect them to be mistaken for each other.',
      ...fields(read, pairs)
    }
  ]
}

function spoken({ names }: ReadTable, pairs: readonly Pair[]): string {
  const name = (row: number): string => (row < names.length ? `"${names[row]}"` : `Signature ${row}`)
  const [{ a, b }] = pairs
  return pairs.length === 1
    ? `${name(a)} and ${name(b)} have`
    : `${pairs.length >= MOST ? 'At least ' : ''}${many(pairs.length, 'pair')} of classes, among them ${name(a)} and ${name(b)}, have`
}

function differences({ table, unit }: ReadTable, { a, b }: Pair): string {
  const { columns } = table.matrix
  const gap = (column: number): number => Math.abs(unit[a * columns + column] - unit[b * columns + column])
  const most = Array.from({ length: columns }, (_, column) => column)
    .sort((i, j) => gap(j) - gap(i))
    .filter(column => gap(column) > 0)
    .slice(0, 3)
  return most
    .map(column =>
      table.attributes !== undefined && column < table.attributes.length
        ? `"${table.attributes[column]}"`
        : `attribute ${column}`
    )
    .join(', ')
}

function fields(
  { table, names }: ReadTable,
  pairs: readonly Pair[]
): Pick<Remark, 'file' | 'array' | 'table' | 'row' | 'class' | 'count'> {
  const row = pairs[0].b
  return {
    ...at(table.place),
    table: table.name,
    row,
    ...defined({ class: row < names.length ? names[row] : undefined }),
    count: pairs.length
  }
}

/**
 * Pairs with 1 - cos <= NEAR, the closest first. Vectors of length 1 are apart |a - b|^2 = 2 (1 - cos), and
 * in no column more than |a - b|: so rows are sorted by the column that spreads them most, only
 * neighbours are compared, and a comparison ends as soon as it is decided.
 */
function closePairs({ table, unit }: ReadTable): Pair[] {
  const { rows, columns } = table.matrix
  const reach = Math.sqrt(2 * NEAR)
  const key = widestColumn(unit, rows, columns)
  const at = (row: number, column: number): number => unit[row * columns + column]
  const order = Array.from({ length: rows }, (_, row) => row)
    .filter(row => unit.subarray(row * columns, (row + 1) * columns).some(value => value !== 0))
    .sort((i, j) => at(i, key) - at(j, key))
  const pairs: Pair[] = []
  for (let i = 0; i < order.length && pairs.length < MOST; i++) {
    for (
      let j = i + 1;
      j < order.length && pairs.length < MOST && at(order[j], key) - at(order[i], key) <= reach;
      j++
    ) {
      let squares = 0
      for (let k = 0; k < columns && squares <= 2 * NEAR; k++)
        squares += (at(order[i], k) - at(order[j], k)) ** 2
      if (squares <= 2 * NEAR)
        pairs.push({ a: Math.min(order[i], order[j]), b: Math.max(order[i], order[j]), apart: squares / 2 })
    }
  }
  return pairs.sort((p, q) => p.apart - q.apart || p.a - q.a || p.b - q.b)
}

function widestColumn(unit: Float64Array, rows: number, columns: number): number {
  let [best, widest] = [0, -1]
  for (let column = 0; column < columns; column++) {
    let [sum, squares] = [0, 0]
    for (let row = 0; row < rows; row++) {
      sum += unit[row * columns + column]
      squares += unit[row * columns + column] ** 2
    }
    const spread = squares - (sum * sum) / rows
    if (spread > widest) [best, widest] = [column, spread]
  }
  return best
}
