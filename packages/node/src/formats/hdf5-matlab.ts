/**
 * MATLAB's variables in HDF5 (saved by -v7.3), as the reader of level 5 gives them:
 *
 *   arrays    datasets with their axes reversed; MATLAB_class says of which class
 *   empty     the dimensions as data, and MATLAB_empty
 *   char      UTF-16 units            logical   uint8            complex   records of real and imag
 *   cell      references to arrays in the group #refs#
 *   struct    a group with a member for each field (MATLAB_fields has their order); of a struct array
 *             every member is a dataset of references without a class
 *   sparse    a group of ir (rows), jc (column starts) and data; MATLAB_sparse is the number of rows
 */
import type { NamedArray } from '@unseen/data'
import { type NumberArray, readerKit } from '@unseen/data/internal'
import { type Selection, readParts } from './hdf5-arrays.js'
import type { Hdf5File } from './hdf5-library.js'

type Value = readerKit.MatlabValue

const { count, flattenMatlab, leaf, record, unfilled, emptyChar } = readerKit
const REFERENCE = 7
const REFERENCE_BYTES = 8
const DEEPEST = 32
const MOST_ARRAYS = 1 << 16
const types: Readonly<Record<string, string>> = { double: 'float64', single: 'float32', logical: 'bool' }
const holders = {
  float64: Float64Array,
  float32: Float32Array,
  int8: Int8Array,
  uint8: Uint8Array,
  int16: Int16Array,
  uint16: Uint16Array,
  int32: Int32Array,
  uint32: Uint32Array,
  int64: BigInt64Array,
  uint64: BigUint64Array,
  bool: Uint8Array
} as const

export function readMatlab(file: Hdf5File): NamedArray[] {
  const { context } = file
  const reader = new ValueReader(file)
  const arrays: NamedArray[] = []
  const names = new Set<string>()
  for (const name of file.names('/')) {
    // MATLAB's own: what cells refer to, and objects.
    if (name.startsWith('#')) continue
    context.variable = name
    for (const array of flattenMatlab(name, reader.read(`/${name}`, []))) {
      if (names.has(array.name))
        context.refuse('format.header', `there are two arrays of the name ${readerKit.quote(array.name)}.`)
      if (arrays.length === MOST_ARRAYS)
        context.refuse(
          'format.unsupported',
          `it holds more than ${count(MOST_ARRAYS)} arrays.`,
          'Save one array instead of many cells.'
        )
      names.add(array.name)
      arrays.push(array)
    }
  }
  return arrays
}

class ValueReader {
  private readonly file: Hdf5File
  /** References take 8 bytes each: more of them than the file has room for are a circle or a bomb. */
  private referencesLeft: number

  constructor(file: Hdf5File) {
    this.file = file
    this.referencesLeft = file.byteLength / REFERENCE_BYTES
  }

  /** `within` are the references that led here. */
  read(path: string, within: readonly string[]): Value {
    const { file } = this
    const kind = file.kind(path)
    if (kind !== 'group' && kind !== 'dataset')
      return file.context.refuse('format.header', 'a variable is neither an array nor a struct.')
    const matlabClass = file.attribute(path, 'MATLAB_class')
    if (matlabClass === 'function_handle')
      return file.context.refuse(
        'format.unsupported',
        'it is a function handle.',
        'Leave it out when you save the file.'
      )
    if (file.attribute(path, 'MATLAB_object_decode') !== undefined)
      return file.context.refuse(
        'format.unsupported',
        'it is an object such as a string or a table, whose format MATLAB keeps to itself.',
        'Save string arrays by cellstr(x), tables by table2array(x) or one column each.'
      )
    if (kind === 'group')
      return file.attribute(path, 'MATLAB_sparse') === undefined
        ? this.struct(path, within)
        : this.sparse(path, matlabClass)
    if (
      file.attribute(path, 'MATLAB_empty') !== undefined &&
      Number(file.attribute(path, 'MATLAB_empty')) === 1
    )
      return this.empty(path, matlabClass)
    if (file.metadata(path).type === REFERENCE) return { kind: 'cells', ...this.items(path, within) }
    return matlabClass === 'char' ? this.text(path) : this.numbers(path, matlabClass)
  }

  private numbers(path: string, matlabClass: unknown): Value {
    return joined(readParts(this.file, path).map(part => this.byRows(part, matlabClass)))
  }

  private byRows(
    { suffix, type, shape, data }: Selection,
    matlabClass: unknown,
    sides = reversed(shape)
  ): NamedPart {
    if (type === 'text')
      return this.file.context.refuse(
        'format.unsupported',
        'it holds texts of HDF5, which MATLAB does not write.'
      )
    const numbers = data as NumberArray
    const bytes = new Uint8Array(numbers.buffer as ArrayBuffer, numbers.byteOffset, numbers.byteLength)
    const ordered = readerKit.toRowMajor(bytes, sides, numbers.BYTES_PER_ELEMENT)
    const Holder = numbers.constructor as new (
      buffer: ArrayBuffer,
      offset: number,
      length: number
    ) => NumberArray
    const held = new Holder(ordered.buffer, ordered.byteOffset, numbers.length)
    if (matlabClass === 'logical' && held instanceof Uint8Array)
      return {
        suffix,
        value: leaf('bool', sides, readerKit.elementTypes.bool.fromBytes(held as Uint8Array<ArrayBuffer>))
      }
    return { suffix, value: leaf(type, sides, held) }
  }

  private text(path: string): Value {
    const { context } = this.file
    const [{ data, shape }] = readParts(this.file, path)
    if (!(data instanceof Uint16Array || data instanceof Uint8Array))
      return context.refuse('format.header', 'its characters are not stored as such.')
    if (shape.length > 2)
      return context.refuse('format.unsupported', `it is a character array of ${shape.length} dimensions.`)
    return {
      kind: 'leaf',
      leaf: readerKit.arrangeText(readerKit.textOfUnits(data), reversed(shape), context)
    }
  }

  /** The dimensions stand where the data would. */
  private empty(path: string, matlabClass: unknown): Value {
    const { context } = this.file
    const shape = Array.from(readParts(this.file, path)[0].data as ArrayLike<number | bigint>, Number)
    if (!shape.includes(0) || shape.length < 2)
      return context.refuse('format.header', `it claims to be empty, but is ${shape.map(count).join(' x ')}.`)
    if (matlabClass === 'canonical empty') return unfilled
    if (matlabClass === 'char') return emptyChar
    if (matlabClass === 'cell') return { kind: 'cells', shape, items: [] }
    if (matlabClass === 'struct')
      return { kind: 'struct', shape, fields: new Map((this.fieldNames(path) ?? []).map(name => [name, []])) }
    const type = types[String(matlabClass)] ?? String(matlabClass)
    return Object.hasOwn(holders, type)
      ? leaf(type, shape, new holders[type as keyof typeof holders](0))
      : context.refuse(
          'format.unsupported',
          `it is of class ${readerKit.quote(String(matlabClass))}, which is not an array.`
        )
  }

  private items(path: string, within: readonly string[]): { shape: number[]; items: Value[] } {
    const { context } = this.file
    const metadata = this.file.metadata(path)
    const entries = this.file.check(path, metadata)
    if (metadata.ref_type !== 'object') context.refuse('format.unsupported', 'it refers to parts of arrays.')
    context.takeValues(entries)
    const shape = reversed(metadata.shape ?? [0])
    const stored: Value[] = []
    for (const { bytes } of this.file.pieces(path, metadata)) {
      for (let at = 0; at < bytes.length; at += metadata.size)
        stored.push(this.referred(bytes.subarray(at, at + metadata.size), within))
    }
    const items = Array<Value>(entries)
    readerKit.toRows(shape, stored, items)
    return { shape, items }
  }

  private referred(reference: Uint8Array, within: readonly string[]): Value {
    const { context } = this.file
    const key = reference.join()
    if (within.includes(key)) context.refuse('format.header', 'a cell holds itself.')
    if (within.length === DEEPEST)
      context.refuse('format.unsupported', `its cells and structs are nested more than ${DEEPEST} deep.`)
    if (--this.referencesLeft < 0)
      context.refuse('format.size', 'it refers to more arrays than the file has room for.')
    // A cell that was never filled refers to nothing in some files.
    return reference.every(byte => byte === 0)
      ? unfilled
      : this.read(this.file.target(reference), [...within, key])
  }

  private struct(path: string, within: readonly string[]): Value {
    const { context } = this.file
    const names = this.fieldNames(path) ?? this.file.names(path)
    if (within.length === DEEPEST)
      context.refuse('format.unsupported', `its cells and structs are nested more than ${DEEPEST} deep.`)
    context.takeValues(names.length)
    const inside = [...within, path]
    let shape: readonly number[] | undefined
    const fields = new Map<string, Value[]>()
    for (const name of names) {
      const member = `${path}/${name}`
      const isMany =
        this.file.kind(member) === 'dataset' &&
        this.file.metadata(member).type === REFERENCE &&
        this.file.attribute(member, 'MATLAB_class') === undefined
      const found = isMany
        ? this.items(member, inside)
        : { shape: [1, 1], items: [this.read(member, inside)] }
      if (shape !== undefined && shape.join() !== found.shape.join())
        context.refuse(
          'format.header',
          `its field ${readerKit.quote(name)} has ${found.shape.join(' x ')} entries, those before have ${shape.join(' x ')}.`
        )
      shape = found.shape
      fields.set(name, found.items)
    }
    return { kind: 'struct', shape: shape ?? [1, 1], fields }
  }

  private fieldNames(path: string): string[] | undefined {
    const names = this.file.attribute(path, 'MATLAB_fields')
    return Array.isArray(names)
      ? names.map(letters => (Array.isArray(letters) ? letters.join('') : String(letters)))
      : undefined
  }

  private sparse(path: string, matlabClass: unknown): Value {
    const { file } = this
    const list = (name: string): NumberArray | undefined =>
      file.kind(`${path}/${name}`) === 'dataset'
        ? (readParts(file, `${path}/${name}`)[0].data as NumberArray)
        : undefined
    const starts = list('jc') ?? file.context.refuse('format.header', 'a sparse array has no column starts.')
    const shape = [Number(file.attribute(path, 'MATLAB_sparse')), Math.max(0, starts.length - 1)]
    return readerKit.sparseValue(shape, list('ir') ?? new Float64Array(0), starts, file.context, entries => {
      if (file.kind(`${path}/data`) !== 'dataset') return leaf('float64', [0], new Float64Array(0))
      const parts = readParts(file, `${path}/data`).map(part => {
        if (part.data.length < entries)
          file.context.refuse(
            'format.size',
            `it claims ${count(entries)} entries, but holds ${count(part.data.length)} values.`
          )
        return this.byRows({ ...part, shape: [entries], data: part.data.slice(0, entries) }, matlabClass, [
          entries
        ])
      })
      return joined(parts)
    })
  }
}

interface NamedPart {
  readonly suffix: string
  readonly value: Value
}

/** Real and imaginary part as a struct of both. */
function joined(parts: readonly NamedPart[]): Value {
  return parts.length === 1
    ? parts[0].value
    : record(Object.fromEntries(parts.map(({ suffix, value }) => [suffix.slice(1), value])))
}

function reversed(shape: readonly number[]): number[] {
  const sides = [...shape].reverse()
  return sides.length >= 2 ? sides : [sides[0] ?? 1, 1]
}
