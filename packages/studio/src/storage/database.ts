/**
 * The browser's database. `projects` holds small records, `files` the bytes that belong to them (data set,
 * model, pictures) under [project, name]. Pages and the engine's worker open it alike.
 */
import type { ProjectRecord } from './project-record.js'
import { openDB, type DBSchema, type IDBPDatabase } from 'idb'

export interface Tables extends DBSchema {
  projects: { key: string; value: ProjectRecord }
  files: { key: [project: string, name: string]; value: Blob | Uint8Array<ArrayBuffer> }
}

export type Database = IDBPDatabase<Tables>

export const DATABASE = 'unseen-studio'

export async function openDatabase(name = DATABASE): Promise<Database> {
  return openDB<Tables>(name, 1, {
    upgrade(database) {
      database.createObjectStore('projects', { keyPath: 'id' })
      database.createObjectStore('files')
    }
  })
}
