/**
 * Character arrays. MATLAB's characters are UTF-16 code units, stored as such, as bytes (Latin-1), or
 * in UTF-8 or UTF-32; some writers (scipy) count a character outside the basic plane once and others
 * (MATLAB) twice, and both are understood. One row is one text. Several rows are one text each,
 * without the blanks that pad them to equal length, as MATLAB's cellstr gives them. An array
 * without characters is the empty text.
 */
import { count } from '@unseen/core'
import type { Context } from './context.js'
import { type Element, type Elements, UTF16, UTF32, UTF8 } from './elements.js'
import { sizeOf } from './order.js'

/** Element types whose units are characters already: int8, uint8, uint16, UTF-16. */
const unitTypes: readonly number[] = [1, 2, 4, UTF16]
/** Longer texts than this no JavaScript engine holds. */
const LONGEST = 1 << 28
/** How many units are turned into text at a time: engines limit the arguments of a call. */
const PIECE = 8192
const BLANK = 32
/** MATLAB's own limit is 63. */
const LONGEST_NAME = 1024

/**
 * One for all: making one takes longer than most names. A byte order mark is a character like any other here.
 */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export interface Text {
  /** [] for one row, [rows] for several */
  readonly shape: readonly number[]
  readonly type: 'text'
  readonly data: readonly string[]
}

export const emptyText: Text = { shape: [], type: 'text', data: [''] }

export function readText(elements: Elements, shape: readonly number[]): Text {
  const { context } = elements
  const entries = sizeOf(shape)
  const element = elements.next('its text')
  if (shape.length > 2 && entries > 0)
    context.refuse('format.unsupported', `it is a character array of ${shape.length} dimensions.`)
  if (entries > LONGEST)
    context.refuse(
      'format.size',
      `it claims a text of ${shape.map(count).join(' x ')} characters.`,
      'No text is that long: copy the file again.'
    )
  context.takeBytes(element.bytes.length * 2)
  return arrangeText(decode(element, elements), shape, context)
}

/** The characters of an array, by columns, as one text or one for each row. */
export function arrangeText(text: string, shape: readonly number[], context: Context): Text {
  const entries = sizeOf(shape)
  if (entries === 0 && text === '') return emptyText
  const [rows, columns] = shape
  if (rows === 1 && text.length === columns) return { shape: [], type: 'text', data: [text] }
  const codes = text.length === entries ? codeUnits(text) : codePoints(text, entries)
  if (codes === undefined)
    return context.refuse(
      entries > text.length ? 'format.size' : 'format.header',
      `it claims ${shape.map(count).join(' x ')} characters, but holds ${count(text.length)}.`
    )
  if (rows === 1) return { shape: [], type: 'text', data: [text] }
  context.takeValues(rows)
  const row = new Uint32Array(columns)
  const data = Array.from({ length: rows }, (_, r) => {
    for (let c = 0; c < columns; c++) row[c] = codes[c * rows + r]
    let end = columns
    while (end > 0 && row[end - 1] === BLANK) end--
    return fromPieces(row.subarray(0, end), piece => String.fromCodePoint(...piece))
  })
  return { shape: [rows], type: 'text', data }
}

function codeUnits(text: string): Uint32Array {
  const units = new Uint32Array(text.length)
  for (let i = 0; i < units.length; i++) units[i] = text.charCodeAt(i)
  return units
}

/** The characters of a text in which there are `expected`, or undefined. */
function codePoints(text: string, expected: number): Uint32Array | undefined {
  if (expected > text.length) return undefined
  const points = new Uint32Array(expected)
  let filled = 0
  for (const character of text) points[filled++] = character.codePointAt(0)!
  return filled === expected ? points : undefined
}

function decode(element: Element, elements: Elements): string {
  const { context } = elements
  if (element.bytes.length === 0) return ''
  if (element.type === UTF8)
    return utf8(element.bytes) ?? context.refuse('format.value', 'its text is not valid UTF-8.')
  if (element.type === UTF32)
    return fromPieces(elements.numbers(element, 'its text') as Uint32Array, points => {
      if (points.some(point => point > 0x10ffff))
        context.refuse('format.value', 'its text has a character beyond Unicode.')
      return String.fromCodePoint(...points)
    })
  if (!unitTypes.includes(element.type))
    return context.refuse(
      'format.header',
      `its text is stored as type ${element.type}, which holds no characters.`
    )
  // Bytes are Latin-1, also where a writer called them signed.
  const units =
    element.type === 1 ? element.bytes : (elements.numbers(element, 'its text') as Uint8Array | Uint16Array)
  return textOfUnits(units)
}

/** Text of UTF-16 units, or of Latin-1 bytes. */
export function textOfUnits(units: Uint8Array | Uint16Array): string {
  return fromPieces(units, piece => String.fromCharCode(...piece))
}

function utf8(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}

function fromPieces<T extends Uint8Array | Uint16Array | Uint32Array>(
  units: T,
  toText: (piece: T) => string
): string {
  let text = ''
  for (let at = 0; at < units.length; at += PIECE) text += toText(units.subarray(at, at + PIECE) as T)
  return text
}

/** Names of variables and fields: bytes up to the first zero. */
export function readName(bytes: Uint8Array, context: Context): string {
  const end = bytes.indexOf(0)
  const name = end < 0 ? bytes : bytes.subarray(0, end)
  if (name.length > LONGEST_NAME)
    context.refuse('format.header', `there is a name of ${count(name.length)} bytes.`)
  return utf8(name) ?? String.fromCharCode(...name)
}
