/**
 * What a Parquet file claims to hold (its footer), checked against its length: which columns of which
 * type, in which groups of rows, and where their bytes stand.
 */
import type { ByteSource } from '@unseen/data'
import { readerKit } from '@unseen/data/internal'
import {
  parquetMetadataAsync,
  parquetSchema,
  type FileMetaData,
  type SchemaElement,
  type SchemaTree
} from 'hyparquet'

export interface Chunk {
  readonly start: number
  readonly end: number
  readonly values: number
  readonly codec: string
}

export interface Column {
  readonly name: string
  readonly type: readerKit.ElementTypeName | 'text'
  /** of a column of lists; 1 otherwise */
  readonly width: number
  readonly isList: boolean
  /** from the column down to its values */
  readonly path: readonly SchemaElement[]
  /** one for each group of rows */
  readonly chunks: readonly Chunk[]
}

export interface ParquetFile {
  readonly metadata: FileMetaData
  readonly rows: number
  readonly groups: readonly { readonly start: number; readonly rows: number }[]
  readonly columns: readonly Column[]
}

const { count, quote } = readerKit
/** The most that deflate makes of a byte; run lengths may stand for more, hence the constant. */
const MAX_RATIO = 1032
const SMALL = 2 ** 26
const TEXT_BYTES = 24
/** 'PAR1' at both ends, and the length of the footer. */
const LEAST_BYTES = 12

export async function openParquet(source: ByteSource, reading: readerKit.Reading): Promise<ParquetFile> {
  const { fail } = reading
  if (source.byteLength < LEAST_BYTES)
    throw fail('format.truncated', `A Parquet file of ${source.byteLength} bytes has no footer.`)
  const tail = Buffer.from(
    await readerKit.sliceOf(source, source.byteLength - 4, source.byteLength, reading)
  ).toString('latin1')
  if (tail === 'PARE')
    throw fail('format.unsupported', 'The Parquet file is encrypted.', {}, 'Save it without encryption.')
  if (tail !== 'PAR1')
    throw fail(
      'format.truncated',
      'The Parquet file does not end as it should.',
      {},
      'Copy or download the whole file again.'
    )
  const metadata = await parquetMetadataAsync(
    {
      byteLength: source.byteLength,
      slice: async (start, end = source.byteLength) =>
        bufferOf(await readerKit.sliceOf(source, start, end, reading))
    },
    // Looking for places on the globe walks the schema, and goes in circles where a group claims -1 columns.
    { geoparquet: false }
  )
  if (!metadata.schema.every(({ num_children: children }) => children === undefined || children >= 0))
    throw fail('format.header', 'The schema of the Parquet file has a group of fewer than no columns.')
  let rows = 0
  const groups = metadata.row_groups.map(group => {
    const start = rows
    rows += Number(group.num_rows)
    return { start, rows: Number(group.num_rows) }
  })
  if (
    !groups.every(group => Number.isSafeInteger(group.rows) && group.rows > 0) ||
    rows !== Number(metadata.num_rows)
  )
    throw fail(
      'format.header',
      `The Parquet file claims ${count(Number(metadata.num_rows))} rows, its groups have ${count(rows)}.`
    )
  const columns = parquetSchema(metadata).children.map(tree =>
    columnOf(tree, metadata, groups, source.byteLength, reading)
  )
  const names = new Set(columns.map(({ name }) => name))
  if (names.size !== columns.length)
    throw fail('format.header', 'The Parquet file has two columns of the same name.')
  const claimed = columns.reduce(
    (sum, { chunks, type }) =>
      sum +
      chunks.reduce((values, chunk) => values + chunk.values, 0) *
        (type === 'text' ? 1 : readerKit.elementTypes[type].heldBytes),
    0
  )
  if (!(claimed <= MAX_RATIO * source.byteLength + SMALL))
    throw fail(
      'format.size',
      `The Parquet file claims ${count(claimed)} bytes of values in ${count(source.byteLength)}, which cannot be.`
    )
  return { metadata, rows, groups, columns }
}

/** What a column takes in memory. */
export function heldBytes({ type, width }: Column, rows: number): number {
  return rows * width * (type === 'text' ? TEXT_BYTES : readerKit.elementTypes[type].heldBytes)
}

export function bufferOf(bytes: Uint8Array): ArrayBuffer {
  return bytes.byteLength === bytes.buffer.byteLength ? (bytes.buffer as ArrayBuffer) : bytes.slice().buffer
}

function columnOf(
  tree: SchemaTree,
  metadata: FileMetaData,
  groups: ParquetFile['groups'],
  byteLength: number,
  reading: readerKit.Reading
): Column {
  const { name } = tree.element
  const where = { column: name }
  const path = [tree.element]
  let node = tree
  while (node.children.length > 0) {
    if (node.children.length > 1 || path.length === 3)
      throw reading.fail(
        'format.unsupported',
        `The column ${quote(name)} is neither numbers nor texts nor lists of one of them.`,
        where,
        'Leave it out, or save its parts as columns of their own.'
      )
    node = node.children[0]
    path.push(node.element)
  }
  const isList = path.some(element => element.repetition_type === 'REPEATED')
  const type = typeOf(node.element) ?? refuseType(name, node.element, reading)
  const chunks = metadata.row_groups.map((group, i) => {
    const found = group.columns.filter(({ meta_data: facts }) => facts?.path_in_schema[0] === name)
    const [{ meta_data: facts, file_path: elsewhere }] = found
    if (found.length !== 1 || facts === undefined)
      throw reading.fail('format.header', `The column ${quote(name)} is missing in group ${i}.`, where)
    if (elsewhere !== undefined && elsewhere !== '')
      throw reading.fail('format.unsupported', `The column ${quote(name)} stands in another file.`, where)
    const start =
      Number(facts.dictionary_page_offset ?? 0) > 0
        ? Math.min(Number(facts.dictionary_page_offset), Number(facts.data_page_offset))
        : Number(facts.data_page_offset)
    const end = start + Number(facts.total_compressed_size)
    if (!(start >= 4 && start <= end && end <= byteLength))
      throw reading.fail(
        'format.truncated',
        `The column ${quote(name)} should stand at ${count(start)} to ${count(end)} of ${count(byteLength)} bytes.`,
        where
      )
    const values = Number(facts.num_values)
    if (!Number.isSafeInteger(values) || values < groups[i].rows || (!isList && values !== groups[i].rows))
      throw reading.fail(
        'format.header',
        `The column ${quote(name)} has ${count(values)} values in ${count(groups[i].rows)} rows.`,
        where
      )
    return { start, end, values, codec: facts.codec }
  })
  const widths = new Set(chunks.map(({ values }, i) => values / groups[i].rows))
  const [width = 0] = widths
  if (widths.size > 1 || !Number.isInteger(width))
    throw reading.fail(
      'format.unsupported',
      `The lists of the column ${quote(name)} are not all of one length.`,
      where,
      'Fill them up, or save the column as a file of its own.'
    )
  return { name, type, width: isList ? width : 1, isList, path, chunks }
}

function typeOf({
  type,
  type_length: bytes,
  converted_type: converted,
  logical_type: logical
}: SchemaElement): Column['type'] | undefined {
  const integer = /^(U?)INT_(8|16|32|64)$/.exec(converted ?? '')
  if (type === 'INT32' || type === 'INT64') {
    const plain = type === 'INT32' ? 'int32' : 'int64'
    if (logical?.type === 'INTEGER')
      return `${logical.isSigned ? 'int' : 'uint'}${logical.bitWidth}` as readerKit.ElementTypeName
    if (integer !== null)
      return `${integer[1] === '' ? 'int' : 'uint'}${integer[2]}` as readerKit.ElementTypeName
    return converted === undefined && logical === undefined ? plain : undefined
  }
  if (type === 'FIXED_LEN_BYTE_ARRAY')
    return logical?.type === 'FLOAT16' && bytes === 2 ? 'float16' : undefined
  if (type === 'BYTE_ARRAY')
    return [undefined, 'UTF8', 'ENUM'].includes(converted) &&
      [undefined, 'STRING', 'ENUM'].includes(logical?.type)
      ? 'text'
      : undefined
  return type === 'FLOAT'
    ? 'float32'
    : type === 'DOUBLE'
      ? 'float64'
      : type === 'BOOLEAN'
        ? 'bool'
        : undefined
}

function refuseType(
  name: string,
  { type, converted_type: converted, logical_type: logical }: SchemaElement,
  { fail }: readerKit.Reading
): never {
  throw fail(
    'format.unsupported',
    `The column ${quote(name)} is of the type ${logical?.type ?? converted ?? type ?? 'unknown'}, which is not read.`,
    { column: name },
    'Save it as numbers or texts, or leave it out.'
  )
}
