/**
 * What a CSV file does not say: its delimiter, whether its first row holds names, and which columns
 * hold numbers. All three are judged by the first rows and can be given instead.
 *
 * The delimiter is the one that cuts the first rows into the same number of cells, the more the
 * better. A column holds numbers if every cell that is not missing is one; where some numbers stand
 * without quotes, a number in quotes is a text. The first row holds names if it has a text where its
 * column has numbers, or has nothing but texts. Where commas do not divide the cells they may stand
 * between whole and fraction, as much of Europe writes it: they do where more columns are numbers then.
 */
import { COMMA, type Row, SEMICOLON, TAB, emptyRow, scanRow } from './delimited-row.js'
import { isMissing, parseNumber } from './number-text.js'

export interface Sniffed {
  readonly delimiter: number
  /** the byte between whole and fraction */
  readonly point: number
  readonly hasHeader: boolean
  /** of each column: does it hold numbers? */
  readonly isNumeric: readonly boolean[]
}

export interface SniffOptions {
  readonly delimiter?: number | undefined
  readonly header?: boolean | undefined
  readonly point?: number | undefined
}

export const POINT = 46
export const MAX_COLUMNS = 1_000_000
const ROWS = 1000
const ROWS_FOR_DELIMITER = 20

/** Undefined if there is not a single row, or only one and more to come. */
export function sniff(
  bytes: Uint8Array,
  start: number,
  isLast: boolean,
  { delimiter: given, header, point }: SniffOptions
): Sniffed | undefined {
  const delimiter = given ?? findDelimiter(bytes, start, isLast)
  const judged = judgeColumns(bytes, start, isLast, delimiter, header, point ?? POINT)
  if (judged === undefined || point !== undefined || delimiter === COMMA) return judged
  const byComma = judgeColumns(bytes, start, isLast, delimiter, header, COMMA)
  return byComma !== undefined && numbersIn(byComma) > numbersIn(judged) ? byComma : judged
}

const numbersIn = ({ isNumeric }: Sniffed): number => isNumeric.filter(Boolean).length

function judgeColumns(
  bytes: Uint8Array,
  start: number,
  isLast: boolean,
  delimiter: number,
  header: boolean | undefined,
  point: number
): Sniffed | undefined {
  const first: Cell[] = []
  let body: Column[] = []
  let rows = 0
  for (const row of rowsOf(bytes, start, isLast, delimiter, ROWS)) {
    // Far too many to judge one by one: the reader refuses them by their number.
    if (row.length > MAX_COLUMNS)
      return { delimiter, point, hasHeader: false, isNumeric: new Array<boolean>(row.length).fill(false) }
    if (rows++ === 0) {
      for (let cell = 0; cell < row.length; cell++) first.push(judge(bytes, row, cell, point))
      body = first.map(() => ({ ...emptyColumn }))
    } else {
      for (let cell = 0; cell < Math.min(row.length, body.length); cell++)
        add(body[cell], judge(bytes, row, cell, point))
    }
  }
  if (rows === 0 || (rows === 1 && !isLast)) return undefined
  const hasHeader = header ?? isHeader(first, body)
  if (!hasHeader) first.forEach((cell, column) => add(body[column], cell))
  return { delimiter, point, hasHeader, isNumeric: kindsOf(body) }
}

function findDelimiter(bytes: Uint8Array, start: number, isLast: boolean): number {
  let best = { delimiter: COMMA, score: 1 }
  for (const delimiter of [COMMA, TAB, SEMICOLON]) {
    let cells = 0
    let isRegular = true
    for (const row of rowsOf(bytes, start, isLast, delimiter, ROWS_FOR_DELIMITER)) {
      if ((cells > 0 && row.length !== cells) || row.badCell >= 0) isRegular = false
      if (cells === 0) cells = row.length
    }
    // An irregular cut counts less than any regular one, but more than none.
    const score = isRegular ? cells : 2 - 1 / cells
    if (cells > 1 && score > best.score) best = { delimiter, score }
  }
  return best.delimiter
}

function* rowsOf(
  bytes: Uint8Array,
  start: number,
  isLast: boolean,
  delimiter: number,
  most: number
): Generator<Row, void, void> {
  const row = emptyRow()
  let rows = 0
  for (let at = start; at < bytes.length && rows < most;) {
    at = scanRow(bytes, at, isLast, delimiter, row)
    if (at < 0) return
    if (row.length === 0) continue
    yield row
    rows++
  }
}

interface Cell {
  readonly isMissing: boolean
  readonly number: number | undefined
  readonly isQuoted: boolean
}

function judge(bytes: Uint8Array, row: Row, cell: number, point: number): Cell {
  const [start, end] = [row.starts[cell], row.ends[cell]]
  return {
    isMissing: isMissing(bytes, start, end),
    number: parseNumber(bytes, start, end, point),
    isQuoted: row.quotes[cell] > 0
  }
}

interface Column {
  texts: number
  plainNumbers: number
  quotedNumbers: number
}

const emptyColumn: Column = { texts: 0, plainNumbers: 0, quotedNumbers: 0 }

function add(column: Column, cell: Cell): void {
  if (cell.isMissing) return
  if (cell.number === undefined) column.texts++
  else if (cell.isQuoted) column.quotedNumbers++
  else column.plainNumbers++
}

function kindsOf(columns: readonly Column[]): boolean[] {
  const isText = quotesMeanText(columns)
  return columns.map(
    ({ texts, plainNumbers, quotedNumbers }) =>
      texts === 0 && (isText ? plainNumbers > 0 && quotedNumbers === 0 : quotedNumbers > 0)
  )
}

function quotesMeanText(columns: readonly Column[]): boolean {
  return columns.some(({ plainNumbers }) => plainNumbers > 0)
}

function isHeader(cells: readonly Cell[], columns: readonly Column[]): boolean {
  const isNumeric = kindsOf(columns)
  const first = quotesMeanText(columns)
    ? cells.map(cell => (cell.isQuoted ? { ...cell, number: undefined } : cell))
    : cells
  const numbers = first
    .filter(cell => !cell.isMissing)
    .flatMap(({ number }) => (number === undefined ? [] : [number]))
  // Columns without names are numbered: 0, 1, 2 or 1, 2, 3.
  const isNumbered =
    numbers.every((number, i) => number === i + numbers[0]) &&
    (numbers.length === 0 || numbers[0] === 0 || numbers[0] === 1)
  if (!isNumbered) return false
  const hasTextAboveNumbers = first.some(
    (cell, column) => isNumeric[column] && !cell.isMissing && cell.number === undefined
  )
  const hasNumbersBesideCorner =
    numbers.length > 1 && first[0].isMissing && numbers.length === first.length - 1
  return (
    hasTextAboveNumbers ||
    hasNumbersBesideCorner ||
    (numbers.length === 0 && first.every(cell => !cell.isMissing))
  )
}
