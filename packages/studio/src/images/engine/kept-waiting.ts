/**
 * What waits for images to be recognised, as the project keeps it: images whose features are not made yet,
 * and the network that makes them.
 */
import { defined } from '@unseen/core/internal'
import type { Projects } from '../../storage/projects.js'
import type { NamedBlob } from '../../worker/files.js'
import { KEPT_MEGABYTES, type NewPhoto } from '../facts.js'
import type { AddedRow } from './added.js'
import { bytesKept } from './kept-rows.js'

const WAITING = 'waiting/'
export const NETWORK = 'network/'
const LIMIT = KEPT_MEGABYTES * 2 ** 20

type Files = ReadonlyMap<string, Blob | Uint8Array<ArrayBuffer>>

export interface KeptNetwork extends NamedBlob {
  readonly preset?: string
}

const text = (value: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(value)
const folderOf = (key: string): string => `${WAITING}${key}/`

/** These photos beside those that wait already, as long as there is room; says which. */
export async function keepWaiting(
  projects: Projects,
  project: string,
  photos: readonly NewPhoto[],
  added: readonly AddedRow[]
): Promise<readonly boolean[]> {
  const before = readWaiting(await projects.files(project, WAITING).catch(() => new Map<string, Blob>()))
  let room = LIMIT - bytesKept(added) - before.reduce((sum, { blob }) => sum + blob.size, 0)
  const kept = photos.map(({ blob }) => {
    const fits = blob.size <= room
    if (fits) room -= blob.size
    return fits
  })
  const files = new Map(
    photos.flatMap(({ key, name, blob }, at): [string, Blob | Uint8Array<ArrayBuffer>][] =>
      kept[at]
        ? [
            [`${folderOf(key)}name`, text(name)],
            [`${folderOf(key)}picture`, blob]
          ]
        : []
    )
  )
  return projects.addFiles(project, files).then(
    () => kept,
    () => photos.map(() => false)
  )
}

/** One of them has its features, or is left out. */
export async function forgetWaiting(projects: Projects, project: string, key: string): Promise<void> {
  await projects.removeFiles(project, folderOf(key)).catch(() => undefined)
}

export function readWaiting(files: Files): NewPhoto[] {
  const names = [...files.keys()].filter(name => name.startsWith(WAITING) && name.endsWith('/name')).sort()
  return names.flatMap(of => {
    const [name, blob] = [files.get(of), files.get(of.replace(/name$/, 'picture'))]
    return name instanceof Uint8Array && blob instanceof Blob
      ? [{ key: of.slice(WAITING.length, -'/name'.length), name: new TextDecoder().decode(name), blob }]
      : []
  })
}

/** False where it is larger than what is kept, or the browser has no room. */
export async function keepNetwork(
  projects: Projects,
  project: string,
  { name, blob, preset }: KeptNetwork
): Promise<boolean> {
  if (blob.size > LIMIT)
    return projects.removeFiles(project, NETWORK).then(
      () => false,
      () => false
    )
  const files = new Map<string, Blob | Uint8Array<ArrayBuffer>>([
    [`${NETWORK}name`, text(name)],
    [`${NETWORK}file`, blob],
    [`${NETWORK}preset`, text(preset ?? '')]
  ])
  return projects.addFiles(project, files).then(
    () => true,
    () => false
  )
}

export function readNetwork(files: Files): KeptNetwork | undefined {
  const [name, blob, preset] = ['name', 'file', 'preset'].map(part => files.get(NETWORK + part))
  if (!(name instanceof Uint8Array) || !(blob instanceof Blob)) return undefined
  const said = preset instanceof Uint8Array ? new TextDecoder().decode(preset) : ''
  return {
    name: new TextDecoder().decode(name),
    blob,
    ...defined({ preset: said !== '' ? said : undefined })
  }
}
