/**
 * A condition on ids and metadata: in SQL where it is the user's own, in the small language of condition.ts
 * where it is a stranger's, since no limit of the database holds a function such as `repeat` to its memory. It
 * runs in a DuckDB that can read the rows of this library and nothing else: no other file, no network, no
 * writing, no settings, one statement that selects. What it finds is one bit for each row.
 */
import { UnseenError, count } from '@unseen/core'
import { type Compiled, compileCondition, refusal } from './condition.js'
import { type DuckDBConnection, confine, duckdbMessage, sqlText, withDuckdb } from './duckdb.js'
import { type BlockEntry, type MetaColumn, places } from './layout.js'
import { Turns } from './turns.js'
import { availableParallelism } from 'node:os'
import { type DuckDBPreparedStatement, StatementType } from '@duckdb/node-api'

export interface WhereOptions {
  /** until it is given up */
  readonly seconds?: number
  readonly signal?: AbortSignal | undefined
  /** the columns of the small language a stranger's condition is in; SQL unless given */
  readonly columns?: readonly MetaColumn[] | undefined
}

export interface Wanted {
  /** in shared memory, for threads */
  readonly mask: Uint8Array
  readonly rows: number
}

const SECONDS = 60
/** Each has threads and memory of its own: a crowd of questions takes no more than a few. */
const turns = new Turns(availableParallelism())

export async function rowsWhere(
  folder: string,
  blocks: readonly BlockEntry[],
  condition: string,
  { seconds = SECONDS, signal, columns }: WhereOptions = {}
): Promise<Wanted> {
  const compiled = columns === undefined ? undefined : compileCondition(condition, columns)
  const total = blocks.reduce((sum, { rows }) => sum + rows, 0)
  const mask = new Uint8Array(new SharedArrayBuffer(Math.ceil(total / 8) + 1))
  const look = async (connection: DuckDBConnection): Promise<number> => {
    const stop = (): void => connection.interrupt()
    // To prepare a statement may take as long as to run it.
    const late = setTimeout(stop, 1000 * seconds)
    signal?.addEventListener('abort', stop)
    try {
      signal?.throwIfAborted()
      const statement =
        compiled === undefined
          ? await prepareSql(connection, condition)
          : await preparePlain(connection, compiled)
      const result = await statement.stream()
      let found = 0
      for (
        let chunk = await result.fetchChunk();
        chunk !== null && chunk.rowCount > 0;
        chunk = await result.fetchChunk()
      ) {
        const numbers = chunk.getColumnVector(0)
        for (let i = 0; i < chunk.rowCount; i++) {
          const row = numbers.getItem(i)
          if (typeof row !== 'number' || !Number.isInteger(row) || row < 0 || row >= total)
            throw new UnseenError(
              'library.query',
              'A condition is one expression that is true or false for each row.',
              { where: { option: 'where' } }
            )
          mask[row >>> 3] |= 1 << (row & 7)
          found++
        }
      }
      return found
    } finally {
      clearTimeout(late)
      signal?.removeEventListener('abort', stop)
    }
  }
  const rows = await withRows(folder, blocks, look, signal).catch((error: unknown) =>
    refuse(error, seconds, signal)
  )
  return { mask, rows }
}

const SELECTED = 'SELECT CAST(unseen_row AS DOUBLE) FROM rows WHERE'

async function prepareSql(connection: DuckDBConnection, condition: string): Promise<DuckDBPreparedStatement> {
  // The line end ends a comment, too.
  const statements = await connection.extractStatements(`${SELECTED} (${condition}\n)`)
  if (statements.count !== 1)
    throw new UnseenError(
      'library.query',
      'A condition is one expression, such as "taken_at > \'2026-01-01\'".',
      { where: { option: 'where' } }
    )
  const statement = await statements.prepare(0)
  if (statement.statementType !== StatementType.SELECT)
    throw new UnseenError('library.query', 'A condition may only select.', { where: { option: 'where' } })
  return statement
}

async function preparePlain(
  connection: DuckDBConnection,
  { sql, values, moments }: Compiled
): Promise<DuckDBPreparedStatement> {
  for (const { text, type, at } of moments) {
    const reader = await connection.runAndReadAll(`SELECT TRY_CAST($1 AS ${type}) IS NULL`, [text])
    if (reader.getRows()[0][0] === true)
      throw refusal(
        `${JSON.stringify(text)} cannot be read as ${type}`,
        at,
        "Write it as '2026-01-31' or '2026-01-31 12:00:00'."
      )
  }
  const statement = await connection.prepare(`${SELECTED} ${sql}`)
  statement.bind([...values])
  return statement
}

/** `work` on a view `rows` of all rows, in a database that can do nothing else. */
async function withRows<Result>(
  folder: string,
  blocks: readonly Pick<BlockEntry, 'number'>[],
  work: (connection: DuckDBConnection) => Promise<Result>,
  signal?: AbortSignal
): Promise<Result> {
  const open = () =>
    withDuckdb(':memory:', { memory_limit: '1GB', temp_directory: '' }, async connection => {
      const files = blocks.map(({ number }) => sqlText(places.part(folder, number, 'rows')))
      await connection.run(
        `CREATE VIEW rows AS SELECT * FROM read_parquet([${files.join(', ')}], union_by_name = true)`
      )
      await confine(connection, places.blocks(folder))
      return work(connection)
    })
  return turns.run(open, signal)
}

function refuse(error: unknown, seconds: number, signal: AbortSignal | undefined): never {
  if (error instanceof UnseenError) throw error
  if (signal?.aborted === true)
    throw new UnseenError('cancelled', 'Stopped before the condition was looked at for all rows.')
  const message = duckdbMessage(error)
  if (/interrupt/i.test(message))
    throw new UnseenError('library.query', `The condition took more than ${count(seconds)} seconds.`, {
      where: { option: 'where' },
      remedy: 'Make it simpler, or allow more time.',
      cause: error
    })
  throw new UnseenError('library.query', `The condition cannot be run: ${message.replace(/\.$/, '')}.`, {
    where: { option: 'where' },
    remedy: '`unseen library` lists the columns; texts stand in single quotes.',
    cause: error
  })
}
