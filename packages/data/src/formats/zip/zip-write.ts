/**
 * Writes zip archives (layout: zip.ts): deflated where that is smaller, stored otherwise, all dated
 * 1 January 1980, so that the same contents give the same bytes. zip64 records appear when a figure
 * needs them.
 */
import { crc32 } from '@unseen/core/internal'
import { joinBytes } from '../bytes.js'
import { deflate } from './deflate.js'

/** A file to be packed. */
export interface ZipFile {
  /** With '/' between folders. */
  readonly name: string
  /** Its content. */
  readonly bytes: Uint8Array
}

export interface ZipOptions {
  /** deflate; true by default */
  readonly compress?: boolean
  /** zip64 records even where none is needed, for tests of readers */
  readonly zip64?: boolean
}

const DATE = (1 << 5) | 1
const UTF8_NAMES = 1 << 11
const ALL_ONES_32 = 0xffffffff
const ALL_ONES_16 = 0xffff

/**
 * Files as a zip archive: the same bytes for the same files, as all are dated 1 January 1980.
 *
 * @param files in the order they are to have
 * @param options `compress`: true unless given; `zip64`: write the large form even where it is not needed
 */
export async function writeZip(
  files: readonly ZipFile[],
  { compress = true, zip64 = false }: ZipOptions = {}
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let at = 0
  const put = (part: Uint8Array): void => {
    parts.push(part)
    at += part.length
  }
  for (const { name, bytes } of files) {
    const encoded = new TextEncoder().encode(name)
    const packed = compress ? await deflated(bytes) : undefined
    const body = packed !== undefined && packed.length < bytes.length ? packed : bytes
    const isWide = zip64 || bytes.length >= ALL_ONES_32 || at >= ALL_ONES_32
    const headerAt = at
    const narrow = (value: number): number => (isWide ? ALL_ONES_32 : value)
    const common = [
      u16(isWide ? 45 : 20),
      u16(UTF8_NAMES),
      u16(body === packed ? 8 : 0),
      u16(0),
      u16(DATE),
      u32(crc32(bytes)),
      u32(narrow(body.length)),
      u32(narrow(bytes.length)),
      u16(encoded.length)
    ]
    const sizes = [u64(bytes.length), u64(body.length)]
    const localExtra = isWide ? [u16(1), u16(16), ...sizes] : []
    const centralExtra = isWide ? [u16(1), u16(24), ...sizes, u64(headerAt)] : []
    put(joinBytes([u32(0x04034b50), ...common, u16(isWide ? 20 : 0), encoded, ...localExtra]))
    put(body)
    directory.push(
      joinBytes([
        u32(0x02014b50),
        u16(isWide ? 45 : 20),
        ...common,
        u16(isWide ? 28 : 0),
        u16(0),
        u16(0),
        u16(0),
        u32(0),
        u32(narrow(headerAt)),
        encoded,
        ...centralExtra
      ])
    )
  }
  const start = at
  directory.forEach(put)
  const size = at - start
  const isWide = zip64 || files.length >= ALL_ONES_16 || at >= ALL_ONES_32
  if (isWide) {
    const endAt = at
    put(
      joinBytes([
        u32(0x06064b50),
        u64(44),
        u16(45),
        u16(45),
        u32(0),
        u32(0),
        u64(files.length),
        u64(files.length),
        u64(size),
        u64(start)
      ])
    )
    put(joinBytes([u32(0x07064b50), u32(0), u64(endAt), u32(1)]))
  }
  const entries = isWide ? ALL_ONES_16 : files.length
  put(
    joinBytes([
      u32(0x06054b50),
      u16(0),
      u16(0),
      u16(entries),
      u16(entries),
      u32(isWide ? ALL_ONES_32 : size),
      u32(isWide ? ALL_ONES_32 : start),
      u16(0)
    ])
  )
  return joinBytes(parts)
}

/** The deflated bytes; not to the end when they turn out no shorter. */
async function deflated(bytes: Uint8Array): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of deflate('deflate-raw', bytes)) {
    parts.push(part)
    length += part.length
    if (length >= bytes.length) break
  }
  return joinBytes(parts)
}

function u16(value: number): Uint8Array {
  return new Uint8Array([value & 255, value >>> 8])
}

function u32(value: number): Uint8Array {
  return new Uint8Array(new Uint32Array([value]).buffer)
}

function u64(value: number): Uint8Array {
  return new Uint8Array(new BigUint64Array([BigInt(value)]).buffer)
}
