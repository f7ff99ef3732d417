/**
 * safetensors:
 *
 *   8 bytes     length of the header, little-endian
 *   header      {"weights":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]}, ..., "__metadata__":{...}}
 *   data        the arrays, row-major, little-endian, one after the other without a gap to the end
 *
 * Every array's place is checked before the first is read. `__metadata__` (texts) is passed over.
 * Tests: ../../test/formats/safetensors.test.ts
 */
import { UnseenError, count } from '@unseen/core'
import { matrixOf, rowsAt } from './array-rows.js'
import type { ByteSource } from './byte-source.js'
import { joinBytes } from './bytes.js'
import {
  type ArrayToWrite,
  type ElementTypeName,
  elementTypes,
  numbersToBytes,
  typeToWrite
} from './element-types.js'
import type { NamedArray, NumberArray, Reader } from './reader.js'
import { type Reading, bytesOf, entriesOf, quote, sliceOf, startReading } from './reading.js'
import { repeatedKey } from './text/json-text.js'
import { decodeText } from './text/text-window.js'

const LENGTH_BYTES = 8
/** As the format's own library has it. */
const MAX_HEADER = 100_000_000
const OPENING_BRACE = 0x7b

const types: ReadonlyMap<string, ElementTypeName> = new Map([
  ['BOOL', 'bool'],
  ['I8', 'int8'],
  ['U8', 'uint8'],
  ['I16', 'int16'],
  ['U16', 'uint16'],
  ['I32', 'int32'],
  ['U32', 'uint32'],
  ['I64', 'int64'],
  ['U64', 'uint64'],
  ['F16', 'float16'],
  ['BF16', 'bfloat16'],
  ['F32', 'float32'],
  ['F64', 'float64']
])
const typeNames = new Map([...types].map(([name, type]) => [type, name]))

interface Tensor {
  readonly name: string
  readonly type: ElementTypeName
  readonly shape: readonly number[]
  readonly start: number
  readonly end: number
}

export const safetensorsReader: Reader = {
  name: 'safetensors',
  extensions: ['safetensors'],
  recognises: head =>
    head.length > LENGTH_BYTES &&
    head[LENGTH_BYTES] === OPENING_BRACE &&
    headerLength(head) >= 2 &&
    headerLength(head) <= MAX_HEADER,
  async read(source, options) {
    const reading = startReading(options)
    const { tensors, dataAt } = await openTensors(source, reading)
    const arrays: NamedArray[] = []
    for (const { name, type, shape, start, end } of tensors) {
      reading.charge(
        entriesOf(shape) * (elementTypes[type].heldBytes - elementTypes[type].bytes),
        quote(name)
      )
      const bytes = await bytesOf(source, dataAt + start, dataAt + end, quote(name), reading)
      arrays.push({ name, shape, type, data: elementTypes[type].fromBytes(bytes) })
    }
    return { format: 'safetensors', arrays }
  },
  async openRows(source, options) {
    const { tensors, dataAt } = await openTensors(source, startReading(options))
    const tensor = matrixOf(tensors, options?.array)
    return (
      tensor &&
      rowsAt(
        source,
        { type: tensor.type, shape: tensor.shape, dataAt: dataAt + tensor.start, bigEndian: false },
        options
      )
    )
  }
}

/** Every array and where it stands, behind `dataAt`. */
async function openTensors(
  source: ByteSource,
  reading: Reading
): Promise<{ tensors: Tensor[]; dataAt: number }> {
  const { fail } = reading
  if (source.byteLength < LENGTH_BYTES)
    throw fail('format.truncated', `A safetensors file of ${source.byteLength} bytes has no header.`, {
      byte: source.byteLength
    })
  const length = headerLength(await sliceOf(source, 0, LENGTH_BYTES, reading))
  if (length > MAX_HEADER)
    throw fail(
      'format.header',
      `The file claims a header of ${count(length)} bytes; ${count(MAX_HEADER)} are the most that is read.`,
      { byte: 0 }
    )
  const dataAt = LENGTH_BYTES + length
  if (dataAt > source.byteLength)
    throw fail(
      'format.truncated',
      `The file ends within its header: ${count(source.byteLength)} bytes of at least ${count(dataAt)}.`,
      { byte: source.byteLength }
    )
  const tensors = readHeader(await sliceOf(source, LENGTH_BYTES, dataAt, reading), reading)
  checkPlaces(tensors, source.byteLength - dataAt, reading)
  return { tensors, dataAt }
}

function headerLength(head: Uint8Array): number {
  const view = new DataView(head.buffer, head.byteOffset, LENGTH_BYTES)
  return view.getUint32(0, true) + view.getUint32(4, true) * 2 ** 32
}

function readHeader(bytes: Uint8Array, reading: Reading): Tensor[] {
  const { fail } = reading
  const text = decodeText(bytes)
  let header: unknown
  try {
    header = text === undefined ? undefined : JSON.parse(text)
  } catch {
    header = undefined
  }
  if (!isObject(header))
    throw fail('format.header', 'The header of the safetensors file is no JSON object.', {
      byte: LENGTH_BYTES
    })
  const twice = repeatedKey(text ?? '')
  if (twice !== undefined)
    throw fail('format.header', `The header of the safetensors file has ${quote(twice)} twice.`, {
      byte: LENGTH_BYTES
    })
  return Object.entries(header)
    .filter(([name]) => name !== '__metadata__')
    .map(([name, entry]) => readTensor(name, entry, reading))
}

function readTensor(name: string, entry: unknown, { fail }: Reading): Tensor {
  const where = { array: name }
  const { dtype, shape, data_offsets: offsets } = isObject(entry) ? entry : {}
  if (
    typeof dtype !== 'string' ||
    !isWholeNumbers(shape) ||
    !isWholeNumbers(offsets) ||
    offsets.length !== 2
  ) {
    throw fail(
      'format.header',
      `The array ${quote(name)} must have dtype, shape and two data_offsets.`,
      where
    )
  }
  const type = types.get(dtype)
  if (type === undefined)
    throw fail(
      'format.unsupported',
      `The array ${quote(name)} is of type ${quote(dtype)}; ${[...types.keys()].join(', ')} are read.`,
      where,
      'Save it as F32.'
    )
  const [start, end] = offsets
  const size = entriesOf(shape) * elementTypes[type].bytes
  if (end - start !== size)
    throw fail(
      'format.header',
      `The array ${quote(name)} of shape [${quote(shape.join(', '))}] takes ${count(size)} bytes, its data_offsets are ${start} and ${end}.`,
      where
    )
  return { name, type, shape, start, end }
}

/** One after the other, from the first byte to the last: nothing overlaps and nothing is hidden. */
function checkPlaces(tensors: readonly Tensor[], length: number, { fail }: Reading): void {
  let end = 0
  for (const tensor of [...tensors].sort((a, b) => a.start - b.start || a.end - b.end)) {
    if (tensor.start !== end)
      throw fail(
        'format.header',
        `The array ${quote(tensor.name)} must begin at ${count(end)}, where the one before it ends, not at ${count(tensor.start)}.`,
        { array: tensor.name }
      )
    end = tensor.end
  }
  if (end > length)
    throw fail(
      'format.truncated',
      `The file ends too early: ${count(length)} bytes of data, the header speaks of ${count(end)}.`
    )
  if (end < length) throw fail('format.header', `${count(length - end)} bytes follow the last array.`)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isWholeNumbers(value: unknown): value is number[] {
  return Array.isArray(value) && value.every(entry => Number.isSafeInteger(entry) && (entry as number) >= 0)
}

/**
 * Arrays as a safetensors file. Those of wide entries come first, so that each is aligned; texts are refused,
 * which the format lacks.
 *
 * @param arrays numbers, each with a name
 * @param metadata texts for the header
 */
export function writeSafetensors(
  arrays: readonly ArrayToWrite[],
  metadata?: Readonly<Record<string, string>>
): Uint8Array<ArrayBuffer> {
  const tensors = arrays.map(array => {
    const type = typeToWrite(array)
    if (type === 'text')
      throw new UnseenError('format.unsupported', `safetensors holds no texts such as "${array.name}".`, {
        where: { array: array.name },
        remedy: 'Write .npz instead.'
      })
    return { ...array, type, bytes: numbersToBytes(array.data as NumberArray, type) }
  })
  const inOrder = tensors.sort((a, b) => elementTypes[b.type].bytes - elementTypes[a.type].bytes)
  // Put together by hand: an object would order names that are numbers, and trip over "__proto__".
  const entries = metadata === undefined ? [] : [`"__metadata__":${JSON.stringify(metadata)}`]
  const names = new Set(['__metadata__'])
  let end = 0
  for (const { name, type, shape, bytes } of inOrder) {
    if (names.has(name))
      throw new UnseenError('format.value', `Two arrays, or one and the metadata, have the name "${name}".`, {
        where: { array: name }
      })
    names.add(name)
    entries.push(
      `${JSON.stringify(name)}:${JSON.stringify({ dtype: typeNames.get(type), shape, data_offsets: [end, end + bytes.length] })}`
    )
    end += bytes.length
  }
  const text = new TextEncoder().encode(`{${entries.join(',')}}`)
  const header = new Uint8Array(Math.ceil(text.length / 8) * 8).fill(32)
  header.set(text)
  const length = new Uint8Array(new BigUint64Array([BigInt(header.length)]).buffer)
  return joinBytes([length, header, ...inOrder.map(({ bytes }) => bytes)])
}
