/**
 * JSON lines: one object a line, UTF-8, every line with the keys of the first. A key becomes an array
 * with one entry a line: numbers (null is NaN), true / false, texts, or lists of them, whose lengths
 * are the further axes:
 *
 *   {"label": "cat", "features": [0.5, 1, 0]}     label: text [rows]   features: float64 [rows, 3]
 *
 * Tests: ../../../test/formats/json-lines.test.ts
 */
import { UnseenError, count } from '@unseen/core'
import { joinBytes } from '../bytes.js'
import { type ArrayToWrite, typeToWrite } from '../element-types.js'
import type { NamedArray, Reader } from '../reader.js'
import { type Reading, quote, startReading } from '../reading.js'
import { inexactNumber, repeatedKey } from './json-text.js'
import { NumberList } from './number-list.js'
import { decodeText, looksLikeText, openWindow } from './text-window.js'

const MAX_AXES = 8
const TEXT_BYTES = 32
const NEWLINE = 10
const PIECE = 2 ** 16
/** Few lines have one, so that few are looked at again. */
const longNumber = /[^\d.]\d{16}/

export const jsonLinesReader: Reader = {
  name: 'jsonl',
  extensions: ['jsonl', 'ndjson'],
  recognises: head =>
    looksLikeText(head) && /^(?:\u00ef\u00bb\u00bf)?\s*\{/.test(String.fromCharCode(...head)),
  async read(source, options) {
    const reading = startReading(options)
    const shown = await openWindow(source, 'line', reading)
    const fields = new Map<string, Field>()
    let line = 0
    let rows = 0
    for (;;) {
      while (shown.at < shown.bytes.length) {
        const found = shown.bytes.indexOf(NEWLINE, shown.at)
        if (found < 0 && !shown.isLast) break
        const end = found < 0 ? shown.bytes.length : found
        const object = parseLine(shown.bytes.subarray(shown.at, end), ++line, found < 0, reading)
        shown.at = end + 1
        if (object === undefined) continue
        if (rows++ === 0)
          for (const [key, value] of Object.entries(object))
            fields.set(key, openField(value, { line, key }, reading))
        addLine(fields, object, line, reading)
      }
      if (shown.isLast) break
      await shown.more()
    }
    if (rows === 0) throw reading.fail('format.truncated', 'The file has no lines.')
    return { format: 'jsonl', arrays: [...fields].map(([name, field]) => toArray(name, rows, field)) }
  }
}

/** The object of a line, or undefined for a blank one. */
function parseLine(bytes: Uint8Array, line: number, isCut: boolean, { fail }: Reading): object | undefined {
  const text = decodeText(bytes)
  if (text === undefined)
    throw fail('format.value', `Line ${count(line)} is not UTF-8.`, { line }, 'Save the file as UTF-8.')
  if (text.trim() === '') return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw fail(
      isCut ? 'format.truncated' : 'format.value',
      `Line ${count(line)} is no JSON: ${error instanceof Error ? quote(error.message) : ''}.`,
      { line },
      'Every line must be one whole object.'
    )
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw fail('format.value', `Line ${count(line)} must be an object, got ${quote(text)}.`, { line })
  const key = hasMoreColons(text, Object.keys(value).length) ? repeatedKey(text) : undefined
  if (key !== undefined)
    throw fail(
      'format.value',
      `Line ${count(line)} has ${quote(key)} twice.`,
      { line, key },
      'Which one is meant? Leave the other out.'
    )
  const number = longNumber.test(text) ? inexactNumber(text) : undefined
  if (number !== undefined)
    throw fail(
      'format.value',
      `Line ${count(line)} holds ${quote(number)}; of whole numbers beyond 2^53 the last digits would be lost.`,
      { line },
      'If these are names, put them into quotes.'
    )
  return value
}

/** Than keys: no key stands twice without one more. */
function hasMoreColons(text: string, keys: number): boolean {
  let at = -1
  for (let found = 0; found <= keys; found++) {
    at = text.indexOf(':', at + 1)
    if (at < 0) return false
  }
  return true
}

type Kind = 'number' | 'boolean' | 'string'

interface Field {
  readonly kind: Kind
  /** of one line's value */
  readonly shape: readonly number[]
  readonly numbers: NumberList
  readonly texts: string[]
}

interface Place {
  readonly line: number
  readonly key: string
}

/** A field as its first value is: the lengths of the lists and the kind of what is in them. */
function openField(first: unknown, place: Place, reading: Reading): Field {
  const shape: number[] = []
  let value = first
  while (Array.isArray(value)) {
    if (shape.length === MAX_AXES)
      throw reading.fail(
        'format.unsupported',
        `Line ${count(place.line)}, ${quote(place.key)}: lists within lists more than ${MAX_AXES} deep.`,
        { ...place }
      )
    shape.push(value.length)
    value = (value as unknown[])[0]
  }
  const kind = value === null || value === undefined ? 'number' : typeof value
  if (kind !== 'number' && kind !== 'boolean' && kind !== 'string')
    throw reading.fail(
      'format.unsupported',
      `Line ${count(place.line)}, ${quote(place.key)}: objects within objects are not read.`,
      { ...place },
      'Give it keys of its own at the top.'
    )
  return { kind, shape, numbers: new NumberList(reading), texts: [] }
}

function addLine(fields: ReadonlyMap<string, Field>, object: object, line: number, reading: Reading): void {
  const entries = Object.entries(object)
  for (const [key, value] of entries) {
    const field = fields.get(key)
    if (field === undefined)
      throw reading.fail(
        'format.value',
        `Line ${count(line)} has ${quote(key)}, which the first line has not.`,
        { line, key }
      )
    addValue(field, value, 0, { line, key }, reading)
  }
  if (entries.length < fields.size) {
    const key = [...fields.keys()].find(name => !Object.hasOwn(object, name)) ?? ''
    throw reading.fail(
      'format.value',
      `Line ${count(line)} has no ${quote(key)}, which the first line has.`,
      { line, key }
    )
  }
}

function addValue(field: Field, value: unknown, axis: number, place: Place, reading: Reading): void {
  const { kind, shape, numbers, texts } = field
  if (axis < shape.length) {
    if (!Array.isArray(value) || value.length !== shape[axis])
      throw unlike(`a list of ${count(shape[axis])}`, value, place, reading)
    for (const entry of value as unknown[]) addValue(field, entry, axis + 1, place, reading)
  } else if (kind === 'string') {
    if (typeof value !== 'string') throw unlike('a text', value, place, reading)
    reading.charge(TEXT_BYTES + 2 * value.length, 'The texts')
    texts.push(value)
  } else if (kind === 'boolean') {
    if (typeof value !== 'boolean') throw unlike('true or false', value, place, reading)
    numbers.push(value ? 1 : 0)
  } else {
    if (typeof value !== 'number' && value !== null) throw unlike('a number', value, place, reading)
    numbers.push(value ?? NaN)
  }
}

function unlike(expected: string, value: unknown, place: Place, { fail }: Reading): Error {
  const got = Array.isArray(value)
    ? `a list of ${count(value.length)}`
    : typeof value === 'string'
      ? quote(value)
      : typeof value === 'object' && value !== null
        ? 'an object'
        : String(value)
  return fail(
    'format.value',
    `Line ${count(place.line)}, ${quote(place.key)} must be ${expected} as in the first line, got ${got}.`,
    { ...place }
  )
}

function toArray(name: string, rows: number, { kind, shape, numbers, texts }: Field): NamedArray {
  const all = [rows, ...shape]
  if (kind === 'string') return { name, shape: all, type: 'text', data: texts }
  return kind === 'boolean'
    ? { name, shape: all, type: 'bool', data: Uint8Array.from(numbers.toArray()) }
    : { name, shape: all, type: 'float64', data: numbers.toArray() }
}

/**
 * One line for every entry of the first axis. NaN becomes null and infinity 1e999, which JSON reads as such.
 *
 * @param arrays of the same number of rows, each with a name
 */
export function writeJsonLines(arrays: readonly ArrayToWrite[]): Uint8Array<ArrayBuffer> {
  const rows = arrays[0]?.shape[0] ?? 0
  const fields = arrays.map(array => {
    const type = typeToWrite(array)
    if (array.shape.length === 0 || array.shape.length > MAX_AXES + 1 || array.shape[0] !== rows) {
      throw new UnseenError(
        'features.shape',
        `The array "${array.name}" of shape [${array.shape.join(', ')}] does not fit ${count(rows)} lines.`,
        { where: { array: array.name } }
      )
    }
    return {
      ...array,
      key: JSON.stringify(array.name),
      isBool: type === 'bool',
      perRow: array.data.length / Math.max(rows, 1)
    }
  })
  const encoder = new TextEncoder()
  const parts: Uint8Array[] = []
  let text = ''
  for (let row = 0; row < rows; row++) {
    text += `{${fields.map(field => `${field.key}:${nested(field, field.shape.slice(1), row * field.perRow)}`).join(',')}}\n`
    if (text.length < PIECE) continue
    parts.push(encoder.encode(text))
    text = ''
  }
  parts.push(encoder.encode(text))
  return joinBytes(parts)
}

function nested(
  { name, data, isBool }: ArrayToWrite & { isBool: boolean },
  shape: readonly number[],
  at: number
): string {
  const value = (index: number): string => (isBool ? String(data[index] === 1) : jsonValue(data[index], name))
  const list = (axis: number, from: number, size: number): string => {
    if (axis === shape.length) return value(from)
    const inner = size / shape[axis]
    return `[${Array.from({ length: shape[axis] }, (_, i) => list(axis + 1, from + i * inner, inner)).join(',')}]`
  }
  return list(
    0,
    at,
    shape.reduce((product, length) => product * length, 1)
  )
}

function jsonValue(value: number | bigint | string, name: string): string {
  if (typeof value === 'string') {
    if (/\p{Surrogate}/u.test(value))
      throw new UnseenError(
        'format.value',
        `A text of "${name}" has half a surrogate pair, which no file can hold.`,
        { where: { array: name } }
      )
    return JSON.stringify(value)
  }
  if (typeof value === 'bigint') {
    if (BigInt(Number(value)) !== value)
      throw new UnseenError(
        'format.value',
        `"${name}" holds ${value}, which JSON's numbers cannot keep exactly.`,
        { where: { array: name } }
      )
    return String(value)
  }
  if (Number.isFinite(value)) return Object.is(value, -0) ? '-0' : String(value)
  return Number.isNaN(value) ? 'null' : value > 0 ? '1e999' : '-1e999'
}
