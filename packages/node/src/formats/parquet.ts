/**
 * Parquet: every column an array, lists of one length a matrix (rows x length). A missing number is
 * NaN in a column of floating-point numbers and a missing text empty; a missing whole number or truth
 * value is refused, since nothing could stand for it. Groups of rows are read one after the other, so
 * that `openRows` takes memory for one of them.
 */
import { UnseenError } from '@unseen/core'
import type { ArrayRows, ByteSource, NamedArray, ReadOptions, Reader } from '@unseen/data'
import { type NumberArray, readerKit } from '@unseen/data/internal'
import { type Column, type ParquetFile, bufferOf, heldBytes, openParquet } from './parquet-file.js'
import { checkPages, compressors } from './parquet-pages.js'
import { parquetRead } from 'hyparquet'

const { count, quote } = readerKit
const MAGIC = [0x50, 0x41, 0x52, 0x31]
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export const parquetReader: Reader = {
  name: 'parquet',
  extensions: ['parquet'],
  recognises: head => MAGIC.every((byte, at) => head[at] === byte),
  async read(source, options) {
    return guarded(options, async reading => {
      const file = await openParquet(source, reading)
      const arrays: NamedArray[] = []
      for (const column of file.columns) {
        reading.charge(heldBytes(column, file.rows), quote(column.name))
        const data = roomFor(column, file.rows)
        for (let group = 0; group < file.groups.length; group++)
          await readGroup(source, file, column, group, data, file.groups[group].start, reading)
        arrays.push({
          name: column.name,
          type: column.type,
          shape: column.isList ? [file.rows, column.width] : [file.rows],
          data
        })
      }
      return { format: 'parquet', arrays }
    })
  },
  async openRows(source, options) {
    return guarded(options, async reading => {
      const file = await openParquet(source, reading)
      const lists = file.columns.filter(
        ({ name, isList }) => isList && (options?.array === undefined || name === options.array)
      )
      const [column] = lists
      return lists.length === 1 && column.type !== 'text' ? rowsOf(source, file, column, options) : undefined
    })
  }
}

/** What the library throws at a damaged file is put into our terms. */
async function guarded<T>(
  options: ReadOptions | undefined,
  work: (reading: readerKit.Reading) => Promise<T>
): Promise<T> {
  const reading = readerKit.startReading(options)
  try {
    return await work(reading)
  } catch (error) {
    if (error instanceof UnseenError || !(error instanceof Error) || 'errno' in error) throw error
    throw reading.fail(
      'format.header',
      `The Parquet file is damaged (${error.message}).`,
      {},
      'Copy or download the whole file again.'
    )
  }
}

/** The group that was read last is kept: rows are mostly asked for in order. */
function rowsOf(source: ByteSource, file: ParquetFile, column: Column, options?: ReadOptions): ArrayRows {
  let kept: { readonly group: number; readonly data: NumberArray } | undefined
  const groupData = async (group: number): Promise<NumberArray> => {
    if (kept?.group === group) return kept.data
    kept = undefined
    return guarded(options, async reading => {
      const { rows } = file.groups[group]
      reading.charge(heldBytes(column, rows), `Group ${group} of ${quote(column.name)}`)
      const data = roomFor(column, rows) as NumberArray
      await readGroup(source, file, column, group, data, 0, reading)
      kept = { group, data }
      return data
    })
  }
  return {
    rows: file.rows,
    columns: column.width,
    type: column.type,
    async read(start, end) {
      readerKit.checkRange(start, end, file.rows)
      const { width } = column
      const out = roomFor(column, end - start) as Writable
      for (const [group, { start: first, rows }] of file.groups.entries()) {
        const [from, to] = [Math.max(start, first), Math.min(end, first + rows)]
        if (from < to)
          out.set(
            (await groupData(group)).subarray((from - first) * width, (to - first) * width),
            (from - start) * width
          )
      }
      return out
    }
  }
}

type Writable = NumberArray & {
  set(values: ArrayLike<number> | ArrayLike<bigint>, at: number): void
  [index: number]: number | bigint
}

function roomFor({ type, width }: Column, rows: number): NumberArray | string[] {
  return type === 'text'
    ? Array<string>(rows * width)
    : readerKit.elementTypes[type].fromBytes(
        new Uint8Array(rows * width * readerKit.elementTypes[type].bytes)
      )
}

/** Puts the values of one group at row `at` of `data`. */
async function readGroup(
  source: ByteSource,
  file: ParquetFile,
  column: Column,
  group: number,
  data: NumberArray | string[],
  at: number,
  reading: readerKit.Reading
): Promise<void> {
  const { start, end } = column.chunks[group]
  const { start: rowStart, rows } = file.groups[group]
  const buffer = bufferOf(await readerKit.sliceOf(source, start, end, reading))
  checkPages(buffer, column, column.chunks[group], reading)
  const decoded: { readonly values: ArrayLike<unknown>; readonly first: number }[] = []
  await parquetRead({
    file: {
      byteLength: source.byteLength,
      slice: (from, to = source.byteLength) => buffer.slice(from - start, to - start)
    },
    metadata: file.metadata,
    columns: [column.name],
    rowStart,
    rowEnd: rowStart + rows,
    compressors,
    parsers: { stringFromBytes: bytes => (bytes as Uint8Array | undefined) && decoder.decode(bytes) },
    // What is thrown in here would be lost.
    onChunk: ({ columnData, rowStart: first }) => {
      decoded.push({ values: columnData, first })
    }
  })
  for (const { values, first } of decoded)
    place(values, data, (at + first - rowStart) * column.width, column, first, reading)
  const filled = decoded.reduce((sum, { values }) => sum + values.length, 0)
  if (filled !== rows)
    throw reading.fail(
      'format.truncated',
      `The column ${quote(column.name)} has ${count(filled)} of ${count(rows)} rows in group ${group}.`,
      { column: column.name }
    )
}

function place(
  values: ArrayLike<unknown>,
  data: NumberArray | string[],
  at: number,
  column: Column,
  firstRow: number,
  reading: readerKit.Reading
): void {
  if (at + values.length * column.width > data.length)
    throw reading.fail('format.header', `The column ${quote(column.name)} has more rows than the file.`, {
      column: column.name
    })
  // Numbers that are stored as they are held, which most are, are moved together.
  if (!column.isList && values.constructor === data.constructor && column.type !== 'text') {
    const numbers = data as Writable
    numbers.set(values as ArrayLike<number>, at)
    return
  }
  const refuse = (code: 'format.value' | 'format.unsupported', row: number, what: string): never => {
    throw reading.fail(code, `Row ${count(firstRow + row)} of the column ${quote(column.name)} ${what}.`, {
      column: column.name,
      row: firstRow + row
    })
  }
  const out = data as unknown as (number | bigint | string)[]
  for (let row = 0; row < values.length; row++) {
    const entry = values[row]
    if (!column.isList) {
      out[at + row] = held(entry, column, what => refuse('format.value', row, what))
      continue
    }
    const list = entry as ArrayLike<unknown> | null | undefined
    if (list?.length !== column.width)
      refuse('format.unsupported', row, `has ${list?.length ?? 'no'} entries, ${column.width} are expected`)
    else
      for (let i = 0; i < column.width; i++)
        out[at + row * column.width + i] = held(list[i], column, what => refuse('format.value', row, what))
  }
}

function held(value: unknown, { type }: Column, refuse: (what: string) => never): number | bigint | string {
  const isMissing = value === null || value === undefined
  if (type === 'text') return isMissing ? '' : typeof value === 'string' ? value : refuse('holds no text')
  if (type === 'float64' || type === 'float32' || type === 'float16')
    return isMissing ? NaN : typeof value === 'number' ? value : refuse('holds no number')
  if (isMissing) return refuse('has no value')
  if (type === 'bool') return typeof value === 'boolean' ? Number(value) : refuse('is neither true nor false')
  const bits = Number(/\d+/.exec(type)?.[0])
  const most = 2 ** (type.startsWith('u') ? bits : bits - 1)
  const least = type.startsWith('u') ? 0 : -most
  const fits =
    (typeof value === 'bigint' || Number.isInteger(value)) &&
    (value as number) >= least &&
    (value as number) < most
  if (!fits) return refuse(`holds a value that is no ${type}`)
  return bits === 64 ? BigInt(value as number | bigint) : Number(value)
}
