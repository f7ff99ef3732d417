/**
 * Projects in the database. A save names the revision it is based on, and is refused where another page saved
 * meanwhile.
 */
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
  /** Files of a project, by name: all, or those of a folder. */
  files(id: string, folder?: string): Promise<ReadonlyMap<string, Blob | Uint8Array<ArrayBuffer>>>
  /** These beside the others, all or none. */
  addFiles(id: string, files: ReadonlyMap<string, Blob | Uint8Array<ArrayBuffer>>): Promise<void>
  removeFiles(id: string, folder: string): Promise<void>
  /** The files of one project for another, too. */
  copyFiles(from: string, to: string): Promise<void>
}

/** Names are texts, which come before lists; a folder ends where no letter comes after. */
const filesOf = (id: string, folder?: string): IDBKeyRange =>
  folder === undefined
    ? IDBKeyRange.bound([id], [id, []])
    : IDBKeyRange.bound([id, folder], [id, `${folder}\uffff`])

export function createProjects(open: () => Promise<Database>): Projects {
  return {
    async list() {
      const all = await (await open()).getAll('projects')
      return all.sort((a, b) => b.savedAt - a.savedAt)
    },
    load: async id => (await open()).get('projects', id),
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
      await Promise.all([
        writing.objectStore('projects').delete(id),
        writing.objectStore('files').delete(filesOf(id)),
        writing.done
      ])
    },
    async files(id, folder) {
      const reading = (await open()).transaction('files')
      const [names, bytes] = await Promise.all([
        reading.store.getAllKeys(filesOf(id, folder)),
        reading.store.getAll(filesOf(id, folder))
      ])
      return new Map(names.map(([, name], at) => [name, bytes[at]]))
    },
    async addFiles(id, files) {
      const writing = (await open()).transaction('files', 'readwrite')
      const puts = [...files].map(([name, bytes]) => writing.store.put(bytes, [id, name]))
      // Said at once, so that a page that goes away now has it written all the same.
      writing.commit()
      await Promise.all([...puts, writing.done])
    },
    async removeFiles(id, folder) {
      await (await open()).delete('files', filesOf(id, folder))
    },
    async copyFiles(from, to) {
      const copying = (await open()).transaction('files', 'readwrite')
      for (
        let cursor = await copying.store.openCursor(filesOf(from));
        cursor !== null;
        cursor = await cursor.continue()
      )
        await copying.store.put(cursor.value, [to, cursor.key[1]])
      await copying.done
    }
  }
}
