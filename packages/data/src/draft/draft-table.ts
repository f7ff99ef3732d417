/** A table of signatures as found, brought into the order of the classes, with missing values treated. */
import { type DenseMatrix, Matrix, type NamedTable, count } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { refuseDraft } from './draft-lists.js'
import type { DraftTable } from './draft.js'

export function toTable(table: DraftTable, classes: readonly string[]): NamedTable {
  const { name, place, attributes, groups, meanings, encoder } = table
  const rows = table.classes ?? classes
  const refuse = (message: string, where = {}): never =>
    refuseDraft(place, message, { table: name, ...where })
  if (table.matrix.rows !== rows.length)
    refuse(
      `${count(table.matrix.rows)} signatures for ${count(rows.length)} classes${table.matrix.columns === rows.length ? '; is the table transposed?' : '.'}`
    )
  for (const [what, list] of Object.entries({ attributes, groups, meanings })) {
    if (list !== undefined && list.length !== table.matrix.columns)
      refuse(`${count(list.length)} ${what} for ${count(table.matrix.columns)} columns.`)
  }
  if (table.sentences !== undefined && table.sentences.length !== rows.length)
    refuse(`${count(table.sentences.length)} sentences for ${count(rows.length)} classes.`)
  const index = new Map(rows.map((row, at) => [row, at]))
  if (index.size !== rows.length)
    refuse(`a class has two rows: ${JSON.stringify(rows.find((row, at) => index.get(row) !== at))}.`)
  const order = classes.map(
    wanted => index.get(wanted) ?? refuse(`there is no row for ${JSON.stringify(wanted)}.`, { class: wanted })
  )
  const isInOrder = order.length === rows.length && order.every((row, at) => row === at)
  const matrix = treatMissing(isInOrder ? table.matrix : Matrix.select(table.matrix, order), table.missing)
  const bad = Matrix.firstNotFinite(matrix)
  if (bad !== undefined)
    refuse(
      `the signature of ${JSON.stringify(classes[bad.row])} is not a finite number in column ${bad.column}.`,
      { row: bad.row, column: bad.column }
    )
  return {
    name,
    classes,
    matrix,
    ...defined({
      attributes,
      groups,
      meanings,
      encoder,
      sentences: table.sentences === undefined ? undefined : order.map(row => table.sentences?.[row] ?? '')
    })
  }
}

/** Missing entries (and NaN, which an empty cell becomes) are as the table's record says. */
function treatMissing(matrix: Matrix, missing: DraftTable['missing']): Matrix {
  if (missing === undefined || missing.treatment === 'keep' || matrix.kind === 'sparse') return matrix
  const isMissing = (value: number): boolean =>
    value === missing.value || (Number.isNaN(missing.value) && Number.isNaN(value))
  const data = matrix.data.slice()
  for (let column = 0; column < matrix.columns; column++) {
    const instead = missing.treatment === 'zero' ? 0 : meanOf(matrix, column, isMissing)
    for (let at = column; at < data.length; at += matrix.columns) if (isMissing(data[at])) data[at] = instead
  }
  return { ...matrix, data }
}

function meanOf(
  { data, columns }: DenseMatrix,
  column: number,
  isMissing: (value: number) => boolean
): number {
  let [sum, known] = [0, 0]
  for (let at = column; at < data.length; at += columns) {
    if (isMissing(data[at])) continue
    sum += data[at]
    known++
  }
  return known === 0 ? 0 : sum / known
}
