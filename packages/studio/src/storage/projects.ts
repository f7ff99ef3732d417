/** Projects in the database. A save names the revision it is based on, and is refused where another page saved meanwhile. */
import type { Database } from './database.js'
import type { ProjectRecord } from './project-record.js'

export interface Projects {
  list(): Promise<readonly ProjectRecord[]>
  load(id: string): Promise<ProjectRecord | undefined>
  /** The revision that was written, or 'conflict' where the one in the database is not `based`. */
  save(record: Omit<ProjectRecord, 'revision'>, based: number): Promise<number | 'conflict'>
  /** Where one was; no change of the project, so the revision stays. */
  setAddress(id: string, address: string): Promise<void>
  remove(id: string): Promise<void>
  /** All files of a project, by name. */
  files(id: string): Promise<ReadonlyMap<string, Blob | Uint8Array<ArrayBuffer>>>
  /** These files and no others. */
  writeFiles(id: string, files: ReadonlyMap<string, Blob | Uint8Array<ArrayBuffer>>): Promise<void>
  writeFile(id: string, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>
}

const filesOf = (id: string): IDBKeyRange => IDBKeyRange.bound([id], [id, []])

export function createProjects(open: () => Promise<Database>): Projects {
  return {
    async list() {
      const all = await (await open()).getAll('projects')
      return all.sort((a, b) => b.savedAt - a.savedAt)
    },
    load: async (id) => (await open()).get('projects', id),
    async save(record, based) {
      // One transaction, so that no other page can come between the look and the write.
      const writing = (await open()).transaction('projects', 'readwrite')
      const there = await writing.store.get(record.id)
      if ((there?.revision ?? 0) !== based) {
        await writing.done
        return 'conflict'
      }
      await writing.store.put({ ...record, revision: based + 1 })
      await writing.done
      return based + 1
    },
    async setAddress(id, address) {
      const writing = (await open()).transaction('projects', 'readwrite')
      const there = await writing.store.get(id)
      if (there !== undefined) await writing.store.put({ ...there, address })
      await writing.done
    },
    async remove(id) {
      const writing = (await open()).transaction(['projects', 'files'], 'readwrite')
      await Promise.all([writing.objectStore('projects').delete(id), writing.objectStore('files').delete(filesOf(id)), writing.done])
    },
    async files(id) {
      const reading = (await open()).transaction('files')
      const [names, bytes] = await Promise.all([reading.store.getAllKeys(filesOf(id)), reading.store.getAll(filesOf(id))])
      return new Map(names.map(([, name], at) => [name, bytes[at]]))
    },
    async writeFiles(id, files) {
      const writing = (await open()).transaction('files', 'readwrite')
      await Promise.all([writing.store.delete(filesOf(id)), ...[...files].map(([name, bytes]) => writing.store.put(bytes, [id, name])), writing.done])
    },
    async writeFile(id, name, bytes) {
      await (await open()).put('files', bytes, [id, name])
    },
  }
}
