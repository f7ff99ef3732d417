/**
 * The header of a .npy file:
 *
 *   6 bytes     0x93 "NUMPY"
 *   2 bytes     version: 1, 2 or 3, then 0
 *   2 bytes     length of the text, little-endian; 4 bytes since version 2
 *   text        {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }  a Python literal,
 *               latin-1, UTF-8 in version 3, filled up with spaces and a newline so that the data
 *               begin at a multiple of 64
 *
 * The literal is parsed, never evaluated.
 */
import { count } from '@unseen/core'
import { type ElementTypeName, elementTypes } from '../element-types.js'
import { type Reading, entriesOf, quote } from '../reading.js'

export interface NpyHeader {
  readonly kind: ElementTypeName | 'unicode' | 'bytes'
  /** of an entry, in the file */
  readonly width: number
  readonly bigEndian: boolean
  readonly fortranOrder: boolean
  readonly shape: readonly number[]
}

export const NPY_MAGIC = new Uint8Array([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59])
/** Magic, version and the longer of the two lengths. No file is shorter: the least text has 46 bytes. */
export const NPY_PREFIX = 12
const MAX_TEXT = 2 ** 20
const ALIGNMENT = 64

/** Where the text begins and ends, by the first 12 bytes of the file. */
export function npyTextRange(prefix: Uint8Array, { fail }: Reading): { start: number; end: number } {
  if (!NPY_MAGIC.every((byte, at) => prefix[at] === byte))
    throw fail('format.header', 'The file does not begin as a .npy file does.', { byte: 0 })
  const [major, minor] = [prefix[6], prefix[7]]
  if (major < 1 || major > 3 || minor !== 0)
    throw fail(
      'format.unsupported',
      `The .npy file is of version ${major}.${minor}; versions 1.0, 2.0 and 3.0 are read.`,
      { byte: 6 }
    )
  const view = new DataView(prefix.buffer, prefix.byteOffset, NPY_PREFIX)
  const start = major === 1 ? 10 : 12
  const length = major === 1 ? view.getUint16(8, true) : view.getUint32(8, true)
  if (length > MAX_TEXT)
    throw fail(
      'format.header',
      `The .npy header claims ${count(length)} bytes; ${count(MAX_TEXT)} are the most that is read.`,
      { byte: 8 }
    )
  return { start, end: start + length }
}

export function parseNpyHeader(text: string, reading: Reading): NpyHeader {
  const { fail } = reading
  const literal = parseLiteral(text, reading)
  if (!(literal instanceof Map))
    throw fail('format.header', `The .npy header is no dictionary: ${quote(text)}.`)
  const order = literal.get('fortran_order')
  const shape = literal.get('shape')
  if (
    literal.size !== 3 ||
    typeof order !== 'boolean' ||
    !Array.isArray(shape) ||
    !shape.every(length => typeof length === 'number') ||
    !literal.has('descr')
  ) {
    throw fail(
      'format.header',
      `The .npy header must have descr, fortran_order and shape, got ${quote(text)}.`
    )
  }
  const entries = entriesOf(shape)
  if (Number.isNaN(entries))
    throw fail('format.header', `The array's shape (${quote(shape.join(', '))}) makes no sense.`)
  return { ...parseType(literal.get('descr'), reading), fortranOrder: order, shape }
}

const kinds: Readonly<Record<string, string>> = { b: 'bool', i: 'int', u: 'uint', f: 'float' }

function parseType(descr: Literal | undefined, { fail }: Reading): Omit<NpyHeader, 'fortranOrder' | 'shape'> {
  if (typeof descr !== 'string')
    throw fail(
      'format.unsupported',
      'The array has named fields (a structured dtype).',
      {},
      'Save each field as an array of its own: np.savez(file, **{name: a[name] for name in a.dtype.names}).'
    )
  const [, sign, letter, digits] = /^([<>|=]?)([A-Za-z])(\d{0,9})$/.exec(descr) ?? []
  if (letter === 'O')
    throw fail(
      'format.unsupported',
      'The array holds Python objects (pickled), which cannot be read safely.',
      {},
      "Save it as numbers or texts: np.save(file, a.astype(float)) or a.astype('U')."
    )
  const bigEndian = sign === '>'
  if (letter === 'U') return { kind: 'unicode', width: 4 * Number(digits), bigEndian }
  if (letter === 'S' || letter === 'a') return { kind: 'bytes', width: Number(digits), bigEndian: false }
  const name =
    letter === 'b' && digits === '1'
      ? 'bool'
      : letter !== 'b' && letter in kinds
        ? `${kinds[letter]}${8 * Number(digits)}`
        : ''
  if (!Object.hasOwn(elementTypes, name))
    throw fail(
      'format.unsupported',
      `The array's type ${quote(descr)} is not read.`,
      {},
      'Save it as float64, float32, float16, an integer, bool or text (a.astype(...)).'
    )
  const kind = name as ElementTypeName
  return { kind, width: elementTypes[kind].bytes, bigEndian }
}

type Literal = string | number | boolean | Literal[] | Map<string, Literal>

const MAX_DEPTH = 16
const token = /\s*(?:'([^'\\\n]*)'|"([^"\\\n]*)"|(True|False)\b|(\d{1,16})L?\b|([{}()[\]:,]))/y

/** A Python literal of texts, whole numbers, truth values, tuples, lists and dictionaries. */
function parseLiteral(text: string, { fail }: Reading): Literal {
  let at = 0
  const refuse = (): Error =>
    fail('format.header', `The .npy header makes no sense at character ${at}: ${quote(text.slice(at))}.`, {
      character: at
    })

  const next = (): string | { readonly value: Literal } => {
    token.lastIndex = at
    const found = token.exec(text)
    if (found === null) throw refuse()
    at = token.lastIndex
    const [, single, double, truth, digits, mark] = found
    if (mark !== undefined) return mark
    return { value: single ?? double ?? (truth === undefined ? Number(digits) : truth === 'True') }
  }

  const readList = (close: string, depth: number): Literal[] => {
    const list: Literal[] = []
    for (let part = next(); part !== close;) {
      list.push(readValue(part, depth))
      part = next()
      if (part === ',') part = next()
      else if (part !== close) throw refuse()
    }
    return list
  }

  const readDictionary = (depth: number): Map<string, Literal> => {
    const dictionary = new Map<string, Literal>()
    for (let part = next(); part !== '}';) {
      const key = readValue(part, depth)
      if (typeof key !== 'string' || dictionary.has(key) || next() !== ':') throw refuse()
      dictionary.set(key, readValue(next(), depth))
      part = next()
      if (part === ',') part = next()
      else if (part !== '}') throw refuse()
    }
    return dictionary
  }

  const readValue = (part: string | { readonly value: Literal }, depth: number): Literal => {
    if (typeof part !== 'string') return part.value
    if (depth > MAX_DEPTH) throw refuse()
    if (part === '(') return readList(')', depth + 1)
    if (part === '[') return readList(']', depth + 1)
    if (part === '{') return readDictionary(depth + 1)
    throw refuse()
  }

  const value = readValue(next(), 0)
  if (text.slice(at).trim() !== '') throw refuse()
  return value
}

/** Version 1, which is enough for anything but named fields. */
export function npyHeaderBytes(descr: string, shape: readonly number[]): Uint8Array {
  const tuple = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`
  const text = `{'descr': '${descr}', 'fortran_order': False, 'shape': ${tuple}, }`
  const length = Math.ceil((10 + text.length + 1) / ALIGNMENT) * ALIGNMENT - 10
  const bytes = new Uint8Array(10 + length)
  bytes.set(NPY_MAGIC)
  bytes.set([1, 0, length & 255, length >>> 8], 6)
  bytes.set(new TextEncoder().encode(`${text.padEnd(length - 1)}\n`), 10)
  return bytes
}
