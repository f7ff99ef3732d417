/**
 * Ids and metadata of rows by their numbers. The database is opened for the first question and stays: to open and
 * close one costs the thread that asks more than all the rest of a search. It reads the blocks of its library and
 * nothing else.
 */
import type { OpenDuckdb } from './duckdb.js'
import { type BlockEntry, places } from './layout.js'

/** An entry of a library's metadata. */
export type MetaValue = string | number | boolean | null

/** What is known of the rows of a library. */
export interface RowTable {
  /** By their numbers in the library; all of them stand in `blocks`. */
  rows(
    blocks: readonly Pick<BlockEntry, 'number'>[],
    numbers: readonly number[]
  ): Promise<ReadonlyMap<number, Readonly<Record<string, MetaValue>>>>
  /** Gives its memory back. */
  close(): Promise<void>
}

/** It keeps parts of files that were read, and looks at their dates before it uses them again. */
const MEMORY = '256MB'

export function openRowTable(folder: string): RowTable {
  let database: Promise<OpenDuckdb> | undefined
  let last: Promise<unknown> = Promise.resolve()
  const open = async (): Promise<OpenDuckdb> => {
    // Only those who search wait for DuckDB.
    const { confine, openDuckdb } = await import('./duckdb.js')
    const opened = await openDuckdb(':memory:', { memory_limit: MEMORY, temp_directory: '' })
    await confine(opened.connection, places.blocks(folder))
    return opened
  }
  const opened = (): Promise<OpenDuckdb> =>
    (database ??= open().catch((error: unknown) => {
      database = undefined
      throw error
    }))
  const ask = async (
    blocks: readonly Pick<BlockEntry, 'number'>[],
    numbers: readonly number[]
  ): Promise<Map<number, Record<string, MetaValue>>> => {
    const { sqlText } = await import('./duckdb.js')
    const { connection } = await opened()
    const files = blocks.map(({ number }) => sqlText(places.part(folder, number, 'rows')))
    const reader = await connection.runAndReadAll(
      `SELECT * FROM read_parquet([${files.join(', ')}], union_by_name = true) WHERE unseen_row IN (${numbers.join(', ')})`
    )
    const found = reader
      .getRowObjectsJS()
      .map(row => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)])))
    return new Map(found.map(({ unseen_row: number, ...row }) => [Number(number), row]))
  }
  return {
    rows(blocks, numbers) {
      // One after the other: a connection has one result at a time.
      const turn = last.then(() => ask(blocks, numbers))
      last = turn.catch(() => undefined)
      return turn
    },
    async close() {
      await last
      const kept = await database
      database = undefined
      kept?.close()
    }
  }
}

/** As JSON has it: whole numbers where they are exact, times as ISO 8601. */
function plain(value: unknown): MetaValue {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part))
}
