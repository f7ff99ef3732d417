// A Studio in this process: the engine answers at once, without a worker; the sample comes from the
// repository.
import { createSettings } from '../../src/lib/settings.js'
import { perform } from '../../src/page/action.js'
import { type Studio, createStudio } from '../../src/page/studio.js'
import { openRecent, openSample } from '../../src/project/actions.js'
import type { Locks } from '../../src/project/one-tab.js'
import type { ServerParts } from '../../src/server/state.js'
import { openDatabase } from '../../src/storage/database.js'
import { type Projects, createProjects } from '../../src/storage/projects.js'
import { type Engine, createEngine } from '../../src/worker/api.js'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import 'fake-indexeddb/auto'
import { repository } from '../../../../test/helpers/repository.js'

let databases = 0

/** Projects in a database of their own. */
export function testProjects(name = `test-${databases++}`): Projects {
  const database = openDatabase(name)
  return createProjects(() => database)
}

/** Answers as the worker does: later, and copies. */
export function testEngine(projects: Projects): Engine {
  const engine = createEngine({ projects, fetch: sampleFile })
  const later = (concern: object): object =>
    Object.fromEntries(
      Object.entries(concern).map(([name, call]) => [
        name,
        async (...args: unknown[]) => (call as (...args: unknown[]) => unknown)(...args)
      ])
    )
  return Object.fromEntries(
    Object.entries(engine).map(([name, concern]) => [name, later(concern)])
  ) as unknown as Engine
}

export function emptyStudio({
  projects = testProjects(),
  hash = '',
  server = {},
  locks
}: { projects?: Projects; hash?: string; server?: ServerParts; locks?: Locks } = {}): Studio {
  return createStudio({
    engine: testEngine(projects),
    projects,
    settings: createSettings(undefined),
    sampleFolder: 'http://sample/',
    hash,
    server,
    locks
  })
}

/** With the sample open. */
export async function testStudio(options?: { projects?: Projects }): Promise<Studio> {
  const studio = emptyStudio(options)
  await perform(studio, openSample, undefined)
  const { problem } = studio.notices.store.getState()
  if (problem !== undefined) throw new Error(problem.what)
  return studio
}

/** The same project in a page that was loaded again. */
export async function loadedAgain(studio: Studio): Promise<Studio> {
  const again = emptyStudio({ projects: studio.projects })
  const record = await studio.projects.load(studio.project.getState().id ?? '')
  if (record === undefined) throw new Error('The project was not kept.')
  await perform(again, openRecent, record)
  return again
}

/** What the engine fetches comes from the repository's files. */
export const sampleFile: typeof fetch = async address =>
  new Response(
    await readFile(
      join(
        repository,
        'data/cifar10-sample',
        String(address instanceof Request ? address.url : address)
          .split('/')
          .at(-1) ?? ''
      )
    )
  )
