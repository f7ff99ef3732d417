/**
 * CSV and TSV: rows of cells (delimited-row.ts), UTF-8. The numeric columns become one matrix,
 * "numbers" (rows x columns, float64), whose column names are the texts "columns"; every other
 * column becomes texts under its own name. A missing number is NaN. Rows are read as they come, so
 * the file may be longer than any string.
 * Tests: ../../../test/formats/delimited.test.ts
 */
import { count } from '@unseen/core'
import type { ByteSource } from '../byte-source.js'
import type { ArrayFile, NamedArray, ReadOptions, Reader } from '../reader.js'
import { type Reading, quote, startReading } from '../reading.js'
import { COMMA, type Row, SEMICOLON, TAB, emptyRow, scanRow } from './delimited-row.js'
import { MAX_COLUMNS, POINT, type Sniffed, sniff } from './delimited-sniff.js'
import { NumberList } from './number-list.js'
import { isInexact, isMissing, parseNumber } from './number-text.js'
import { decodeText, looksLikeText, openWindow } from './text-window.js'

export interface DelimitedOptions extends ReadOptions {
  /** does the first row hold names? Judged by the contents unless given */
  readonly header?: boolean
  readonly delimiter?: ',' | '\t' | ';'
  /** between whole and fraction; judged by the contents unless given */
  readonly decimal?: '.' | ','
  /** columns to be read as texts whatever they hold, by name or number (from 0) */
  readonly textColumns?: readonly (string | number)[]
}

const delimiters = { ',': COMMA, '\t': TAB, ';': SEMICOLON } as const
/** What a text costs in memory beside its characters, and what one more mention of it costs. */
const TEXT_BYTES = 24
const MENTION_BYTES = 8
/** So many different texts of a column are kept only once. */
const MAX_SHARED = 10_000

export interface DelimitedReader extends Reader {
  read(source: ByteSource, options?: DelimitedOptions): Promise<ArrayFile>
}

export const delimitedReader: DelimitedReader = {
  name: 'csv',
  extensions: ['csv', 'tsv', 'txt'],
  recognises: head => looksLikeText(head) && /^(?:\ufeff)?\s*[^\s<{[]/.test(decodeStart(head)),
  async read(source, options: DelimitedOptions = {}) {
    const reading = startReading(options)
    const shown = await openWindow(source, 'row', reading)
    const sniffOptions = {
      delimiter: options.delimiter && delimiters[options.delimiter],
      header: options.header,
      point: options.decimal === undefined ? undefined : options.decimal === ',' ? COMMA : POINT
    }
    let sniffed = sniff(shown.bytes, shown.at, shown.isLast, sniffOptions)
    while (sniffed === undefined && !shown.isLast) {
      await shown.more()
      sniffed = sniff(shown.bytes, shown.at, shown.isLast, sniffOptions)
    }
    if (sniffed === undefined) throw reading.fail('format.truncated', 'The file has no rows.')
    const table = createTable(sniffed, options.textColumns ?? [], reading)
    const row = emptyRow()
    for (;;) {
      while (shown.at < shown.bytes.length) {
        const next = scanRow(shown.bytes, shown.at, shown.isLast, sniffed.delimiter, row)
        if (next < 0) break
        shown.at = next
        if (row.length > 0) table.add(shown.bytes, row)
      }
      if (shown.isLast) return { format: 'csv', arrays: table.finish() }
      await shown.more()
    }
  }
}

function decodeStart(head: Uint8Array): string {
  return String.fromCharCode(...head).replace(/^\u00ef\u00bb\u00bf/, '')
}

interface Table {
  add(bytes: Uint8Array, row: Row): void
  finish(): NamedArray[]
}

function createTable(
  { delimiter, point, hasHeader, isNumeric: judged }: Sniffed,
  textColumns: readonly (string | number)[],
  reading: Reading
): Table {
  const { fail } = reading
  const width = judged.length
  if (width > MAX_COLUMNS)
    throw fail(
      'format.size',
      `The first row has ${count(width)} cells; ${count(MAX_COLUMNS)} are the most that is read.`,
      { row: 1 }
    )
  const isText = judged.map((isNumeric, column) => !isNumeric || textColumns.includes(column))
  const names = judged.map((_, column) => `column ${column + 1}`)
  const texts: string[][] = judged.map(() => [])
  const shared = judged.map(() => new Map<string, string>())
  const numbers = new NumberList(reading)
  let rows = 0
  let rowNumber = 0

  const textOf = (bytes: Uint8Array, row: Row, column: number): string => {
    const text = decodeText(bytes.subarray(row.starts[column], row.ends[column]))
    if (text === undefined)
      throw fail(
        'format.value',
        `Row ${count(rowNumber)}, column ${column + 1} is not UTF-8.`,
        { row: rowNumber, column: column + 1 },
        'Save the file as UTF-8.'
      )
    return row.quotes[column] === 2 ? text.replaceAll('""', '"') : text
  }

  const addText = (text: string, column: number): void => {
    const known = shared[column].get(text)
    reading.charge(
      known === undefined ? TEXT_BYTES + MENTION_BYTES + 2 * text.length : MENTION_BYTES,
      'The texts'
    )
    if (known === undefined && shared[column].size < MAX_SHARED) shared[column].set(text, text)
    texts[column].push(known ?? text)
  }

  const numberOf = (bytes: Uint8Array, row: Row, column: number): number => {
    const value = parseNumber(bytes, row.starts[column], row.ends[column], point)
    if (value !== undefined) {
      if (Math.abs(value) > Number.MAX_SAFE_INTEGER) refuseInexact(textOf(bytes, row, column), column)
      return value
    }
    if (isMissing(bytes, row.starts[column], row.ends[column])) return NaN
    throw fail(
      'format.value',
      `Row ${count(rowNumber)}, column ${column + 1} (${quote(names[column])}) holds ${quote(textOf(bytes, row, column))}; the rows before it hold numbers.`,
      { row: rowNumber, column: column + 1 },
      `Correct the cell, or read the column as text (textColumns: [${quote(names[column])}]).`
    )
  }

  const refuseInexact = (text: string, column: number): void => {
    if (!isInexact(text)) return
    throw fail(
      'format.value',
      `Row ${count(rowNumber)}, column ${column + 1} (${quote(names[column])}) holds ${text}; of whole numbers beyond 2^53 the last digits would be lost.`,
      { row: rowNumber, column: column + 1 },
      `If these are names, put them into quotes, or read the column as text (textColumns: [${quote(names[column])}]).`
    )
  }

  const addNames = (bytes: Uint8Array, row: Row): void => {
    for (let column = 0; column < width; column++) {
      names[column] = textOf(bytes, row, column)
      if (textColumns.includes(names[column])) isText[column] = true
    }
  }

  const check = (row: Row): void => {
    const where = { row: rowNumber }
    if (row.badCell >= 0)
      throw fail(
        'format.value',
        `Row ${count(rowNumber)}, column ${row.badCell + 1} goes on after its closing quote.`,
        { ...where, column: row.badCell + 1 },
        'Double the quotes inside a quoted cell.'
      )
    if (row.length !== width)
      throw fail(
        'format.value',
        `Row ${count(rowNumber)} has ${count(row.length)} cells, the first row has ${count(width)}.`,
        where,
        `Cells are divided by ${delimiter === TAB ? 'tabs' : quote(String.fromCharCode(delimiter))} here; put those that contain it into quotes.`
      )
    if (row.unclosed)
      throw fail('format.truncated', `The file ends within a quoted cell of row ${count(rowNumber)}.`, where)
  }

  return {
    add(bytes, row) {
      rowNumber++
      check(row)
      if (hasHeader && rowNumber === 1) return addNames(bytes, row)
      for (let column = 0; column < width; column++) {
        if (isText[column]) addText(textOf(bytes, row, column), column)
        else numbers.push(numberOf(bytes, row, column))
      }
      rows++
    },

    finish() {
      const numeric = names.filter((_, column) => !isText[column])
      const matrix: NamedArray[] =
        numeric.length === 0
          ? []
          : [
              { name: 'numbers', shape: [rows, numeric.length], type: 'float64', data: numbers.toArray() },
              { name: 'columns', shape: [numeric.length], type: 'text', data: numeric }
            ]
      const taken = new Set(matrix.map(({ name }) => name))
      const columns = names.flatMap((name, column) =>
        isText[column]
          ? [{ name: unique(name, taken), shape: [rows], type: 'text', data: texts[column] }]
          : []
      )
      return [...matrix, ...columns]
    }
  }
}

/** The name, with a number behind it if another array has it already. */
function unique(name: string, taken: Set<string>): string {
  let free = name
  for (let number = 2; taken.has(free); number++) free = `${name} (${number})`
  taken.add(free)
  return free
}
