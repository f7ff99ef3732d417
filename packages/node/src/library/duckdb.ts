/** DuckDB, for metadata: how it is opened, and names and texts in its statements. */
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'

export type { DuckDBConnection }

/**
 * Runs `work` on a database of its own; nothing is fetched from the network, and it spills to no disk of
 * ours.
 */
export async function withDuckdb<Result>(
  path: string,
  settings: Readonly<Record<string, string>>,
  work: (connection: DuckDBConnection) => Promise<Result>
): Promise<Result> {
  const instance = await DuckDBInstance.create(path, {
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    ...settings
  })
  try {
    const connection = await instance.connect()
    try {
      return await work(connection)
    } finally {
      connection.closeSync()
    }
  } finally {
    instance.closeSync()
  }
}

/** "taken at" */
export function sqlName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** 'it''s' */
export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** What DuckDB says, without the kind of error, the line that shows where, and what it suggests. */
export function duckdbMessage(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text
    .split(/\n\n|\nLINE /)[0]
    .replace(/^[A-Z][A-Za-z ]*Error: /, '')
    .replace(/\s+/g, ' ')
    .trim()
}
