/**
 * The pages of a column, gone through before they are decoded. The library believes every length in
 * them and would fill memory with a run of two thousand million values; so the numbers of values, the
 * sizes of pages and every run of levels and of places in a dictionary are found to fit first.
 */
import { readerKit } from '@unseen/data/internal'
import type { Chunk, Column } from './parquet-file.js'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Compressors } from 'hyparquet'
import { parquetHeader } from 'hyparquet/src/column.js'
import { compressors as library } from 'hyparquet-compressors'

const { count, quote } = readerKit
const MAX_RATIO = 1032
const SMALL_PAGE = 2 ** 22
const encodings = [
  'PLAIN',
  'PLAIN_DICTIONARY',
  'RLE_DICTIONARY',
  'RLE',
  'BYTE_STREAM_SPLIT',
  'DELTA_BINARY_PACKED',
  'DELTA_LENGTH_BYTE_ARRAY'
]

/** Each gives at most as many bytes as were announced. */
export const compressors: Compressors = {
  ...library,
  GZIP: (input, length) => unpackBy(gunzipSync, input, length),
  BROTLI: (input, length) => unpackBy(brotliDecompressSync, input, length),
  ZSTD(input, length) {
    if (zstdLength(input) !== length) throw new Error('a zstd frame does not say how long it is')
    return library.ZSTD?.(input, length) ?? new Uint8Array(0)
  }
}

function unpackBy(unpack: typeof gunzipSync, input: Uint8Array, length: number): Uint8Array {
  try {
    return unpack(input, { maxOutputLength: Math.max(1, length) })
  } catch (cause) {
    // zlib's errors look like those of a disk, which are not the file's fault.
    throw new Error(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

/** The length in a zstd frame's header (RFC 8878, 3.1.1.1), if it is there. */
function zstdLength(frame: Uint8Array): number | undefined {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength)
  if (view.getUint32(0, true) !== 0xfd2fb528) return undefined
  const flags = view.getUint8(4)
  const isSingle = (flags & 32) !== 0
  const at = 5 + (isSingle ? 0 : 1) + [0, 1, 2, 4][flags & 3]
  if (flags >>> 6 === 0) return isSingle ? view.getUint8(at) : undefined
  return flags >>> 6 === 1
    ? view.getUint16(at, true) + 256
    : flags >>> 6 === 2
      ? view.getUint32(at, true)
      : Number(view.getBigUint64(at, true))
}

/** Refuses a chunk, here from its first byte, whose pages do not keep what they promise. */
export function checkPages(
  buffer: ArrayBuffer,
  { name, path }: Column,
  chunk: Chunk,
  { fail }: readerKit.Reading
): void {
  const where = { column: name }
  const damaged = (what: string): Error =>
    fail(
      'format.header',
      `The column ${quote(name)} is damaged: ${what}.`,
      where,
      'Copy or download the whole file again.'
    )
  const repetition = widthOf(path.filter(element => element.repetition_type === 'REPEATED').length)
  const mostDefined = path.filter(element => element.repetition_type !== 'REQUIRED').length
  const reader = { view: new DataView(buffer), offset: 0 }
  let values = 0
  while (values < chunk.values) {
    if (reader.offset >= buffer.byteLength - 1)
      throw fail(
        'format.truncated',
        `The column ${quote(name)} ends after ${count(values)} of ${count(chunk.values)} values.`,
        where
      )
    const header = parquetHeader(reader)
    const packed = header.compressed_page_size
    const size = header.uncompressed_page_size
    if (!isLength(packed) || reader.offset + packed > buffer.byteLength)
      throw damaged('a page is longer than the column')
    if (!isLength(size) || size > MAX_RATIO * packed + SMALL_PAGE)
      throw fail(
        'format.size',
        `The column ${quote(name)} has a page of ${count(packed)} bytes that claims ${count(size)}.`,
        where
      )
    const bytes = new Uint8Array(buffer, reader.offset, packed)
    reader.offset += packed
    const first = header.data_page_header
    const second = header.data_page_header_v2
    const page = first ?? second ?? header.dictionary_page_header
    if (page === undefined || !isLength(page.num_values) || page.num_values > chunk.values)
      throw damaged('a page has another number of values than the column')
    if (header.type === 'DICTIONARY_PAGE') continue
    if (header.type === 'INDEX_PAGE' || (first ?? second) === undefined)
      throw damaged('a page is of no known kind')
    if (!encodings.includes(page.encoding))
      throw fail(
        'format.unsupported',
        `The column ${quote(name)} is encoded by ${page.encoding}, which is not read.`,
        where
      )
    values += page.num_values
    if (values > chunk.values) throw damaged('its pages have more values than the column')
    const unpack = (from: Uint8Array, length: number): Uint8Array =>
      chunk.codec === 'UNCOMPRESSED'
        ? from
        : (compressors[chunk.codec as keyof Compressors]?.(from, length) ?? refuseCodec())
    const refuseCodec = (): never => {
      throw fail(
        'format.unsupported',
        `The column ${quote(name)} is packed by ${chunk.codec}, which is not read.`,
        where
      )
    }
    const runs = new Runs(damaged)
    if (first !== undefined) {
      const unpacked = unpack(bytes, size)
      let at = 0
      let defined = page.num_values
      if (repetition > 0) at = runs.withLength(unpacked, at, repetition, page.num_values)
      if (mostDefined > 0) {
        at = runs.withLength(unpacked, at, widthOf(mostDefined), page.num_values, mostDefined)
        defined = runs.matched
      }
      if (page.encoding.endsWith('DICTIONARY')) runs.places(unpacked, at, defined)
      if (page.encoding === 'RLE') runs.withLength(unpacked, at, 1, defined)
    } else if (second !== undefined) {
      const levels = second.repetition_levels_byte_length + second.definition_levels_byte_length
      if (
        !isLength(levels) ||
        levels > Math.min(packed, size) ||
        !isLength(second.num_nulls) ||
        second.num_nulls > page.num_values
      )
        throw damaged('a page has levels that do not fit it')
      if (repetition > 0)
        runs.check(bytes.subarray(0, second.repetition_levels_byte_length), repetition, page.num_values)
      if (mostDefined > 0)
        runs.check(
          bytes.subarray(second.repetition_levels_byte_length, levels),
          widthOf(mostDefined),
          page.num_values
        )
      const rest = bytes.subarray(levels)
      const unpacked = second.is_compressed === false ? rest : unpack(rest, size - levels)
      if (page.encoding.endsWith('DICTIONARY')) runs.places(unpacked, 0, page.num_values - second.num_nulls)
      if (page.encoding === 'RLE') runs.withLength(unpacked, 0, 1, page.num_values - second.num_nulls)
    }
  }
}

/** Runs of equal values and groups of eight packed ones (Parquet's RLE / bit-packing hybrid). */
class Runs {
  /** how many values of the last check were the one asked for */
  matched = 0
  private readonly damaged: (what: string) => Error

  constructor(damaged: (what: string) => Error) {
    this.damaged = damaged
  }

  /** Runs behind their length; returns where they end. */
  withLength(page: Uint8Array, at: number, width: number, values: number, wanted?: number): number {
    if (at + 4 > page.length) throw this.damaged('a page ends too early')
    const end = at + 4 + new DataView(page.buffer, page.byteOffset).getUint32(at, true)
    if (end > page.length) throw this.damaged('a page ends within its levels')
    this.check(page.subarray(at + 4, end), width, values, wanted)
    return end
  }

  /** Places in a dictionary: their width, then runs to the end. */
  places(page: Uint8Array, at: number, values: number): void {
    if (values === 0) return
    if (at >= page.length || page[at] > 32) throw this.damaged('a page ends too early')
    if (page[at] > 0) this.check(page.subarray(at + 1), page[at], values)
  }

  check(runs: Uint8Array, width: number, values: number, wanted?: number): void {
    this.matched = 0
    let at = 0
    let seen = 0
    while (seen < values) {
      let header = 0
      for (let shift = 0; ; shift += 7) {
        if (at >= runs.length || shift > 28) throw this.damaged('its runs end too early')
        header += (runs[at] & 127) * 2 ** shift
        if (runs[at++] < 128) break
      }
      const isPacked = header % 2 === 1
      const length = Math.floor(header / 2) * (isPacked ? 8 : 1)
      const bytes = isPacked ? (length / 8) * width : Math.ceil(width / 8)
      // Packed values take room, and the last group may have some to spare; repeated ones take none.
      if ((!isPacked && length > values - seen) || header >= 2 ** 31)
        throw this.damaged('a run is longer than its page')
      if (wanted !== undefined)
        this.matched += countMatches(
          runs.subarray(at),
          isPacked,
          width,
          Math.min(length, values - seen),
          wanted
        )
      seen += length
      at += bytes
      if (at > runs.length && !(isPacked && seen >= values)) throw this.damaged('its runs end too early')
    }
  }
}

function countMatches(
  bytes: Uint8Array,
  isPacked: boolean,
  width: number,
  values: number,
  wanted: number
): number {
  if (!isPacked) return bytes[0] === wanted ? values : 0
  let matches = 0
  for (let i = 0, bit = 0; i < values; i++, bit += width) {
    const pair = bytes[bit >>> 3] | ((bytes[(bit >>> 3) + 1] ?? 0) << 8)
    if (((pair >>> (bit & 7)) & ((1 << width) - 1)) === wanted) matches++
  }
  return matches
}

const widthOf = (most: number): number => 32 - Math.clz32(most)
const isLength = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
