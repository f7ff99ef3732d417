/**
 * Metadata of the rows: a table of the user's (CSV or Parquet) whose types DuckDB finds out, joined to
 * the rows of each block and written as Parquet. It belongs to rows by their order, or, where rows have
 * names and a column of ids is given, by those.
 */
import { UnseenError, count } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { syncFiles } from '../files/whole-folder.js'
import { type DuckDBConnection, duckdbMessage, sqlName, sqlText } from './duckdb.js'
import type { MetaColumn, StoredFile } from './layout.js'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rename, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

export interface MetaOptions {
  /** the table; none: rows have ids alone */
  readonly meta?: string
  /** its column of ids */
  readonly ids?: string
  /** columns that the library knows already, whose types hold */
  readonly known: readonly MetaColumn[]
}

export interface PartRow {
  readonly row: number
  readonly id: string
  readonly sourceRow: number
}

export interface Metadata {
  /** without the ids */
  readonly columns: readonly MetaColumn[]
  readonly rows: number
  /** there is a column of ids */
  readonly hasIds: boolean
  /** Ids of rows start .. end - 1 of the table, where it has them. */
  ids(start: number, end: number): Promise<readonly (string | null)[]>
  /** rows that were joined by id so far, and those of them that the table speaks of */
  readonly joined: { readonly rows: number; readonly matched: number }
  /** Writes the rows of a block; `byId` joins by id, otherwise by the number of the row in its source. */
  write(path: string, source: string, rows: readonly PartRow[], byId: boolean): Promise<StoredFile>
}

/** Names of our own columns begin so. */
const OWN = 'unseen_'

export async function openMetadata(
  connection: DuckDBConnection,
  { meta, ids, known }: MetaOptions
): Promise<Metadata> {
  if (meta === undefined && ids !== undefined)
    throw new UnseenError('options.combination', 'A column of ids needs the table it is in.', {
      where: { option: 'ids' },
      remedy: 'Name the table with --meta.'
    })
  await connection.run('CREATE TABLE part (unseen_row BIGINT, id VARCHAR, unseen_source_row BIGINT)')
  const all = meta === undefined ? [] : await importTable(connection, meta)
  const idColumn = meta === undefined ? undefined : findIds(all, ids, meta)
  const columns = all
    .filter(({ name }) => name !== idColumn)
    .map(column => ({
      ...column,
      type: known.find(({ name }) => same(name, column.name))?.type ?? column.type
    }))
  const rows = meta === undefined ? 0 : await numberOf(connection, 'SELECT count(*) FROM meta')
  if (idColumn !== undefined) await checkIds(connection, idColumn, meta ?? '')
  const key = idColumn === undefined ? 'NULL' : `CAST(meta.${sqlName(idColumn)} AS VARCHAR)`
  const joined = { rows: 0, matched: 0 }
  /** A table that speaks of none of the rows is another one than was meant. */
  const countMatches = async (part: readonly PartRow[]): Promise<void> => {
    joined.rows += part.length
    joined.matched += await numberOf(connection, `SELECT count(*) FROM part JOIN meta ON ${key} = part.id`)
    if (joined.matched > 0) return
    const [example] = (await connection.runAndReadAll(`SELECT ${key} FROM meta LIMIT 1`)).getRows()
    throw new UnseenError(
      'library.source',
      `None of ${count(joined.rows)} rows is in ${meta ?? ''}: rows have ids such as ${JSON.stringify(part[0].id)}, its column ${JSON.stringify(idColumn)} has ${example === undefined ? 'none' : `such as ${JSON.stringify(example[0])}`}.`,
      {
        where: defined({ file: meta, column: idColumn }),
        remedy: "Name the column that has the rows' ids with --ids, or leave --meta out."
      }
    )
  }
  return {
    columns,
    rows,
    joined,
    hasIds: idColumn !== undefined,
    async ids(start, end) {
      const reader = await connection.runAndReadAll(
        `SELECT ${key} FROM meta WHERE rowid >= ${start} AND rowid < ${end} ORDER BY rowid`
      )
      return reader.getColumns()[0]?.map(value => (typeof value === 'string' ? value : null)) ?? []
    },
    async write(path, source, part, byId) {
      await fillPart(connection, part)
      if (byId) await countMatches(part)
      const own = `part.unseen_row, part.id, ${sqlText(source)} AS unseen_source, part.unseen_source_row`
      const taken = columns
        .map(({ name, type }) => `, CAST(near.${sqlName(name)} AS ${type}) AS ${sqlName(name)}`)
        .join('')
      const range = byId
        ? ''
        : ` WHERE rowid >= ${part[0].sourceRow} AND rowid <= ${part[part.length - 1].sourceRow}`
      const joined =
        meta === undefined
          ? ''
          : ` LEFT JOIN (SELECT rowid AS unseen_place, ${key} AS unseen_key, * FROM meta${range}) near ON ${byId ? 'near.unseen_key = part.id' : 'near.unseen_place = part.unseen_source_row'}`
      const temporary = `${path}.part`
      try {
        await connection.run(
          `COPY (SELECT ${own}${taken} FROM part${joined} ORDER BY part.unseen_row) TO ${sqlText(temporary)} (FORMAT parquet, COMPRESSION snappy)`
        )
      } catch (cause) {
        throw new UnseenError(
          'library.source',
          `The metadata${meta === undefined ? '' : ` of ${meta}`} cannot be stored: ${duckdbMessage(cause)}.`,
          {
            where: { file: meta ?? path },
            remedy: 'Columns keep the type they had when the library was made.',
            cause
          }
        )
      }
      await syncFiles([temporary])
      const hash = createHash('sha256')
      await pipeline(createReadStream(temporary), hash)
      const { size } = await stat(temporary)
      await rename(temporary, path)
      return { bytes: size, sha256: hash.digest('hex') }
    }
  }
}

async function importTable(connection: DuckDBConnection, path: string): Promise<MetaColumn[]> {
  const found = await stat(path).catch(() => undefined)
  if (found?.isFile() !== true)
    throw new UnseenError('path.missing', `${path} does not exist or is no file.`, { where: { file: path } })
  // Types are found out from all rows, so that a late row cannot refuse what an early one promised.
  const from = /\.parquet$/i.test(path)
    ? `read_parquet(${sqlText(path)})`
    : `read_csv(${sqlText(path)}, header = true, sample_size = -1)`
  try {
    await connection.run(`CREATE TABLE meta AS SELECT * FROM ${from}`)
  } catch (cause) {
    throw new UnseenError('format.header', `${path} cannot be read as a table: ${duckdbMessage(cause)}.`, {
      where: { file: path },
      remedy: 'Metadata are CSV with names in the first line, or Parquet.',
      cause
    })
  }
  const reader = await connection.runAndReadAll(
    "SELECT column_name, data_type FROM duckdb_columns() WHERE table_name = 'meta' ORDER BY column_index"
  )
  const columns = reader.getRows().map(([name, type]) => ({ name: String(name), type: String(type) }))
  const own = columns.find(({ name }) => name.toLowerCase().startsWith(OWN))
  if (own !== undefined)
    throw new UnseenError(
      'library.source',
      `${path} has a column ${JSON.stringify(own.name)}; names that begin with "${OWN}" are the library's own.`,
      { where: { file: path, column: own.name }, remedy: 'Rename it.' }
    )
  return columns
}

/** The column that was named, or one that is called "id". */
function findIds(
  columns: readonly MetaColumn[],
  wanted: string | undefined,
  file: string
): string | undefined {
  const found = columns.find(({ name }) => same(name, wanted ?? 'id'))?.name
  if (found !== undefined || wanted === undefined) return found
  throw new UnseenError('dataset.name', `${file} has no column ${JSON.stringify(wanted)}.`, {
    where: { file },
    remedy: `It has: ${columns.map(({ name }) => name).join(', ')}.`
  })
}

async function checkIds(connection: DuckDBConnection, column: string, file: string): Promise<void> {
  const name = sqlName(column)
  const missing = await numberOf(
    connection,
    `SELECT count(*) FROM meta WHERE ${name} IS NULL OR CAST(${name} AS VARCHAR) = ''`
  )
  if (missing > 0)
    throw new UnseenError('library.source', `${count(missing)} rows of ${file} have no ${column}.`, {
      where: { file, column }
    })
  const twice = await connection.runAndReadAll(
    `SELECT CAST(${name} AS VARCHAR) FROM meta GROUP BY ALL HAVING count(*) > 1 ORDER BY 1 LIMIT 1`
  )
  const [first] = twice.getRows()
  if (first !== undefined)
    throw new UnseenError(
      'library.source',
      `${file} has the ${column} ${JSON.stringify(first[0])} more than once.`,
      { where: { file, column }, remedy: 'Every row needs an id of its own.' }
    )
}

async function fillPart(connection: DuckDBConnection, rows: readonly PartRow[]): Promise<void> {
  await connection.run('DELETE FROM part')
  const appender = await connection.createAppender('part')
  for (const { row, id, sourceRow } of rows) {
    appender.appendBigInt(BigInt(row))
    appender.appendVarchar(id)
    appender.appendBigInt(BigInt(sourceRow))
    appender.endRow()
  }
  appender.closeSync()
}

async function numberOf(connection: DuckDBConnection, statement: string): Promise<number> {
  return Number((await connection.runAndReadAll(statement)).getRows()[0][0])
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
