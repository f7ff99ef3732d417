/**
 * One row of a CSV or TSV file, found in bytes: cells between delimiters, quoted ("...") if they hold
 * a delimiter, a line break or a quote (doubled then). Spaces around a cell do not count. Delimiters
 * and quotes are ASCII, so no byte within a UTF-8 character is taken for one.
 */
export interface Row {
  /** how many cells */
  length: number
  /** where each begins and ends, without its quotes */
  readonly starts: number[]
  readonly ends: number[]
  /** 0 not quoted, 1 quoted, 2 quoted with doubled quotes inside */
  readonly quotes: number[]
  /** the cell (from 0) with something behind its closing quote, or -1 */
  badCell: number
  /** the file ends within a quoted cell */
  unclosed: boolean
}

export const COMMA = 44
export const TAB = 9
export const SEMICOLON = 59
const QUOTE = 34
const SPACE = 32
const NEWLINE = 10
const RETURN = 13

export function emptyRow(): Row {
  return { length: 0, starts: [], ends: [], quotes: [], badCell: -1, unclosed: false }
}

/**
 * Reads the row that begins at `at` and returns where the next one begins, or -1 if the bytes end
 * before it does and are not the last. A blank line has no cells.
 */
export function scanRow(bytes: Uint8Array, at: number, isLast: boolean, delimiter: number, row: Row): number {
  const length = bytes.length
  row.length = 0
  row.badCell = -1
  row.unclosed = false
  for (;;) {
    const cell = row.length
    while (at < length && bytes[at] === SPACE) at++
    let start = at
    let end: number
    let quotes = 0
    if (at < length && bytes[at] === QUOTE) {
      quotes = 1
      start = ++at
      while (at < length && (bytes[at] !== QUOTE || bytes[at + 1] === QUOTE)) {
        if (bytes[at] === QUOTE) {
          quotes = 2
          at++
        }
        at++
      }
      // A quote that ends these bytes may be the first of two.
      if (at >= length - 1 && !isLast) return -1
      if (at >= length) row.unclosed = true
      end = Math.min(at, length)
      at++
      while (at < length && bytes[at] === SPACE) at++
      if (at < length && bytes[at] !== delimiter && bytes[at] !== NEWLINE && bytes[at] !== RETURN) {
        if (row.badCell < 0) row.badCell = cell
        while (at < length && bytes[at] !== delimiter && bytes[at] !== NEWLINE && bytes[at] !== RETURN) at++
      }
    } else {
      while (at < length && bytes[at] !== delimiter && bytes[at] !== NEWLINE && bytes[at] !== RETURN) at++
      end = at
      while (end > start && bytes[end - 1] === SPACE) end--
    }
    if (at >= length && !isLast) return -1
    const isOver = at >= length || bytes[at] !== delimiter
    if (isOver && cell === 0 && quotes === 0 && end === start) return at + 1
    row.starts[cell] = start
    row.ends[cell] = end
    row.quotes[cell] = quotes
    row.length = cell + 1
    at++
    if (isOver) return at
  }
}
