/**
 * Writes CSV and TSV as delimited.ts reads them: an array of one axis is a column under its name, a
 * matrix is as many columns, named by the texts "columns" if the matrix is "numbers", otherwise by
 * its own name and a number. Texts come first. Numbers are written as the shortest text that reads
 * back the same; texts that could be taken for anything else stand in quotes.
 */
import { UnseenError, count } from '@unseen/core'
import { joinBytes } from '../bytes.js'
import { type ArrayToWrite, typeToWrite } from '../element-types.js'
import { formatNumber } from './number-text.js'

/** How a text table is written. */
export interface DelimitedWriteOptions {
  /** Between the columns. Default a comma. */
  readonly delimiter?: ',' | '\t' | ';'
  /** Names in the first row. Default true. */
  readonly header?: boolean
}

interface Column {
  readonly name: string
  cell(row: number): string
}

const PIECE = 2 ** 16
const plainText = /^[A-Za-z_](?:[\w .+-]*[\w.+-])?$/
const readAsSomethingElse = /^(?:nan|inf|infinity|na|n\/a|null|none)$/i

/**
 * Arrays side by side as a text table, CSV unless told otherwise.
 *
 * @param arrays of the same number of rows, each with a name
 * @param options delimiter and header
 */
export function writeDelimited(
  arrays: readonly ArrayToWrite[],
  { delimiter = ',', header = true }: DelimitedWriteOptions = {}
): Uint8Array<ArrayBuffer> {
  const names = arrays.find(({ name }) => name === 'columns')
  const numbers = arrays.find(({ name }) => name === 'numbers')
  const hasNames =
    names !== undefined && numbers?.shape[1] === names.data.length && typeToWrite(names) === 'text'
  const tables = hasNames ? arrays.filter(array => array !== names) : arrays
  const rows = tables[0]?.shape[0] ?? 0
  const columns = tables.flatMap(array =>
    columnsOf(array, rows, array === numbers && hasNames ? (names.data as readonly string[]) : undefined)
  )
  if (columns.length === 0) throw new UnseenError('features.empty', 'There is no column to write.')
  const inOrder = [...columns.filter(({ isText }) => isText), ...columns.filter(({ isText }) => !isText)]
  const encoder = new TextEncoder()
  const parts: Uint8Array[] = []
  let text = header ? `${inOrder.map(({ name }) => quoted(name)).join(delimiter)}\n` : ''
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < inOrder.length; column++)
      text += column === 0 ? inOrder[column].cell(row) : delimiter + inOrder[column].cell(row)
    text += '\n'
    if (text.length < PIECE) continue
    parts.push(encoder.encode(text))
    text = ''
  }
  parts.push(encoder.encode(text))
  return joinBytes(parts)
}

function columnsOf(
  array: ArrayToWrite,
  rows: number,
  names: readonly string[] | undefined
): (Column & { isText: boolean })[] {
  const { name, shape, data } = array
  const isText = typeToWrite(array) === 'text'
  const [length, width = 1] = shape
  if (shape.length < 1 || shape.length > 2 || length !== rows) {
    throw new UnseenError(
      'features.shape',
      `The array "${name}" of shape [${shape.join(', ')}] does not fit a table of ${count(rows)} rows.`,
      { where: { array: name } }
    )
  }
  return Array.from({ length: width }, (_, column) => ({
    name: names?.[column] ?? (shape.length === 1 ? name : `${name} ${column}`),
    isText,
    cell: isText
      ? row => quoted(data[row * width + column] as string)
      : row => formatNumber(data[row * width + column] as number | bigint)
  }))
}

function quoted(text: string): string {
  if (plainText.test(text) && !readAsSomethingElse.test(text)) return text
  if (/\p{Surrogate}/u.test(text))
    throw new UnseenError(
      'format.value',
      `The text ${JSON.stringify(text)} has half a surrogate pair, which no file can hold.`
    )
  return `"${text.replaceAll('"', '""')}"`
}
