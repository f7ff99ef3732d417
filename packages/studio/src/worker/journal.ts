/**
 * How far long work is: its results as they come, kept with the project until all is done, so that a reload
 * loses no finished part.
 */
import type { Projects } from '../storage/projects.js'

export interface Journal<Result> {
  /** from before the work was interrupted */
  readonly entries: readonly Result[]
  add(result: Result): void
  /** When all that was added is kept. */
  settled(): Promise<void>
  /** All is done, or begins again: nothing of it stays. */
  clear(): Promise<void>
}

export const journalFolder = (work: string): string => `journal/${work}/`

/** Without a project, or where the browser keeps nothing, work goes on and is only not kept. */
export async function openJournal<Result>(
  projects: Projects,
  project: string | undefined,
  work: string
): Promise<Journal<Result>> {
  if (project === undefined)
    return {
      entries: [],
      add: () => undefined,
      settled: () => Promise.resolve(),
      clear: () => Promise.resolve()
    }
  const folder = journalFolder(work)
  const kept = await projects.files(project, folder).catch(() => new Map<string, Uint8Array<ArrayBuffer>>())
  const entries = await Promise.all(
    [...kept.values()].map(async bytes => JSON.parse(await new Blob([bytes]).text()) as Result)
  )
  let next = entries.length
  let writing: Promise<void> = Promise.resolve()
  return {
    entries,
    add(result) {
      const name = `${folder}${String(next++).padStart(6, '0')}`
      const bytes = new TextEncoder().encode(JSON.stringify(result))
      writing = writing
        .then(() => projects.addFiles(project, new Map([[name, bytes]])))
        .catch(() => undefined)
    },
    settled: () => writing,
    async clear() {
      await writing
      await projects.removeFiles(project, folder).catch(() => undefined)
    }
  }
}
