/**
 * numpy's .npy: a header (npy-header.ts), then the entries of one array without a gap to the end of
 * the file. Read in one pass over pieces, from a file or out of a zip archive; the header is checked
 * against the length before the array is allocated.
 * Tests: ../../../test/formats/npy.test.ts
 */
import { UnseenError, count } from '@unseen/core'
import { rowsAt } from '../array-rows.js'
import type { ByteSource } from '../byte-source.js'
import { joinBytes } from '../bytes.js'
import { type ArrayToWrite, elementTypes, numbersToBytes, typeToWrite } from '../element-types.js'
import { swapBytes, toRowMajor } from '../layout.js'
import type { ArrayRows, NamedArray, ReadOptions, Reader } from '../reader.js'
import { type Reading, chunksOf, entriesOf, startReading } from '../reading.js'
import {
  NPY_MAGIC,
  NPY_PREFIX,
  type NpyHeader,
  npyHeaderBytes,
  npyTextRange,
  parseNpyHeader
} from './npy-header.js'
import { decodeBytes, decodeUnicode, encodeUnicode } from './npy-text.js'

/** What a short text costs in memory beside its characters. */
const TEXT_BYTES = 24
/** Texts of no width cost the file nothing; more of them than this are no data. */
const MAX_EMPTY_TEXTS = 4096

export const npyReader: Reader = {
  name: 'npy',
  extensions: ['npy'],
  recognises: head => NPY_MAGIC.every((byte, at) => head[at] === byte),
  async read(source, options) {
    const reading = startReading(options)
    const name = (options?.fileName ?? 'array').replace(/^.*[/\\]/, '').replace(/\.npy$/i, '')
    const array = await readNpy(
      chunksOf(source, 0, source.byteLength, reading),
      source.byteLength,
      name,
      reading
    )
    return { format: 'npy', arrays: [array] }
  },
  openRows: openNpyRows
}

/** One array from the pieces of a .npy file of `byteLength` bytes; they are read to their end. */
export async function readNpy(
  chunks: AsyncGenerator<Uint8Array, void, void>,
  byteLength: number,
  name: string,
  reading: Reading
): Promise<NamedArray> {
  const pieces = fillFrom(chunks, reading)
  try {
    const { header } = await readHeader(pieces, byteLength, reading)
    const bytes = allocateFor(header, reading)
    await pieces.fill(bytes)
    await pieces.finish()
    return { name, shape: header.shape, ...decode(header, bytes, reading) }
  } finally {
    await chunks.return()
  }
}

/**
 * Rows of the matrix in a .npy file, or in one that stands unpacked in an archive; Fortran order has its
 * columns together.
 */
export async function openNpyRows(source: ByteSource, options?: ReadOptions): Promise<ArrayRows | undefined> {
  const reading = startReading(options)
  const chunks = chunksOf(source, 0, source.byteLength, reading)
  try {
    const { header, dataAt } = await readHeader(fillFrom(chunks, reading), source.byteLength, reading)
    const { kind, shape, bigEndian, fortranOrder } = header
    if (kind === 'unicode' || kind === 'bytes' || fortranOrder || shape.length !== 2) return undefined
    return rowsAt(source, { type: kind, shape, dataAt, bigEndian }, options)
  } finally {
    await chunks.return()
  }
}

/** The header, found to speak of exactly the bytes that follow it. */
async function readHeader(
  pieces: Pieces,
  byteLength: number,
  reading: Reading
): Promise<{ header: NpyHeader; dataAt: number }> {
  const { fail } = reading
  if (byteLength < NPY_PREFIX)
    throw fail('format.truncated', `A .npy file of ${byteLength} bytes has no header.`, { byte: byteLength })
  const prefix = new Uint8Array(NPY_PREFIX)
  await pieces.fill(prefix)
  const { start, end } = npyTextRange(prefix, reading)
  if (end > byteLength)
    throw fail(
      'format.truncated',
      `The .npy file ends within its header: ${count(byteLength)} bytes of at least ${count(end)}.`,
      { byte: byteLength }
    )
  if (end < NPY_PREFIX)
    throw fail('format.header', 'The .npy header is too short to name a type and a shape.', { byte: start })
  const text = new Uint8Array(end - start)
  text.set(prefix.subarray(start))
  await pieces.fill(text.subarray(NPY_PREFIX - start))
  const header = parseNpyHeader(decodeHeader(text, prefix[6], reading), reading)
  const length = byteLength - end
  const size = entriesOf(header.shape) * header.width
  const facts = `An array of shape (${header.shape.join(', ')}) with entries of ${header.width} bytes takes ${count(size)} bytes, the file has ${count(length)}`
  if (size > length) throw fail('format.truncated', `${facts}.`)
  if (size < length)
    throw fail(
      'format.header',
      `${facts}.`,
      {},
      'Save several arrays with np.savez, not one after the other.'
    )
  return { header, dataAt: end }
}

function decodeHeader(text: Uint8Array, version: number, { fail }: Reading): string {
  try {
    return new TextDecoder(version === 3 ? 'utf-8' : 'latin1', { fatal: true }).decode(text)
  } catch {
    throw fail('format.header', 'The .npy header is not UTF-8.')
  }
}

/** Room for the data, and for what they become. */
function allocateFor({ kind, width, shape }: NpyHeader, reading: Reading): Uint8Array<ArrayBuffer> {
  const entries = entriesOf(shape)
  if (kind === 'unicode' || kind === 'bytes') {
    if (width === 0 && entries > MAX_EMPTY_TEXTS)
      throw reading.fail('format.size', `The file claims ${count(entries)} texts, all of them empty.`)
    reading.charge(entries * TEXT_BYTES, 'The texts')
  } else reading.charge(entries * (elementTypes[kind].heldBytes - width), 'The array')
  return reading.allocate(entries * width, 'The array')
}

function decode(
  { kind, width, bigEndian, fortranOrder, shape }: NpyHeader,
  bytes: Uint8Array<ArrayBuffer>,
  reading: Reading
): Pick<NamedArray, 'type' | 'data'> {
  if (bigEndian) swapBytes(bytes, kind === 'unicode' ? 4 : width)
  if (kind === 'unicode' || kind === 'bytes') {
    const texts = (kind === 'unicode' ? decodeUnicode : decodeBytes)(bytes, width, entriesOf(shape), reading)
    if (!fortranOrder) return { type: 'text', data: texts }
    const places = new Uint8Array(Uint32Array.from(texts, (_, place) => place).buffer)
    return {
      type: 'text',
      data: Array.from(new Uint32Array(toRowMajor(places, shape, 4).buffer), place => texts[place])
    }
  }
  return {
    type: kind,
    data: elementTypes[kind].fromBytes(fortranOrder ? toRowMajor(bytes, shape, width) : bytes)
  }
}

interface Pieces {
  fill(target: Uint8Array): Promise<void>
  finish(): Promise<void>
}

/** Takes bytes from pieces as they are wanted, however the pieces are cut. */
function fillFrom(chunks: AsyncGenerator<Uint8Array, void, void>, { fail }: Reading): Pieces {
  let rest = new Uint8Array(0) as Uint8Array
  return {
    async fill(target) {
      for (let at = 0; at < target.length;) {
        if (rest.length === 0) {
          const { done, value } = await chunks.next()
          if (done === true) throw fail('format.truncated', 'The .npy file ends too early.')
          rest = value
        }
        const part = rest.subarray(0, target.length - at)
        target.set(part, at)
        at += part.length
        rest = rest.subarray(part.length)
      }
    },
    /** Lets whoever makes the pieces check that this was all. */
    async finish() {
      const { done } = await chunks.next()
      if (done !== true || rest.length > 0) throw fail('format.header', 'Bytes follow the end of the array.')
    }
  }
}

export const npyTypes = {
  bool: '|b1',
  int8: '|i1',
  uint8: '|u1',
  int16: '<i2',
  uint16: '<u2',
  int32: '<i4',
  uint32: '<u4',
  int64: '<i8',
  uint64: '<u8',
  float16: '<f2',
  bfloat16: '<f4',
  float32: '<f4',
  float64: '<f8'
} as const

/**
 * The whole file: C order, little-endian. bfloat16, which numpy lacks, is written as float32.
 *
 * @param array numbers or texts with a shape
 */
export function writeNpy(array: ArrayToWrite): Uint8Array<ArrayBuffer> {
  const type = typeToWrite(array)
  if (type === 'text') {
    const texts = array.data as readonly string[]
    const broken = texts.findIndex(text => /\p{Surrogate}/u.test(text))
    if (broken >= 0)
      throw new UnseenError(
        'format.value',
        `Text ${broken} of "${array.name}" has half a surrogate pair, which no file can hold.`,
        { where: { array: array.name, entry: broken } }
      )
    const { length, bytes } = encodeUnicode(texts)
    return joinBytes([npyHeaderBytes(`<U${length}`, array.shape), bytes])
  }
  const data = array.data as Exclude<ArrayToWrite['data'], readonly string[]>
  return joinBytes([
    npyHeaderBytes(npyTypes[type], array.shape),
    numbersToBytes(data, type === 'bfloat16' ? 'float32' : type)
  ])
}
