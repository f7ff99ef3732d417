/**
 * One array (an element of type miMATRIX):
 *
 *   flags (class, logical, complex)  dimensions  name  contents
 *
 * with, as contents, by class:
 *   numeric   real part, imaginary part if complex          char    text
 *   cell      one array for each cell, by columns           sparse  rows, column starts, values (CSC)
 *   struct    length of a name, names of the fields, then one array for each element and field
 *
 * A complex array becomes a struct of `real` and `imag`; a sparse one a struct of `rows`, `columns`
 * (both 0-based, by columns), `values` and `shape`: always, so that what comes out does not depend
 * on how full it is, and no few bytes become a huge dense array.
 */
import { count } from '@unseen/core'
import { type Element, type Elements, MATRIX } from './elements.js'
import { type NumberClass, arrange, booleans, numberClasses } from './numbers.js'
import { sizeOf, toRows } from './order.js'
import { readName, readText } from './text.js'
import { type Value, emptyChar, leaf, record, sparseValue, unfilled } from './values.js'

const CELL = 1,
  STRUCT = 2,
  CHAR = 4,
  SPARSE = 5,
  DOUBLE = 6,
  FUNCTION = 16,
  OPAQUE = 17
const LOGICAL_FLAG = 0x200,
  COMPLEX_FLAG = 0x800
const DEEPEST = 32
const MOST_DIMENSIONS = 32
/** The least a nested array takes in the file: its tag. */
const LEAST_BYTES = 8

interface Header {
  readonly kind: number
  readonly logical: boolean
  readonly complex: boolean
  readonly shape: readonly number[]
}

/** The variable in the elements of a matrix; undefined for MATLAB's private workspace, which has no name. */
export function readVariable(elements: Elements): { name: string; value: Value } | undefined {
  elements.context.variable = ''
  const { name, ...header } = readHeader(elements)
  if (name === '') return undefined
  elements.context.variable = name
  return { name, value: readContents(elements, header, 0) }
}

function readNested(element: Element, within: Elements, depth: number): Value {
  const { context } = within
  if (element.type !== MATRIX)
    context.refuse('format.header', `it holds an element of type ${element.type} where an array is expected.`)
  if (element.bytes.length === 0) return unfilled
  if (depth > DEEPEST)
    context.refuse('format.unsupported', `its cells and structs are nested more than ${DEEPEST} deep.`)
  const elements = within.within(element)
  return readContents(elements, readHeader(elements), depth)
}

function readHeader(elements: Elements): Header & { readonly name: string } {
  const flags = readFlags(elements)
  // Objects have no dimensions of their own.
  const shape = flags.kind === OPAQUE ? [] : readShape(elements)
  return { ...flags, shape, name: readName(elements.next('its name').bytes, elements.context) }
}

function readFlags(elements: Elements): Omit<Header, 'shape'> {
  const words = elements.nextNumbers('its flags')
  if (!(words instanceof Uint32Array) || words.length !== 2)
    return elements.context.refuse('format.header', 'an array does not begin with its flags.')
  return {
    kind: words[0] & 0xff,
    logical: (words[0] & LOGICAL_FLAG) !== 0,
    complex: (words[0] & COMPLEX_FLAG) !== 0
  }
}

function readShape(elements: Elements): number[] {
  const { context } = elements
  const sides = elements.nextNumbers('its dimensions')
  // Some writers store the dimensions as unsigned numbers.
  if (
    !(sides instanceof Int32Array || sides instanceof Uint32Array) ||
    sides.length < 2 ||
    sides.length > MOST_DIMENSIONS
  )
    return context.refuse('format.header', `an array has ${count(sides.length)} dimensions.`)
  if (sides.some(side => side < 0 || side >= 2 ** 31))
    context.refuse('format.header', `an array has the dimensions ${sides.join(' x ')}.`)
  return [...sides]
}

function readContents(elements: Elements, header: Header, depth: number): Value {
  const { context } = elements
  const { kind, shape } = header
  if (kind === CELL) return { kind: 'cells', shape, items: readItems(elements, shape, depth) }
  if (kind === STRUCT) return { kind: 'struct', shape, fields: readFields(elements, shape, depth) }
  // Writers leave out the contents of an empty array, at times.
  if (kind === CHAR)
    return sizeOf(shape) === 0 && elements.left === 0
      ? emptyChar
      : { kind: 'leaf', leaf: readText(elements, shape) }
  if (kind === SPARSE) return readSparse(elements, header)
  if (kind in numberClasses) return readNumbers(elements, header)
  if (kind === FUNCTION)
    return context.refuse(
      'format.unsupported',
      'it is a function handle.',
      'Leave it out when you save the file.'
    )
  if (kind === OPAQUE)
    return context.refuse(
      'format.unsupported',
      'it is an object such as a string or a table, whose format MATLAB keeps to itself.',
      'Save string arrays by cellstr(x), tables by table2array(x) or one column each.'
    )
  return context.refuse('format.unsupported', `it is of class ${kind}, which is not an array.`)
}

function readNumbers(elements: Elements, { kind, shape, logical, complex }: Header): Value {
  const numberClass = logical ? booleans : numberClasses[kind]
  if (sizeOf(shape) === 0 && elements.left === 0)
    return leaf(numberClass.type, shape, new numberClass.Holder(0))
  return readParts(elements, shape, numberClass, complex)
}

/** The real part, and the imaginary one beside it if there is one. */
function readParts(
  elements: Elements,
  shape: readonly number[],
  numberClass: NumberClass,
  complex: boolean,
  take = Infinity
): Value {
  const part = (what: string) =>
    leaf(
      numberClass.type,
      shape,
      arrange(elements.nextNumbers(what).subarray(0, take), shape, numberClass, elements.context)
    )
  const real = part('its values')
  return complex ? record({ real, imag: part('its imaginary part') }) : real
}

function readItems(elements: Elements, shape: readonly number[], depth: number): Value[] {
  const columnMajor = readMany(elements, sizeOf(shape), depth)
  const items: Value[] = Array<Value>(columnMajor.length)
  toRows(shape, columnMajor, items)
  return items
}

function readMany(elements: Elements, entries: number, depth: number): Value[] {
  if (entries > elements.left / LEAST_BYTES)
    elements.context.refuse(
      'format.size',
      `it claims ${count(entries)} cells or fields in ${count(elements.left)} bytes.`
    )
  elements.context.takeValues(entries)
  return Array.from({ length: entries }, () =>
    readNested(elements.next('a cell or field'), elements, depth + 1)
  )
}

function readFields(elements: Elements, shape: readonly number[], depth: number): Map<string, Value[]> {
  const { context } = elements
  const width = elements.nextNumbers("its fields' length")
  const step = Number(width[0])
  if (width.length !== 1 || !Number.isInteger(step) || step < 1)
    context.refuse('format.header', 'the names of its fields have no length.')
  const { bytes } = elements.next('the names of its fields')
  if (bytes.length % step !== 0)
    context.refuse(
      'format.header',
      `the names of its fields take ${count(bytes.length)} bytes, no multiple of ${count(step)}.`
    )
  context.takeValues(bytes.length / step)
  const names = Array.from({ length: bytes.length / step }, (_, i) =>
    readName(bytes.subarray(i * step, (i + 1) * step), context)
  )
  const entries = names.length === 0 ? 0 : sizeOf(shape)
  const all = readMany(elements, entries * names.length, depth)
  const fields = new Map<string, Value[]>()
  names.forEach((name, field) => {
    if (name === '' || fields.has(name))
      context.refuse(
        'format.header',
        `it has two fields named ${JSON.stringify(name)}, or one without a name.`
      )
    const items = Array<Value>(entries)
    toRows(
      shape,
      Array.from({ length: entries }, (_, i) => all[i * names.length + field]),
      items
    )
    fields.set(name, items)
  })
  return fields
}

function readSparse(elements: Elements, { shape, logical, complex }: Header): Value {
  const rows = elements.nextNumbers('its row numbers')
  const starts = elements.nextNumbers('its column starts')
  return sparseValue(shape, rows, starts, elements.context, entries =>
    entries === 0 && elements.left === 0
      ? leaf('float64', [0], new Float64Array(0))
      : readParts(elements, [entries], logical ? booleans : numberClasses[DOUBLE], complex, entries)
  )
}
