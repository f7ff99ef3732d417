/**
 * What MATLAB's variables are made of, whichever version of the file they stand in: leaves (numbers or
 * text), cells and structs. flatten.ts makes named arrays of them.
 */
import { count } from '@unseen/core'
import type { NamedArray, NumberArray } from '../reader.js'
import type { Context } from './context.js'
import { emptyText } from './text.js'

export type Leaf = Omit<NamedArray, 'name'>
/** Values are by rows in each `items`. */
export type Value =
  | { readonly kind: 'leaf'; readonly leaf: Leaf }
  | { readonly kind: 'cells'; readonly shape: readonly number[]; readonly items: readonly Value[] }
  | {
      readonly kind: 'struct'
      readonly shape: readonly number[]
      readonly fields: ReadonlyMap<string, readonly Value[]>
    }

export const leaf = (type: string, shape: readonly number[], data: NumberArray): Value => ({
  kind: 'leaf',
  leaf: { shape, type, data }
})
/** MATLAB writes a cell that was never filled as an array of no bytes. */
export const unfilled: Value = leaf('float64', [0, 0], new Float64Array(0))
export const emptyChar: Value = { kind: 'leaf', leaf: emptyText }
export const record = (fields: Record<string, Value>): Value => ({
  kind: 'struct',
  shape: [1, 1],
  fields: new Map(Object.entries(fields).map(([name, value]) => [name, [value]]))
})

/** A sparse array by columns; `valuesOf` reads its entries once their number is known. */
export function sparseValue(
  shape: readonly number[],
  rows: NumberArray,
  starts: NumberArray,
  context: Context,
  valuesOf: (entries: number) => Value
): Value {
  const [height, width] = shape
  if (shape.length !== 2) context.refuse('format.header', `a sparse array has ${shape.length} dimensions.`)
  if (starts.length !== width + 1)
    context.refuse(
      'format.header',
      `a sparse array of ${count(width)} columns has ${count(starts.length)} column starts.`
    )
  // Room for more entries than there are is common; the last start says how many are meant.
  const entries = Number(starts[width])
  if (!(Number.isInteger(entries) && entries >= 0 && entries <= rows.length))
    context.refuse('format.size', `it claims ${count(entries)} entries, but holds ${count(rows.length)}.`)
  context.takeBytes(entries * 8)
  const rowNumbers = context.allocate(entries * 4, () => new Int32Array(entries))
  const columnNumbers = context.allocate(entries * 4, () => new Int32Array(entries))
  for (let column = 0; column < width; column++) {
    const from = Number(starts[column])
    const to = Number(starts[column + 1])
    if (!(from >= 0 && from <= to && to <= entries) || (column === 0 && from !== 0))
      context.refuse(
        'format.header',
        `column ${count(column + 1)} has the entries ${from} to ${to} of ${count(entries)}.`
      )
    columnNumbers.fill(column, from, to)
  }
  for (let i = 0; i < entries; i++) {
    const row = Number(rows[i])
    if (!(row >= 0 && row < height && Number.isInteger(row)))
      context.refuse('format.header', `an entry lies in row ${row} of ${count(height)}.`)
    rowNumbers[i] = row
  }
  return record({
    rows: leaf('int32', [entries], rowNumbers),
    columns: leaf('int32', [entries], columnNumbers),
    values: valuesOf(entries),
    shape: leaf('int32', [2], Int32Array.from(shape))
  })
}
