/**
 * Zip archives, read by their directory:
 *
 *   entries              each: local header "PK34", name, extra fields, packed bytes [, descriptor]
 *   central directory    each: "PK12", method, CRC-32, sizes, name, where its local header stands
 *   [zip64 end, locator] the same figures as below with 8 bytes, for archives above 4 GiB
 *   end "PK56"           how many entries, where the directory stands, a comment
 *
 * Only the directory is believed, and it must lie right before the end. Entries may not overlap (a
 * zip bomb reuses one block many times), may not claim more than deflate can pack (1,032 : 1), and
 * may not have names that lead out of a folder. Sizes and checksums are compared with what comes out.
 * Tests: ../../../test/formats/npz.heavy.test.ts
 */
import { count } from '@unseen/core'
import type { ByteSource } from '../byte-source.js'
import { type Reading, chunksOf, quote, sliceOf } from '../reading.js'

export interface ZipEntry {
  readonly name: string
  /** as the directory has it; the local header must have the same */
  readonly nameBytes: Uint8Array
  /** a symbolic link, which Unix marks in the upper half of the attributes */
  readonly link: boolean
  readonly deflated: boolean
  readonly crc: number
  readonly packedSize: number
  /** unpacked, as the directory claims */
  readonly size: number
  readonly headerAt: number
  /** where whatever follows the entry begins */
  readonly limit: number
}

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const END_64 = 0x06064b50
const LOCATOR_64 = 0x07064b50
const LOCAL_BYTES = 30
const CENTRAL_BYTES = 46
const END_BYTES = 22
const LOCATOR_BYTES = 20
const END_64_BYTES = 56
const MAX_COMMENT = 65535
const ALL_ONES_32 = 0xffffffff
const ALL_ONES_16 = 0xffff
/** Deflate codes at most 258 bytes in 2 bits. */
const MAX_RATIO = 1032
const ENCRYPTED = 1 | 64 | 8192
const FILE_TYPE = 0o170000
const LINK = 0o120000

/** The files of the archive in the order of its directory; folders are left out. */
export async function openZip(source: ByteSource, reading: Reading): Promise<ZipEntry[]> {
  const { fail } = reading
  const { entries: claimed, start, end } = await findDirectory(source, reading)
  const bytes = await sliceOf(source, start, end, reading)
  const view = viewOf(bytes)
  const found: Omit<ZipEntry, 'limit'>[] = []
  const names = new Set<string>()
  let at = 0
  for (; at < bytes.length;) {
    if (at + CENTRAL_BYTES > bytes.length || view.getUint32(at, true) !== CENTRAL)
      throw fail('format.header', 'The directory of the zip archive makes no sense.', { byte: start + at })
    const next =
      at +
      CENTRAL_BYTES +
      view.getUint16(at + 28, true) +
      view.getUint16(at + 30, true) +
      view.getUint16(at + 32, true)
    if (next > bytes.length)
      throw fail('format.header', 'The directory of the zip archive ends within an entry.', {
        byte: start + at
      })
    const entry = readEntry(bytes.subarray(at, next), reading)
    if (names.has(entry.name))
      throw fail('format.header', `The archive has ${quote(entry.name)} twice.`, { entry: entry.name })
    names.add(entry.name)
    found.push(entry)
    at = next
  }
  if (found.length !== claimed)
    throw fail(
      'format.header',
      `The zip archive claims ${count(claimed)} entries, its directory has ${count(found.length)}.`,
      { byte: start }
    )
  const folder = found.find(({ name, size }) => name.endsWith('/') && size > 0)
  if (folder !== undefined)
    throw fail('format.header', `The folder ${quote(folder.name)} of the archive has bytes in it.`, {
      entry: folder.name
    })
  return withLimits(found, start, reading).filter(({ name }) => !name.endsWith('/'))
}

/**
 * The unpacked bytes of an entry, a piece at a time, never more than it claims; damaged data throw at the end
 * at the latest.
 */
export async function* unzip(
  source: ByteSource,
  entry: ZipEntry,
  reading: Reading
): AsyncGenerator<Uint8Array, void, void> {
  const { fail } = reading
  const where = { entry: entry.name }
  const { start, end } = await packedRange(source, entry, reading)
  const packed = chunksOf(source, start, end, reading)
  const damaged = (cause: unknown): Error =>
    fail(
      'format.value',
      `The entry ${quote(entry.name)} cannot be unpacked: ${cause instanceof Error ? cause.message : String(cause)}.`,
      where,
      'Copy or download the file again.'
    )
  const chunks = entry.deflated ? reading.inflate('deflate-raw', packed, damaged) : packed
  let crc = 0
  let size = 0
  try {
    for (let piece = await chunks.next(); piece.done !== true; piece = await chunks.next()) {
      size += piece.value.length
      if (size > entry.size)
        throw fail(
          'format.size',
          `The entry ${quote(entry.name)} unpacks to more than the ${count(entry.size)} bytes it claims.`,
          where
        )
      crc = reading.crc32(piece.value, crc)
      yield piece.value
    }
  } finally {
    await chunks.return()
  }
  if (size < entry.size)
    throw fail(
      'format.truncated',
      `The entry ${quote(entry.name)} unpacks to ${count(size)} bytes and claims ${count(entry.size)}.`,
      where
    )
  if (crc !== entry.crc) throw changed(entry, reading)
}

/**
 * The bytes of an entry that is stored as it is, to be read anywhere. Its checksum is of the whole, so it is
 * summed up along with what is read: in order that costs nothing more, and what is jumped over is read on the
 * way, once. Whoever has read the last byte has read what was packed.
 */
export async function storedEntry(
  source: ByteSource,
  entry: ZipEntry,
  reading: Reading
): Promise<ByteSource> {
  const { start } = await packedRange(source, entry, reading)
  let [summed, crc] = [0, 0]
  const add = (piece: Uint8Array): void => {
    crc = reading.crc32(piece, crc)
    summed += piece.length
    if (summed === entry.size && crc !== entry.crc) throw changed(entry, reading)
  }
  const sumUp = async (from: number, bytes: Uint8Array): Promise<void> => {
    if (from > summed)
      for await (const piece of chunksOf(source, start + summed, start + from, reading)) add(piece)
    if (from + bytes.length > summed) add(bytes.subarray(summed - from))
  }
  // One after the other, whoever reads at the same time; all that comes after damage is refused with it.
  let turn = Promise.resolve()
  return {
    byteLength: entry.size,
    async slice(from, to) {
      const bytes = await source.slice(start + from, start + Math.min(to, entry.size))
      turn = turn.then(() => sumUp(from, bytes))
      await turn
      return bytes
    }
  }
}

/** What comes out is not what went in. */
function changed({ name }: ZipEntry, { fail }: Reading): Error {
  return fail(
    'format.value',
    `The entry ${quote(name)} is not what was packed (its checksum differs).`,
    { entry: name },
    'Copy or download the file again.'
  )
}

/** Throws where an entry does not begin as the directory says, or under another name. */
export async function checkEntry(source: ByteSource, entry: ZipEntry, reading: Reading): Promise<void> {
  await packedRange(source, entry, reading)
}

async function packedRange(
  source: ByteSource,
  entry: ZipEntry,
  reading: Reading
): Promise<{ start: number; end: number }> {
  const { fail } = reading
  const where = { entry: entry.name }
  const named = entry.headerAt + LOCAL_BYTES + entry.nameBytes.length
  const header = await sliceOf(source, entry.headerAt, named, reading)
  const local = viewOf(header)
  if (local.getUint32(0, true) !== LOCAL)
    throw fail(
      'format.header',
      `The entry ${quote(entry.name)} does not begin where the directory says.`,
      where
    )
  const name = header.subarray(LOCAL_BYTES)
  if (local.getUint16(26, true) !== name.length || entry.nameBytes.some((byte, at) => byte !== name[at]))
    throw fail(
      'format.header',
      `The entry ${quote(entry.name)} has another name where it begins than in the directory.`,
      where,
      'Copy or download the file again.'
    )
  const start = entry.headerAt + LOCAL_BYTES + local.getUint16(26, true) + local.getUint16(28, true)
  const end = start + entry.packedSize
  if (end > entry.limit)
    throw fail('format.header', `The entry ${quote(entry.name)} overlaps what follows it.`, where)
  return { start, end }
}

interface Directory {
  readonly entries: number
  readonly start: number
  readonly end: number
}

async function findDirectory(source: ByteSource, reading: Reading): Promise<Directory> {
  const { fail } = reading
  const tailAt = Math.max(0, source.byteLength - END_BYTES - MAX_COMMENT)
  const tail = viewOf(await sliceOf(source, tailAt, source.byteLength, reading))
  let at = tail.byteLength - END_BYTES
  // The comment must reach exactly to the end of the file, so that none can pretend to be the end.
  while (
    at >= 0 &&
    !(tail.getUint32(at, true) === END && at + END_BYTES + tail.getUint16(at + 20, true) === tail.byteLength)
  )
    at--
  if (at < 0)
    throw fail(
      'format.truncated',
      'The zip archive has no end: its directory is missing.',
      { byte: source.byteLength },
      'Copy or download the file again.'
    )
  const disks = tail.getUint16(at + 4, true) | tail.getUint16(at + 6, true)
  const size = tail.getUint32(at + 12, true)
  const directory = {
    entries: tail.getUint16(at + 10, true),
    start: tail.getUint32(at + 16, true),
    end: tailAt + at
  }
  const isWide = directory.entries === ALL_ONES_16 || size === ALL_ONES_32 || directory.start === ALL_ONES_32
  if (isWide && at >= LOCATOR_BYTES && tail.getUint32(at - LOCATOR_BYTES, true) === LOCATOR_64) {
    return readEnd64(source, wide(tail, at - LOCATOR_BYTES + 8), tailAt + at - LOCATOR_BYTES, reading)
  }
  if (disks !== 0) throw fail('format.unsupported', 'The zip archive is spread over several files.')
  return checkDirectory(directory, size, reading)
}

async function readEnd64(
  source: ByteSource,
  at: number,
  limit: number,
  reading: Reading
): Promise<Directory> {
  const { fail } = reading
  if (at + END_64_BYTES > limit)
    throw fail('format.header', 'The zip64 end record is not where it should be.', { byte: limit })
  const view = viewOf(await sliceOf(source, at, at + END_64_BYTES, reading))
  if (view.getUint32(0, true) !== END_64 || at + 12 + wide(view, 4) !== limit)
    throw fail('format.header', 'The zip64 end record makes no sense.', { byte: at })
  if ((view.getUint32(16, true) | view.getUint32(20, true)) !== 0)
    throw fail('format.unsupported', 'The zip archive is spread over several files.')
  return checkDirectory({ entries: wide(view, 32), start: wide(view, 48), end: at }, wide(view, 40), reading)
}

function checkDirectory(directory: Directory, size: number, { fail }: Reading): Directory {
  if (directory.start + size !== directory.end)
    throw fail(
      'format.header',
      `The directory of the zip archive should end at byte ${count(directory.end)}, it claims ${count(directory.start)} + ${count(size)}.`,
      { byte: directory.end }
    )
  return directory
}

/** One record of the directory. */
function readEntry(record: Uint8Array, reading: Reading): Omit<ZipEntry, 'limit'> {
  const { fail } = reading
  const view = viewOf(record)
  const extraAt = CENTRAL_BYTES + view.getUint16(28, true)
  const nameBytes = record.subarray(CENTRAL_BYTES, extraAt)
  const name = safeName(nameBytes, reading)
  const where = { entry: name }
  if (view.getUint16(8, true) & ENCRYPTED)
    throw fail(
      'format.unsupported',
      `The entry ${quote(name)} is encrypted.`,
      where,
      'Unpack the archive with its password and pack it again without.'
    )
  const method = view.getUint16(10, true)
  if (method !== 0 && method !== 8)
    throw fail(
      'format.unsupported',
      `The entry ${quote(name)} is packed by method ${method}; stored (0) and deflated (8) are read.`,
      where
    )
  const figures = {
    size: view.getUint32(24, true),
    packedSize: view.getUint32(20, true),
    headerAt: view.getUint32(42, true)
  }
  const wideFigures = findZip64(view, extraAt, extraAt + view.getUint16(30, true))
  for (const key of ['size', 'packedSize', 'headerAt'] as const) {
    if (figures[key] !== ALL_ONES_32) continue
    const value = wideFigures.shift()
    if (value === undefined)
      throw fail('format.header', `The entry ${quote(name)} lacks its zip64 field.`, where)
    figures[key] = value
  }
  const { size, packedSize } = figures
  if (method === 0 ? size !== packedSize : size > MAX_RATIO * packedSize)
    throw fail(
      'format.size',
      `The entry ${quote(name)} claims ${count(size)} bytes out of ${count(packedSize)}, which cannot be.`,
      where
    )
  return {
    name,
    nameBytes,
    link: (view.getUint16(40, true) & FILE_TYPE) === LINK,
    deflated: method === 8,
    crc: view.getUint32(16, true),
    ...figures
  }
}

/** The 8-byte figures of the zip64 extra field: those that did not fit, in a fixed order. */
function findZip64(view: DataView, start: number, end: number): number[] {
  for (let at = start; at + 4 <= end;) {
    const next = at + 4 + view.getUint16(at + 2, true)
    if (next > end) break
    if (view.getUint16(at, true) === 1)
      return Array.from({ length: Math.floor((next - at - 4) / 8) }, (_, i) => wide(view, at + 4 + 8 * i))
    at = next
  }
  return []
}

/** The name, if it stays in its folder on every system. */
function safeName(bytes: Uint8Array, { fail }: Reading): string {
  let name: string
  try {
    name = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw fail('format.header', 'The zip archive has a name that is not UTF-8.')
  }
  const parts = name.replace(/\/$/, '').split('/')
  if (
    /[\\\u0000-\u001f\u007f]|^[A-Za-z]:/.test(name) ||
    parts.some(part => part === '' || part === '.' || part === '..')
  ) {
    throw fail('format.header', `The zip archive has the name ${quote(name)}, which is not safe.`, {
      entry: name
    })
  }
  return name
}

/** Every entry must end where the next one begins, the last where the directory does. */
function withLimits(
  entries: readonly Omit<ZipEntry, 'limit'>[],
  directoryAt: number,
  { fail }: Reading
): ZipEntry[] {
  const inOrder = [...entries].sort((a, b) => a.headerAt - b.headerAt)
  const limits = new Map(inOrder.map((entry, i) => [entry.name, inOrder.at(i + 1)?.headerAt ?? directoryAt]))
  return entries.map(entry => {
    const limit = Math.min(limits.get(entry.name) ?? directoryAt, directoryAt)
    if (entry.headerAt + LOCAL_BYTES + entry.packedSize > limit)
      throw fail('format.header', `The entry ${quote(entry.name)} overlaps what follows it.`, {
        entry: entry.name
      })
    return { ...entry, limit }
  })
}

function wide(view: DataView, at: number): number {
  return view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
}
