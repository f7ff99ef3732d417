/**
 * The layout of a model file, whatever its version: that of safetensors, with checksums.
 *
 *   8 bytes        length of the header, little-endian
 *   header         {"__metadata__":{"format":"unseen-model","checksum":"????????","version":"1", ...},
 *                   "signatures":{"dtype":"F64","shape":[6,25],"data_offsets":[0,1200]}, ...}
 *                  JSON, filled up with spaces so that the data begin at a multiple of 8
 *   data           the arrays one after the other, float64 before float32, without a gap, to the end
 *
 * `checksum` is that of the length and the header with these eight digits set to 0, and stands in a
 * fixed place: it is checked before anything else is believed. `checksums` has one for every array.
 * Nothing is allocated by what the header claims: arrays are views of the file until they are known
 * to lie within it. Tests: ../../test/model/file-damage.test.ts
 */
import { count } from '../base/errors.js'
import { exactKeys, hex, integerList, object, text } from './file-guards.js'
import { readJson, writeJson } from './file-json.js'
import { quote, refuse } from './file-refuse.js'
import type { JsonObject } from './types.js'
import { crc32 } from '../base/crc32.js'

export interface Tensor {
  readonly name: string
  readonly dtype: 'F64' | 'F32'
  readonly shape: readonly number[]
  /** row-major, little-endian */
  readonly bytes: Uint8Array
}

export interface FileContents {
  readonly metadata: JsonObject
  readonly tensors: readonly Tensor[]
}

/** A file whose beginning is in order: its header is as it was written. */
export interface OpenedFile {
  readonly version: number
  readonly header: Uint8Array
  readonly data: Uint8Array
}

const MAX_HEADER = 64 * 2 ** 20
const LENGTH_BYTES = 8
const ALIGNMENT = 8
const entryBytes: Readonly<Record<string, number>> = { F64: 8, F32: 4 }

const beforeChecksum = '{"__metadata__":{"format":"unseen-model","checksum":"'
const zeroDigits = new TextEncoder().encode('00000000')
const checksumAt = LENGTH_BYTES + beforeChecksum.length
const beginning =
  /^\{"__metadata__":\{"format":"unseen-model","checksum":"([0-9a-f]{8})","version":"([1-9]\d{0,5})"/

/** Checks length, beginning and checksum of the header; understands nothing else of it yet. */
export function openFile(bytes: Uint8Array): OpenedFile {
  if (bytes.length < LENGTH_BYTES)
    refuse(
      'file.truncated',
      `The model file has ${bytes.length} bytes; not even the length of its header is there.`
    )
  const view = new DataView(bytes.buffer, bytes.byteOffset, LENGTH_BYTES)
  const length = view.getUint32(0, true) + view.getUint32(4, true) * 2 ** 32
  if (length > MAX_HEADER)
    refuse(
      'file.header',
      `The file claims a header of ${count(length)} bytes; a model file has ${count(MAX_HEADER)} at most.`,
      { byte: 0 }
    )
  const dataAt = LENGTH_BYTES + length
  if (dataAt > bytes.length)
    refuse(
      'file.truncated',
      `The model file ends within its header: ${count(bytes.length)} bytes of at least ${count(dataAt)}.`,
      { byte: bytes.length }
    )
  const header = bytes.subarray(LENGTH_BYTES, dataAt)
  const found = beginning.exec(String.fromCharCode(...header.subarray(0, 100)))
  if (found === null)
    return refuse('file.header', 'The file does not begin as a model file does.', { byte: LENGTH_BYTES })
  const [, expected, version] = found
  if (headerChecksum(bytes.subarray(0, dataAt)) !== expected)
    refuse('file.checksum', 'The header of the model file is not what was saved.', { section: 'header' })
  return { version: Number(version), header, data: bytes.subarray(dataAt) }
}

/** The metadata, and the arrays as views of the file, each checked against its checksum. */
export function readContents({ header, data }: OpenedFile): FileContents {
  const { __metadata__: metadata, ...entries } = object(readJson(decode(header), 'the header'), 'the header')
  const facts = object(metadata, '__metadata__')
  let end = 0
  const tensors = Object.entries(entries).map(([name, entry]) => {
    const {
      dtype,
      shape,
      data_offsets: offsets
    } = exactKeys(object(entry, name), name, ['dtype', 'shape', 'data_offsets'])
    const tensor = {
      name,
      dtype: readDtype(text(dtype, `${name}.dtype`), name),
      shape: integerList(shape, `${name}.shape`)
    }
    const [first, last, ...more] = integerList(offsets, `${name}.data_offsets`)
    if (last === undefined || more.length > 0 || first !== end || last < first) {
      refuse(
        'file.header',
        `The array ${quote(name)} must begin at ${count(end)}, where the one before it ends; its data_offsets are [${[first, last, ...more].join(', ')}].`,
        { section: name }
      )
    }
    const size = tensor.shape.reduce((product, length) => product * length, entryBytes[tensor.dtype])
    if (last - first !== size)
      refuse(
        'file.header',
        `The array ${quote(name)} of shape [${tensor.shape.join(', ')}] takes ${count(size)} bytes, not ${count(last - first)}.`,
        { section: name }
      )
    end = last
    return { ...tensor, first, last }
  })
  if (end > data.length)
    refuse(
      'file.truncated',
      `The model file ends too early: ${count(data.length)} bytes of data, the header speaks of ${count(end)}.`,
      { byte: data.length }
    )
  if (end < data.length)
    refuse('file.header', `${count(data.length - end)} bytes follow the end of the model file.`, {
      byte: LENGTH_BYTES + header.length + end
    })
  const views = tensors.map(({ first, last, ...tensor }) => ({
    ...tensor,
    bytes: data.subarray(first, last)
  }))
  const names = views.map(({ name }) => name)
  const sums = exactKeys(
    object(readJson(text(facts.checksums, 'checksums'), 'checksums'), 'checksums'),
    'checksums',
    names
  )
  for (const { name, bytes } of views) {
    if (checksum(bytes) !== hex(sums[name], `checksums.${name}`))
      refuse('file.checksum', `The array ${quote(name)} is not what was saved.`, { section: name })
  }
  return { metadata: facts, tensors: views }
}

/**
 * One file of it all. `metadata` are strings, as safetensors asks; float64 arrays come first, so that all are
 * aligned.
 */
export function writeContents(
  version: number,
  metadata: Readonly<Record<string, string>>,
  tensors: readonly Tensor[]
): Uint8Array {
  let end = 0
  const entries = tensors.map(
    ({ name, dtype, shape, bytes }) =>
      [name, { dtype, shape, data_offsets: [end, (end += bytes.length)] }] as const
  )
  const checksums = writeJson(
    Object.fromEntries(tensors.map(({ name, bytes }) => [name, checksum(bytes)])),
    'checksums'
  )
  const facts = {
    format: 'unseen-model',
    checksum: '00000000',
    version: String(version),
    ...metadata,
    checksums
  }
  const json = new TextEncoder().encode(
    writeJson({ __metadata__: facts, ...Object.fromEntries(entries) }, 'the header')
  )
  const length = Math.ceil(json.length / ALIGNMENT) * ALIGNMENT
  if (length > MAX_HEADER)
    refuse(
      'file.header',
      `Class names and notes take ${count(length)} bytes; a model file has room for ${count(MAX_HEADER)}.`
    )
  const dataAt = LENGTH_BYTES + length
  const file = new Uint8Array(dataAt + end).fill(0x20, LENGTH_BYTES, dataAt)
  new DataView(file.buffer).setUint32(0, length, true)
  file.set(json, LENGTH_BYTES)
  file.set(new TextEncoder().encode(headerChecksum(file.subarray(0, dataAt))), checksumAt)
  let at = dataAt
  for (const { bytes } of tensors) {
    file.set(bytes, at)
    at += bytes.length
  }
  return file
}

/** Of the length and the header, with the digits it fills in itself set to 0. */
function headerChecksum(head: Uint8Array): string {
  return checksum(head.subarray(0, checksumAt), zeroDigits, head.subarray(checksumAt + zeroDigits.length))
}

function readDtype(dtype: string, name: string): Tensor['dtype'] {
  return dtype === 'F64' || dtype === 'F32'
    ? dtype
    : refuse(
        'file.header',
        `The array ${quote(name)} is of the type ${quote(dtype)}; a model file has F64 and F32.`,
        { section: name }
      )
}

function decode(header: Uint8Array): string {
  try {
    // A copy, since browsers decode no shared memory.
    return new TextDecoder('utf-8', { fatal: true }).decode(header.slice())
  } catch (cause) {
    return refuse(
      'file.header',
      'The header of the model file is not valid UTF-8.',
      { section: 'header' },
      cause
    )
  }
}

/**
 * Eight hexadecimal digits for the parts one after the other, as if they were one. CRC-32 finds every change
 * within any 32 neighbouring bits, so no single changed byte can slip through; against forgery it protects
 * nobody.
 */
export function checksum(...parts: readonly Uint8Array[]): string {
  return parts
    .reduce((before, part) => crc32(part, before), 0)
    .toString(16)
    .padStart(8, '0')
}
