/**
 * One dataset as arrays: numbers, texts, or, for records (a compound type), one array for each member,
 * whose name is put behind the dataset's with a dot.
 */
import type { NamedArray } from '@unseen/data'
import { readerKit } from '@unseen/data/internal'
import type { Context, Hdf5File, Metadata } from './hdf5-library.js'

export interface Selection extends Omit<NamedArray, 'name'> {
  /** '' or '.member' */
  readonly suffix: string
}

/** Where a part stands in every entry. */
interface Field {
  readonly suffix: string
  readonly offset: number
  /** of the part in an entry, in bytes */
  readonly size: number
  readonly type: readerKit.ElementTypeName | 'text'
  /** of an entry, where it holds an array of its own */
  readonly sides: readonly number[]
  readonly swapped: boolean
  readonly metadata: Metadata
}

const [INTEGER, FLOAT, STRING, BITS, COMPOUND, ENUM, ARRAY] = [0, 1, 3, 4, 6, 8, 10]
const SPACE_PADDED = 2
const SPACE = 32
/** What a short text costs in memory beside its characters. */
const TEXT_BYTES = 24
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export function readParts(file: Hdf5File, path: string): Selection[] {
  const metadata = file.metadata(path)
  const { context } = file
  const shape = metadata.shape ?? [0]
  const entries = file.check(path, metadata)
  const fields = fieldsOf(metadata, context)
  if (metadata.vlen)
    return [
      { suffix: '', type: 'text', shape, data: entries === 0 ? [] : readVariable(file, path, metadata) }
    ]
  const filled = fields.map(field => {
    const held =
      field.type === 'text'
        ? 2 * field.size + TEXT_BYTES
        : (field.size / readerKit.elementTypes[field.type].bytes) *
          readerKit.elementTypes[field.type].heldBytes
    context.takeBytes(entries * held)
    return {
      field,
      bytes: context.allocate(entries * field.size, () => new Uint8Array(entries * field.size))
    }
  })
  if (entries > 0) {
    for (const { at, bytes } of file.pieces(path, metadata))
      for (const { field, bytes: target } of filled) copyField(bytes, at, metadata.size, field, target)
  }
  return filled.map(({ field, bytes }) => ({
    suffix: field.suffix,
    shape: [...shape, ...field.sides],
    ...decode(field, bytes, entries, context)
  }))
}

function copyField(
  piece: Uint8Array,
  at: number,
  entrySize: number,
  { offset, size }: Field,
  target: Uint8Array
): void {
  if (size === entrySize) {
    target.set(piece, at)
    return
  }
  let to = (at / entrySize) * size
  for (let from = offset; from < piece.length; from += entrySize, to += size)
    target.set(piece.subarray(from, from + size), to)
}

function decode(
  { type, size, swapped, metadata }: Field,
  bytes: Uint8Array<ArrayBuffer>,
  entries: number,
  context: Context
): Pick<Selection, 'type' | 'data'> {
  if (type === 'text')
    return {
      type,
      data: Array.from({ length: entries }, (_, i) =>
        textOf(unpadded(bytes.subarray(i * size, (i + 1) * size), metadata.strpad), context)
      )
    }
  if (swapped) readerKit.swapBytes(bytes, readerKit.elementTypes[type].bytes)
  return { type, data: readerKit.elementTypes[type].fromBytes(bytes) }
}

function readVariable(file: Hdf5File, path: string, metadata: Metadata): string[] {
  const texts: string[] = []
  for (const { bytes } of file.pieces(path, metadata)) {
    for (const text of file.textsAt(new Uint32Array(bytes.buffer))) {
      file.context.takeBytes(2 * text.length + TEXT_BYTES)
      texts.push(textOf(text, file.context))
    }
  }
  return texts
}

/** Texts end at a zero, or before the blanks that fill them up. */
function unpadded(bytes: Uint8Array, padding: number | undefined): Uint8Array {
  if (padding !== SPACE_PADDED) {
    const end = bytes.indexOf(0)
    return end < 0 ? bytes : bytes.subarray(0, end)
  }
  let end = bytes.length
  while (end > 0 && bytes[end - 1] === SPACE) end--
  return bytes.subarray(0, end)
}

function textOf(bytes: Uint8Array, context: Context): string {
  try {
    return decoder.decode(bytes)
  } catch {
    return context.refuse('format.value', 'one of its texts is not UTF-8.', 'Save it as UTF-8.')
  }
}

function fieldsOf(metadata: Metadata, context: Context): Field[] {
  if (metadata.type !== COMPOUND) return [fieldOf(metadata, '', 0, false, context)]
  const { members } = metadata.compound_type ?? { members: [] }
  // Where all members are of one byte order the library puts them into ours, otherwise they come as stored.
  const orders = new Set(
    members.filter(({ type }) => type !== STRING).map(({ littleEndian }) => littleEndian)
  )
  return members.map(member =>
    fieldOf(member, `.${member.name}`, member.offset, orders.size > 1 && !member.littleEndian, context)
  )
}

function fieldOf(
  metadata: Metadata,
  suffix: string,
  offset: number,
  swapped: boolean,
  context: Context
): Field {
  if (metadata.type === ARRAY && metadata.array_type !== undefined) {
    const { array_type: base } = metadata
    const inner = fieldOf(base, suffix, offset, swapped, context)
    return {
      ...inner,
      size: metadata.size,
      sides: [...(base.shape ?? []), ...inner.sides],
      type: inner.type === 'text' ? refuseType(metadata, context) : inner.type
    }
  }
  return {
    suffix,
    offset,
    size: metadata.size,
    type: typeOf(metadata, suffix, context),
    sides: [],
    swapped,
    metadata
  }
}

/** The type of numbers or texts, or a refusal. */
function typeOf(metadata: Metadata, suffix: string, context: Context): Field['type'] {
  const { type, size, signed, vlen, enum_type: names } = metadata
  if (type === STRING) return vlen && suffix !== '' ? refuseType(metadata, context) : 'text'
  if (
    type === ENUM &&
    size === 1 &&
    names !== undefined &&
    names.nmembers === 2 &&
    names.members['FALSE'] === 0 &&
    names.members['TRUE'] === 1
  )
    return 'bool'
  const kind =
    type === FLOAT
      ? 'float'
      : type === INTEGER || type === ENUM
        ? signed
          ? 'int'
          : 'uint'
        : type === BITS
          ? 'uint'
          : ''
  const name = `${kind}${8 * size}`
  return Object.hasOwn(readerKit.elementTypes, name)
    ? (name as readerKit.ElementTypeName)
    : refuseType(metadata, context)
}

const classes: Readonly<Record<number, string>> = {
  0: 'whole numbers',
  1: 'floating-point numbers',
  2: 'times',
  3: 'texts of any length within records',
  5: 'opaque bytes',
  6: 'records within records',
  7: 'references',
  9: 'lists of any length',
  10: 'arrays of texts'
}

function refuseType({ type, size }: Metadata, context: Context): never {
  return context.refuse(
    'format.unsupported',
    `it holds ${classes[type] ?? `values of class ${type}`} of ${size} bytes, which are not read.`,
    'Save it as numbers of 8 to 64 bits, or as texts.'
  )
}
