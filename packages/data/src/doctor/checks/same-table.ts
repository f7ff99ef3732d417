/**
 * Tables that are one another, scaled: signatures are scaled to length 1 anyway, so they give the same
 * models (xlsa17's `att` and `original_att`). If their rows agree only in another order, one of them
 * does not follow the classes.
 */
import { defined } from '@unseen/core/internal'
import type { Check, Remark } from '../finding.js'
import type { ReadTable } from '../subject.js'
import { at, many } from '../words.js'

/** Two signatures of length 1 whose square distance is below this are one. */
const SAME = 2e-9

export const sameTable: Check = {
  name: 'same-table',
  summary: 'tables that are the same after scaling, in the same or in another class order',
  run({ tables }) {
    return tables.flatMap((table, at) =>
      tables
        .slice(0, at)
        .flatMap(before => compare(table, before))
        .slice(0, 1)
    )
  }
}

/** The same signatures, row by row, up to scale. */
export function isScaled(read: ReadTable, before: ReadTable): boolean {
  return sameShape(read, before) && movedRows(read, before).length === 0
}

function sameShape(a: ReadTable, b: ReadTable): boolean {
  const { rows, columns } = a.table.matrix
  return rows === b.table.matrix.rows && columns === b.table.matrix.columns && rows > 1 && columns > 1
}

function movedRows(a: ReadTable, b: ReadTable): number[] {
  return Array.from({ length: a.table.matrix.rows }, (_, row) => row).filter(
    row => !sameSignature(a, row, b, row)
  )
}

function compare(read: ReadTable, before: ReadTable): Remark[] {
  if (!sameShape(read, before)) return []
  const fields = { ...at(read.table.place), table: read.table.name }
  const moved = movedRows(read, before)
  if (moved.length === 0) {
    return [
      {
        severity: 'note',
        message: `The tables "${before.table.name}" and "${read.table.name}" are the same after scaling to length 1, which training does anyway: both give the same results.`,
        remedy: 'Use either; joining the two adds nothing.',
        ...fields
      }
    ]
  }
  if (read.table.classes !== undefined || before.table.classes !== undefined || !isPermutation(read, before))
    return []
  const [row] = moved
  return [
    {
      severity: 'error',
      message: `The tables "${before.table.name}" and "${read.table.name}" have the same signatures in another order: ${many(moved.length, 'row differs', 'rows differ')}, the first is row ${row}${row < read.names.length ? ` ("${read.names[row]}")` : ''}. One of them does not follow the class names.`,
      remedy: 'Find out which of the two follows the names, and sort the other or leave it out.',
      ...fields,
      row,
      ...defined({ class: row < read.names.length ? read.names[row] : undefined }),
      count: moved.length
    }
  ]
}

function sameSignature(a: ReadTable, i: number, b: ReadTable, j: number): boolean {
  const { columns } = a.table.matrix
  let squares = 0
  for (let k = 0; k < columns && squares <= SAME; k++)
    squares += (a.unit[i * columns + k] - b.unit[j * columns + k]) ** 2
  return squares <= SAME
}

/** Rows are brought into an order that depends on their values alone; then equal tables agree row by row. */
function isPermutation(a: ReadTable, b: ReadTable): boolean {
  const inOrder = [sortedRows(a), sortedRows(b)]
  return inOrder[0].every((row, k) => sameSignature(a, row, b, inOrder[1][k]))
}

function sortedRows({ table, unit }: ReadTable): number[] {
  const { rows, columns } = table.matrix
  // Irrational weights, so that different rows hardly ever share a key.
  const keys = Array.from({ length: rows }, (_, row) => {
    let key = 0
    for (let k = 0; k < columns; k++) key += unit[row * columns + k] * Math.sin(k + 1)
    return key
  })
  return keys.map((_, row) => row).sort((i, j) => keys[i] - keys[j])
}
