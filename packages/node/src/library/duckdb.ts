/** DuckDB, for metadata: how it is opened, and names and texts in its statements. */
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'

export type { DuckDBConnection }

export interface OpenDuckdb {
  readonly connection: DuckDBConnection
  close(): void
}

/** A database of its own; nothing is fetched from the network, and it spills to no disk of ours. */
export async function openDuckdb(
  path: string,
  settings: Readonly<Record<string, string>>
): Promise<OpenDuckdb> {
  const instance = await DuckDBInstance.create(path, {
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    ...settings
  })
  try {
    const connection = await instance.connect()
    return {
      connection,
      close() {
        connection.closeSync()
        instance.closeSync()
      }
    }
  } catch (error) {
    instance.closeSync()
    throw error
  }
}

/** Runs `work` on a database that is closed afterwards. */
export async function withDuckdb<Result>(
  path: string,
  settings: Readonly<Record<string, string>>,
  work: (connection: DuckDBConnection) => Promise<Result>
): Promise<Result> {
  const { connection, close } = await openDuckdb(path, settings)
  try {
    return await work(connection)
  } finally {
    close()
  }
}

/** From now on it reads files below `folder` and nothing else, and nobody can change that. */
export async function confine(connection: DuckDBConnection, folder: string): Promise<void> {
  await connection.run(`SET allowed_directories = [${sqlText(`${folder}/`)}]`)
  await connection.run('SET enable_external_access = false')
  await connection.run('SET lock_configuration = true')
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
